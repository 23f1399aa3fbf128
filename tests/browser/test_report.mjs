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
// a second run, to lay over the first; and a part with every shape that is drawn solid
run("run", validation + "/rssr/rssr.adm", "--end", "0.05", "--dtout", "5e-5", "--set", "STRING/1.e=0.5", "--out", work + "/softer", "--quiet");
writeFileSync(work + "/solids.adm", `solids
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=2, IP=1,1,1
MARKER/2, PART=2
MARKER/3, PART=2, QP=1,0,0
MARKER/4, PART=2, QP=2,0,0
MARKER/5, PART=2, QP=3.2,0,0
JOINT/1, REVOLUTE, I=2, J=1
SFORCE/1, ROTATION, I=2, J=1, FUNCTION=1
GRAPHICS/1, CYLINDER, CM=2, LENGTH=0.8, RADIUS=0.3
GRAPHICS/2, BOX, CORNER=3, X=0.5, Y=0.4, Z=0.3
GRAPHICS/3, ELLIPSOID, CM=4, XSCALE=0.8, YSCALE=0.5, ZSCALE=0.5
GRAPHICS/4, FRUSTUM, CM=5, LENGTH=0.6, BOTTOM=0.4, TOP=0.1
GRAPHICS/5, CIRCLE, CM=1, RADIUS=0.5
END
`);
run("run", work + "/solids.adm", "--end", "2", "--steps", "40", "--out", work + "/solids", "--quiet");
rmSync(work + "/solids.adm");
// joints with oil and with wear, in folders whose names come last
run("run", validation + "/library/oil_in_the_pin/pin.adm", "--without", "JPRIM/1", "--end", "0.012", "--steps", "200", "--out", work + "/wet", "--quiet");
run("run", validation + "/library/worn_pin/pin.adm", "--without", "JPRIM/1", "--end", "0.012", "--steps", "200", "--out", work + "/worn", "--quiet");
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
  await page.locator("#s1").scrollIntoViewIfNeeded(); // sections come to life when one comes near
  await page.waitForFunction(() => lashReport.films.some(f => /RSSR/.test(f.scene.title)));

  // the film plays, stops, and turns
  const frame = () => page.evaluate(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).frame);
  const picture = selector => page.evaluate(s => document.querySelector(s).toDataURL(), selector);
  assert.equal(await frame(), 0);
  const before = await picture("#s1 canvas.scene");
  await page.click("#s1 button.play");
  await page.waitForFunction(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).frame > 100, null, { timeout: 20000 });
  await page.click("#s1 button.play");
  const stopped = await frame();
  await page.waitForTimeout(200);
  assert.equal(await frame(), stopped, "paused");
  assert.notEqual(await picture("#s1 canvas.scene"), before, "the mechanism moved");
  const canvas = page.locator("#s1 canvas.scene");
  const box = await canvas.boundingBox(), yaw = await page.evaluate(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).camera.yaw);
  await page.mouse.move(box.x + 200, box.y + 200);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 240, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await page.evaluate(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).camera.yaw), yaw, "dragging turns the view");

  // the clearance joint: the ball leaves its place and comes to touch
  const contacts = await page.evaluate(() => {
    const film = lashReport.films.find(f => /RSSR/.test(f.scene.title)), c = film.scene.clearances[0];
    let touching = 0;
    for (let f = 0; f < film.frames; f++) touching += Math.hypot(...film.offset(c, f)) > c.gap;
    return { gap: c.gap, touching, frames: film.frames, largest: film.largest };
  });
  assert.ok(Math.abs(contacts.gap - 5e-4) < 1e-12);
  assert.ok(contacts.touching > 10 && contacts.touching < contacts.frames, "contact now and then");
  assert.ok(contacts.largest > 10, "forces are shown");
  await page.screenshot({ path: work + "/film.png" });

  // keys: a step, a turn, the end
  await canvas.focus();
  await page.keyboard.press("Home");
  assert.equal(await frame(), 0);
  await page.keyboard.press("ArrowRight");
  assert.ok((await frame()) > 0, "arrow steps");
  const turned = await page.evaluate(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).camera.yaw);
  await page.keyboard.press("Shift+ArrowLeft");
  assert.notEqual(await page.evaluate(() => lashReport.films.find(f => /RSSR/.test(f.scene.title)).camera.yaw), turned, "shift-arrow turns");
  assert.match(await canvas.getAttribute("aria-label"), /RSSR.*crank, coupler.*frame/, "words for what is seen");

  // solids: faces of several shades
  await page.locator("#s3").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => lashReport.films.some(f => f.scene.title === "solids"));
  const shades = await page.evaluate(() => {
    const film = lashReport.films.find(f => f.scene.title === "solids"), faces = [];
    for (const s of film.scene.shapes) { const m = film.scene.markers.get(s.numbers[0]), solid = mesh(s); if (solid) film.addFaces(faces, solid, film.place(m.id, 0), film.axes(m.id, 0), film.colour(m.part)); }
    return { faces: faces.length, shades: new Set(faces.map(f => f.colour)).size };
  });
  assert.ok(shades.faces > 60 && shades.shades > 10, "solids are shaded: " + JSON.stringify(shades));

  // oil around its journal: the pressure of the table, outside the circle of the play where it is greatest, and only seen along the axis
  const table = file => readFileSync(work + file, "utf8").trim().split("\n").slice(1).map(line => line.split(",").map(Number));
  const pressures = table("/wet/oil.csv").map(row => row.slice(1)), greatest = Math.max(...pressures.flat());
  const upright = pressures.map(row => Math.max(...row) * Math.abs(Math.sin(row.indexOf(Math.max(...row)) * Math.PI / 36)));
  const oblique = upright.indexOf(Math.max(...upright)); // so that a picture upside down shows
  await page.locator("#s4").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => lashReport.films.some(f => /oil in the pin/.test(f.scene.title)));
  const oil = await page.evaluate(frame => {
    const film = lashReport.films.find(f => /oil in the pin/.test(f.scene.title)), canvas = film.orbit;
    const show = (surfaces, plane) => {
      if (surfaces) delete film.drawSurfaces; else film.drawSurfaces = () => {};
      film.plane.value = plane; film.draw(); return canvas.toDataURL();
    };
    film.frame = frame;
    const side = show(true, "1") !== show(false, "1"), seen = film.around(film.oil, "GFORCE/1", "P");
    const at = seen.values.indexOf(Math.max(...seen.values)) * 2 * Math.PI / seen.values.length;
    const scale = 0.4 * Math.min(canvas.clientWidth, canvas.clientHeight) / 1.15, ratio = canvas.width / canvas.clientWidth;
    const pixel = (surfaces, angle) => {
      show(surfaces, "0");
      const x = canvas.clientWidth / 2 + 1.03 * scale * Math.cos(angle), y = canvas.clientHeight / 2 - 8 - 1.03 * scale * Math.sin(angle);
      return [...canvas.getContext("2d").getImageData(Math.round(ratio * x), Math.round(ratio * y), 1, 1).data].join();
    };
    const result = { values: seen.values, most: seen.most, side,
      there: pixel(true, at) !== pixel(false, at), opposite: pixel(true, at + Math.PI) !== pixel(false, at + Math.PI) };
    show(true, "0");
    return result;
  }, oblique);
  const near = (a, b, most) => Math.abs(a - b) < 1e-4 * most;
  assert.equal(oil.values.length, 72);
  assert.ok(oil.most > 0 && near(oil.most, greatest, oil.most), `${oil.most} is not ${greatest}`);
  assert.ok(oil.values.every((p, k) => near(p, pressures[oblique][k], oil.most)), "pressures are those of the table");
  assert.deepEqual([oil.there, oil.opposite, oil.side], [true, false, false], "the oil presses on one side: " + JSON.stringify(oil));
  await page.screenshot({ path: work + "/oil.png" });

  // and what is worn away at the end
  await page.locator("#s5").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => lashReport.films.some(f => f.worn));
  const worn = await page.evaluate(() => { const f = lashReport.films.find(k => k.worn); f.frame = f.frames - 1; return f.around(f.worn, "GFORCE/1", "W").values; });
  const profile = table("/worn/worn.csv").at(-1).slice(1, 73);
  assert.ok(worn.length === 72 && worn.every((w, k) => near(w, profile[k], Math.max(...profile))), "depths are those of the table");

  // one run over another: twice the lines, and the axes hold both
  await page.locator("#s2 .curves").scrollIntoViewIfNeeded();
  await page.waitForFunction(() => lashReport.curves.length >= 3);
  const overlaid = await page.evaluate(() => {
    const c = lashReport.curves.find(k => k.canvas.closest("section").id === "s2"), before = c.lines().length;
    const box = [...c.overlays.querySelectorAll("label")].find(l => l.textContent.includes("film/" + c.table.name.replace(".csv", "")));
    box.querySelector("input").click();
    return { before, after: c.lines().length };
  });
  assert.deepEqual(overlaid, { before: 1, after: 2 });
  await page.screenshot({ path: work + "/overlay.png" });

  // a curve zooms into the dragged window and comes back
  const view = () => page.evaluate(() => ({ ...lashReport.curves.find(k => k.canvas.closest("section").id === "s1").view }));
  const plot = page.locator("#s1 .curves canvas");
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
  await plot.focus();
  await page.keyboard.press("+");
  assert.ok((await view()).x1 < whole.x1, "plus zooms in");
  await page.keyboard.press("0");
  assert.deepEqual(await view(), whole);

  // the table sorts by words and by numbers, both ways
  const column = n => page.$$eval("table.words tbody tr", (rows, k) => rows.map(r => r.cells[k].textContent), n);
  await page.click("table.words th >> nth=0");
  assert.deepEqual(await column(0), ["a", "b", "c"]);
  await page.click("table.words th >> nth=3");
  assert.deepEqual(await column(3), ["3", "7", "12.5"]);
  await page.focus("table.words th >> nth=3");
  await page.keyboard.press("Enter");
  assert.deepEqual(await column(3), ["12.5", "7", "3"]);
  assert.ok((await column(1)).includes("first <touch>"), "text is text, not markup");
  await page.screenshot({ path: work + "/table.png" });
  assert.deepEqual(problems, []);
  assert.deepEqual(requests, [], "nothing is fetched");

  // light and dark, wide and narrow: nothing is wider than the window
  for (const scheme of ["light", "dark"]) {
    for (const width of [1400, 600]) {
      await page.setViewportSize({ width, height: 1000 });
      await page.emulateMedia({ colorScheme: scheme });
      await page.goto(pathToFileURL(work + "/report.html").href);
      await page.locator("#s1").scrollIntoViewIfNeeded();
      await page.waitForFunction(() => lashReport.films.some(f => /RSSR/.test(f.scene.title)));
      await page.evaluate(() => { const f = lashReport.films.find(k => /RSSR/.test(k.scene.title)); f.frame = Math.floor(f.frames * 0.7); f.slider.value = f.frame; f.draw(); });
      await page.evaluate(() => document.querySelector("#s1").scrollIntoView());
      await page.waitForTimeout(300);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(wide, 0, `${scheme} at ${width} pixels is ${wide} too wide`);
      const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(paper, scheme === "dark" ? "rgb(20, 24, 29)" : "rgb(255, 255, 255)");
      await page.screenshot({ path: `${work}/page_${scheme}_${width}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 1200, height: 1000 });

  // the still page: no script at all, drawings instead, prints to PDF
  assert.ok(!readFileSync(work + "/report_static.html", "utf8").includes("<script"));
  await page.goto(pathToFileURL(work + "/report_static.html").href);
  assert.ok((await page.locator("svg.plot").count()) > 8);
  const stills = await page.$$eval("#s1 .plots:first-of-type svg", list => list.map(s => ({ title: s.querySelector("title").textContent, lines: [...s.querySelectorAll("line")].map(l => l.outerHTML).join() })));
  assert.equal(new Set(stills.map(s => s.lines)).size, 4, "four instants, no two alike");
  assert.ok(stills.every(s => /^The mechanism at time/.test(s.title)));
  const drawn = await page.$$eval("svg.surface title", list => list.map(t => t.textContent));
  assert.ok(drawn.some(t => /oil, at most/.test(t)) && drawn.some(t => /worn off/.test(t)), "oil and wear are drawn: " + drawn);
  await page.screenshot({ path: work + "/static.png" });
  await page.pdf({ path: work + "/static.pdf" });
  assert.ok(readFileSync(work + "/static.pdf").length > 10000);
  console.log("report: film, curve, table and still page work in " + (await browser.version()));
} finally {
  await browser.close();
}
