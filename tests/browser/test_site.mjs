// The site and the law explorer in headless Chromium, opened from files; the explorer's numbers against the command's.
//   node test_site.mjs LASH SITE_FOLDER WORK_FOLDER
// Screenshots stay in WORK_FOLDER. Exit status 77: something needed is not installed.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [lash, site, work] = process.argv.slice(2).map(p => resolve(p));
const browserPath = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
const playwright = await import("playwright-core").catch(() => null);
if (!browserPath || !playwright || !existsSync(site + "/explorer.html")) {
  console.log("skipped: needs Chromium, playwright-core (npm install in tests/browser) and the site with its explorer");
  process.exit(77);
}
rmSync(work, { recursive: true, force: true });
mkdirSync(work, { recursive: true });

// Nothing is asked of anybody else, and nothing goes wrong on the way.
const problems = [];
function watch(page) {
  page.on("pageerror", e => problems.push(e.message));
  page.on("console", m => { if (m.type() === "error" && !/search_index/.test(m.text())) problems.push(m.text()); });
  page.on("request", r => { if (/^(https?|wss?):/.test(r.url())) problems.push("asks for " + r.url()); });
}

const near = (a, b, what) => assert.ok(Math.abs(a - b) <= 1e-15 * Math.max(Math.abs(a), Math.abs(b)), `${what}: ${a} in the page, ${b} by the command`);

// Every law at the point that the page shows: force and derivatives to the last bit or one beside it.
async function compareLaws(page) {
  const names = await page.$$eval("#law option", list => list.map(o => o.value));
  const known = JSON.parse(execFileSync(lash, ["laws", "--json"])).filter(law => law.kind !== "wear"); // no forces
  assert.equal(names.length, known.length, "all laws are there");
  let shown = 0;
  for (const name of names) {
    await page.selectOption("#law", name);
    const seen = await page.evaluate(() => ({ error: document.getElementById("error").textContent, command: document.getElementById("command").textContent,
      numbers: Object.fromEntries((window.lashExplorer?.result.numbers ?? []).map(([n, v]) => [n, v])), law: window.lashExplorer?.law }));
    assert.equal(seen.error, "", name);
    assert.equal(seen.law, name);
    const said = JSON.parse(execFileSync(lash, [...seen.command.split(" ").slice(1).filter(Boolean), "--json"], { encoding: "utf8" }));
    if ("∂Fx/∂ex" in seen.numbers) {
      const pairs = { force: said.force_x, "force across": said.force_y, "torque on j": said.torque_j, "power lost": said.lost, "smallest film": said.film,
        "greatest pressure": said.pressure, "∂Fx/∂ex": said.d_force_x.ex, "∂Fy/∂ex": said.d_force_y.ex };
      for (const [what, value] of Object.entries(pairs)) near(seen.numbers[what], value, `${name} ${what}`);
      shown++;
      continue;
    }
    near(seen.numbers.force, said.force, name);
    if ("∂F/∂δ" in seen.numbers) {
      near(seen.numbers["∂F/∂δ"], said.derivatives.delta, name + " d_delta");
      near(seen.numbers["∂F/∂v"], said.derivatives.v, name + " d_v");
    } else {
      near(seen.numbers["∂F/∂vt"], said.derivatives.vt, name + " d_vt");
      near(seen.numbers["∂F/∂N"], said.derivatives.N, name + " d_normal");
    }
    shown++;
  }
  return shown;
}

async function useExplorer(page) {
  const value = () => page.evaluate(() => Object.fromEntries(window.lashExplorer.result.numbers.map(([n, v]) => [n, v])));
  // what an impact returns, against the rig of the command
  await page.selectOption("#law", "flores");
  for (const [name, text] of [["e", "0.5"], ["K", "1e8"]]) await page.fill(`#params [data-name=${name}]`, text);
  const impact = JSON.parse(execFileSync(lash, ["impact", "--law", "flores", "--set", "e=0.5", "--set", "K=1e8", "--mass", "1", "--speed", "0.3", "--json"]));
  assert.ok(Math.abs((await value())["restitution returned"] - impact.e_out) < 1e-6);
  assert.ok(Math.abs((await value())["greatest force"] / impact.force_max - 1) < 1e-5);
  // a slider moves the curve
  const curve = () => page.$eval("#plot0 path", p => p.getAttribute("d"));
  const before = await curve();
  await page.$eval("#params .row input[type=range]", s => { s.value = 700; s.dispatchEvent(new Event("input")); });
  assert.notEqual(await curve(), before, "the slider moved the curve");
  // a wrong number is told, in the library's own words
  await page.fill("#params [data-name=e]", "1.5");
  assert.match(await page.textContent("#error"), /e = 1.5|e must|e is|in \(0, 1\]/);
  await page.fill("#params [data-name=e]", "0.3");
  assert.equal(await page.textContent("#error"), "");
  // a link brings the same setting back
  const link = page.url(), numbers = await value();
  await page.goto("about:blank");
  await page.goto(link);
  assert.deepEqual(await value(), numbers);
  // a kept curve stays beside the next
  await page.click("#pin");
  await page.selectOption("#law", "hunt_crossley");
  assert.equal(await page.locator("#plot0 path").count(), 2);
}

async function lookAt(page, name, widths) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await page.waitForTimeout(150);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.equal(wide, 0, `${name} at ${width} pixels is ${wide} too wide`);
    await page.screenshot({ path: `${work}/${name}_${width}.png` });
  }
}

const browser = await playwright.chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--allow-file-access-from-files"] });
try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  watch(page);
  await page.goto(pathToFileURL(site + "/explorer.html").href);
  const shown = await compareLaws(page);
  await useExplorer(page);
  await lookAt(page, "explorer", [1400, 600]);

  for (const name of ["index", "docs/theory", "reference/lash_contact", "docs/validation"]) {
    await page.goto(pathToFileURL(`${site}/${name}.html`).href);
    await lookAt(page, name.replace(/.*\//, ""), [1400, 600]);
    if (name === "docs/theory") {
      const formulas = await page.locator(".arithmatex").count();
      assert.ok(formulas > 40, "formulas of the manual");
      assert.equal(await page.locator(".arithmatex .katex").count(), formulas, "every formula is drawn");
    }
  }
  assert.ok(readFileSync(site + "/theory.pdf").subarray(0, 5).toString() === "%PDF-");
  assert.deepEqual(problems, []);
  console.log(`site: ${shown} laws agree with the command to 1e-15 in ${await browser.version()}`);
} finally {
  await browser.close();
}
