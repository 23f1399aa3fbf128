// Makes a report, opens it from a file:// path in headless Chromium and uses it as a person would.
//   node test_report.mjs LASH VALIDATION_FOLDER WORK_FOLDER
// Screenshots stay in WORK_FOLDER. Exit status 77: something needed is not installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [lash, validation, work] = process.argv.slice(2).map(p => resolve(p));
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const playwright = await import("playwright-core").catch(() => null);
if (!browserPath || !playwright) {
  console.log(browserPath ? "skipped: npm install in tests/browser brings playwright-core" : "skipped: Chromium is not installed");
  process.exit(77);
}

// A run with a film, and a folder with a table of claims.
rmSync(work, { recursive: true, force: true });
mkdirSync(work + "/claims", { recursive: true });
const run = (...args) => execFileSync(lash, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
run("run", validation + "/rssr/rssr.adm", "--end", "0.05", "--dtout", "5e-5", "--out", work + "/film", "--quiet");
writeFileSync(work + "/claims/claims.csv",
  'id,quantity,verdict,computed\n"b","peak force, N","reproduced",12.5\n"a","first <touch>","not reproduced",3\n"c","speed","reproduced",7\n');
run("report", work, "--title", "Browser test");
run("report", work, "--static");

const browser = await playwright.chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
  const problems = [], requests = [];
  page.on("pageerror", e => problems.push(e.message));
  page.on("console", m => { if (m.type() === "error") problems.push(m.text()); });
  page.on("request", r => { if (/^(https?|wss?):/.test(r.url())) requests.push(r.url()); });
  await page.goto(pathToFileURL(work + "/report.html").href);
  assert.equal(await page.title(), "Browser test");

  // the film plays, stops, and turns
  const frame = () => page.evaluate(() => lashReport.films[0].frame);
  const picture = selector => page.evaluate(s => document.querySelector(s).toDataURL(), selector);
  assert.equal(await frame(), 0);
  const before = await picture("canvas.scene");
  await page.click("button.play");
  await page.waitForFunction(() => lashReport.films[0].frame > 100, null, { timeout: 20000 });
  await page.click("button.play");
  const stopped = await frame();
  await page.waitForTimeout(200);
  assert.equal(await frame(), stopped, "paused");
  assert.notEqual(await picture("canvas.scene"), before, "the mechanism moved");
  const canvas = page.locator("canvas.scene");
  const box = await canvas.boundingBox(), yaw = await page.evaluate(() => lashReport.films[0].camera.yaw);
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 240, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await page.evaluate(() => lashReport.films[0].camera.yaw), yaw, "dragging turns the view");

  // the clearance joint: the ball leaves its place and comes to touch
  const contacts = await page.evaluate(() => {
    const film = lashReport.films[0], c = film.scene.clearances[0];
    let touching = 0;
    for (let f = 0; f < film.frames; f++) touching += Math.hypot(...film.offset(c, f)) > c.gap;
    return { gap: c.gap, touching, frames: film.frames, largest: film.largest };
  });
  assert.ok(Math.abs(contacts.gap - 5e-4) < 1e-12);
  assert.ok(contacts.touching > 10 && contacts.touching < contacts.frames, "contact now and then");
  assert.ok(contacts.largest > 10, "forces are shown");
  await page.screenshot({ path: work + "/film.png" });

  // a curve zooms into the dragged window and comes back
  const view = () => page.evaluate(() => ({ ...lashReport.curves.at(-1).view }));
  const plot = page.locator(".curves canvas").last();
  await plot.scrollIntoViewIfNeeded();
  const whole = await view(), area = await plot.boundingBox();
  await page.mouse.move(area.x + 200, area.y + 60);
  await page.mouse.down();
  await page.mouse.move(area.x + 400, area.y + 160, { steps: 4 });
  await page.mouse.up();
  const zoomed = await view();
  assert.ok(zoomed.x0 > whole.x0 && zoomed.x1 < whole.x1 && zoomed.y1 < whole.y1, "zoomed");
  await page.screenshot({ path: work + "/curve.png" });
  await plot.dblclick();
  assert.deepEqual(await view(), whole);

  // the table sorts by words and by numbers, both ways
  const column = n => page.$$eval("table.words tbody tr", (rows, k) => rows.map(r => r.cells[k].textContent), n);
  await page.click("table.words th >> nth=0");
  assert.deepEqual(await column(0), ["a", "b", "c"]);
  await page.click("table.words th >> nth=3");
  assert.deepEqual(await column(3), ["3", "7", "12.5"]);
  await page.click("table.words th >> nth=3");
  assert.deepEqual(await column(3), ["12.5", "7", "3"]);
  assert.ok((await column(1)).includes("first <touch>"), "text is text, not markup");
  await page.screenshot({ path: work + "/table.png" });
  assert.deepEqual(problems, []);
  assert.deepEqual(requests, [], "nothing is fetched");

  // the still page: no script at all, drawings instead, prints to PDF
  assert.ok(!readFileSync(work + "/report_static.html", "utf8").includes("<script"));
  await page.goto(pathToFileURL(work + "/report_static.html").href);
  assert.ok((await page.locator("svg.plot").count()) > 8);
  await page.screenshot({ path: work + "/static.png" });
  await page.pdf({ path: work + "/static.pdf" });
  assert.ok(readFileSync(work + "/static.pdf").length > 10000);
  console.log("report: film, curve, table and still page work in " + (await browser.version()));
} finally {
  await browser.close();
}
