// The page of the law explorer. The numbers are the module's; this file asks, draws and shares.

// ------------------------------------------------------------------------------------- the module

const bytes = Uint8Array.from(atob(wasmText), c => c.charCodeAt(0));
// What a C library may ask of a system; the laws need none of it.
const system = new Proxy({}, { get: () => () => 52 });
const module = new WebAssembly.Instance(new WebAssembly.Module(bytes), { wasi_snapshot_preview1: system }).exports;
module._initialize?.();

const memory = () => new Uint8Array(module.memory.buffer);
function textAt(pointer) {
  if (!pointer) return null;
  const m = memory();
  let end = pointer;
  while (m[end]) end++;
  return new TextDecoder().decode(m.subarray(pointer, end));
}
function sendText(text) {
  const coded = new TextEncoder().encode(text).subarray(0, 1000), at = module.explorer_text();
  memory().set(coded, at);
  memory()[at + coded.length] = 0;
}
const numbers = count => Array.from(new Float64Array(module.memory.buffer, module.explorer_data(), count));
const message = () => textAt(module.explorer_text());

// ---------------------------------------------------------------------------------------- the laws

const CONTACT = 0, FRICTION = 1, FILM = 2, OPTIONAL_BLANK = "";
const laws = [];
for (const family of [CONTACT, FRICTION, FILM]) {
  for (let i = 0; i < module.explorer_laws(family); i++) {
    const word = what => textAt(module.explorer_word(family, i, what));
    laws.push({ family, index: i, name: word(0), formula: word(1), citation: word(2), note: word(3) });
  }
}

// What a law asks for and has no default: a steel ball of a centimetre in its socket.
const usual = { K: 1e8, e: 0.8, E: 207e9, nu: 0.3, Ri: 0.0105, Rj: 0.01, Rx: 0.01, Ry: 0.02, L: 0.015, R: 0.01, c: 1000, d: 1e-5, m: 1, gamma: 1e3, gap: 1e-3, viscosity: 0.05 };
const usualOf = { kelvin_voigt: { K: 1e6, c: null }, kv_flores: { K: 1e6 }, pereira: { curvature: "internal" },
  short: { c: 2e-5 }, long: { c: 2e-5, L: 0.05 }, finite: { c: 2e-5 }, ball: { c: 2e-5 } };

function parametersOf(law) {
  module.explorer_choose(law.family, law.index);
  const list = [];
  for (let i = 0; i < module.explorer_params(); i++) {
    const word = what => textAt(module.explorer_param_word(i, what)), number = what => module.explorer_param_number(i, what);
    const choices = [];
    while (textAt(module.explorer_param_word(i, 4 + choices.length))) choices.push(word(4 + choices.length));
    list.push({ index: i, name: word(0), unit: word(1), meaning: word(2), range: word(3), choices,
      standard: number(0), min: number(1), max: number(2), required: module.explorer_param_required(i) !== 0 });
  }
  for (const p of list) p.usual = Number.isNaN(p.standard) ? OPTIONAL_BLANK : p.choices.length ? p.choices[p.standard] : String(p.standard);
  const direct = list.some(p => p.name === "K");
  for (const p of list) p.start = startOf(law, p, direct);
  return list;
}

function startOf(law, p, direct) {
  const own = usualOf[law.name]?.[p.name];
  if (own === null) return OPTIONAL_BLANK;
  if (own !== undefined) return String(own);
  if (p.usual !== OPTIONAL_BLANK) return p.usual;
  if (direct && ["E", "nu", "Ri", "Rj"].includes(p.name)) return OPTIONAL_BLANK; // K says it already
  if (/^(E|nu)[ij]$/.test(p.name)) return OPTIONAL_BLANK; // one material for both
  return usual[p.name] === undefined ? OPTIONAL_BLANK : String(usual[p.name]);
}

// ------------------------------------------------------------------------------------ the settings

const experiments = {
  [CONTACT]: { mass: ["effective mass", "kg", 1], speed: ["approach speed", "m/s", 0.3] },
  [FRICTION]: { normal: ["normal load", "N", 10], speed: ["greatest speed", "m/s", 0.01], frequency: ["frequency of the ride", "Hz", 1] },
  [FILM]: { eps: ["eccentricity over clearance", "", 0.5], speed: ["of the journal in rad/s; of a ball, outwards, in mm/s", "rad/s", 100] },
};

const $ = id => document.getElementById(id);
let law = laws[0], parameters = [], settings = {}, experiment = {}, kept = [];

function choose(name, given = {}) {
  law = laws.find(l => l.name === name) ?? laws[0];
  parameters = parametersOf(law);
  settings = Object.fromEntries(parameters.map(p => [p.name, given[p.name] ?? p.start]));
  experiment = Object.fromEntries(Object.entries(experiments[law.family]).map(([k, [, , v]]) => [k, given["." + k] ?? String(v)]));
  $("law").value = law.name;
  $("formula").textContent = law.formula;
  $("note").textContent = [law.citation, law.note].filter(Boolean).join(". ");
  const rowOf = p => row(p.name, p.unit, `${p.meaning} (${p.range})`, settings, p), blank = p => settings[p.name] === OPTIONAL_BLANK;
  const more = document.createElement("details");
  more.innerHTML = "<summary>other parameters, not given</summary>";
  more.append(...parameters.filter(blank).map(rowOf));
  $("params").replaceChildren(...parameters.filter(p => !blank(p)).map(rowOf), ...(parameters.some(blank) ? [more] : []));
  $("experiment").replaceChildren(...Object.entries(experiments[law.family]).map(([k, [title, unit]]) => row(k, unit, title, experiment, { min: 0, max: Infinity, choices: [] })));
  update();
}

// A name, a slider over four decades around the start (or the legal range where that is narrow), and the number itself.
function row(name, unit, title, store, p) {
  const line = document.createElement("div");
  line.className = "row";
  line.title = title;
  const label = document.createElement("label");
  label.innerHTML = "<span></span> <small></small>";
  label.firstChild.textContent = name;
  label.lastChild.textContent = unit === "1" ? "" : unit;
  const field = document.createElement(p.choices.length ? "select" : "input");
  field.dataset.name = name;
  field.setAttribute("aria-label", `${name}: ${title}`);
  if (p.choices.length) {
    field.replaceChildren(...p.choices.map(c => new Option(c)));
    field.value = store[name];
    line.append(label, document.createElement("span"), field);
  } else {
    const slider = document.createElement("input"), scale = scaleOf(Number(store[name]), p);
    slider.type = "range";
    slider.min = 0, slider.max = 1000, slider.step = 1;
    slider.setAttribute("aria-label", `${name}, slider`);
    slider.disabled = store[name] === "";
    slider.value = scale.to(Number(store[name]));
    slider.oninput = () => { store[name] = field.value = String(+scale.from(slider.value).toPrecision(4)); update(); };
    field.type = "text", field.inputMode = "decimal", field.value = store[name];
    field.addEventListener("input", () => { slider.value = scale.to(Number(field.value)); });
    line.append(label, slider, field);
  }
  field.addEventListener("input", () => { store[name] = field.value.trim(); update(); });
  return line;
}

function scaleOf(start, p) {
  if (start > 0 && !(p.max <= 1)) {
    const low = Math.log(Math.max(start / 100, p.min > 0 ? p.min : 0)), high = Math.log(Math.min(start * 100, p.max));
    return { to: x => 1000 * (Math.log(x) - low) / (high - low), from: s => Math.exp(low + s / 1000 * (high - low)) };
  }
  const low = Number.isFinite(p.min) ? p.min : -Math.abs(start) - 1, high = Number.isFinite(p.max) ? p.max : Math.max(1, 2 * Math.abs(start));
  return { to: x => 1000 * (x - low) / (high - low), from: s => low + s / 1000 * (high - low) };
}

// What is not at its default: a law may take a default that is said aloud for a contradiction.
const given = () => parameters.filter(p => settings[p.name] !== p.usual);

// Gives the module every parameter that was given; the first complaint is shown.
function prepare() {
  module.explorer_choose(law.family, law.index);
  let complaint = "";
  for (const line of document.querySelectorAll("#params .bad")) line.classList.remove("bad");
  for (const p of given()) {
    sendText(settings[p.name]);
    if (module.explorer_set(p.index) === 0) continue;
    complaint ||= message();
    document.querySelector(`#params [data-name="${p.name}"]`).parentElement.classList.add("bad");
  }
  if (!complaint && module.explorer_ready() !== 0) complaint = message();
  for (const [k, v] of Object.entries(experiment)) {
    if (!(Number(v) > 0) && !complaint) complaint = `${k} must be a number above 0.`;
  }
  return complaint;
}

// -------------------------------------------------------------------------------------- the curves

function contactCurves() {
  const speed = Number(experiment.speed), mass = Number(experiment.mass);
  const rows = module.explorer_impact(mass, speed);
  if (!rows) return { error: "The bodies do not part: the law holds them, or the impact goes beyond what it can stop." };
  const all = numbers(4 * rows + 1), column = k => all.filter((_, i) => i < 4 * rows && i % 4 === k);
  const [delta, force, , time] = [0, 1, 2, 3].map(column);
  const depth = Math.max(...delta), point = { delta: depth / 2, v: speed / 2, v0: speed };
  const flags = module.explorer_contact(point.delta, point.v, point.v0), f = numbers(4);
  return {
    plots: [{ x: delta, y: force, xName: "penetration", xUnit: "m", yName: "force", yUnit: "N" },
            { x: time, y: force, xName: "time", xUnit: "s", yName: "force", yUnit: "N" }],
    caption: `An impact of ${experiment.mass} kg at ${experiment.speed} m/s; force at half the depth and half the speed`,
    numbers: [["restitution returned", all[4 * rows], ""], ["greatest penetration", depth, "m"], ["greatest force", Math.max(...force), "N"],
      ["force", f[0], "N"], ["∂F/∂δ", f[1], "N/m"], ["∂F/∂v", f[2], "N s/m"], ["∂F/∂v0", f[3], "N s/m"], ...(flags ? [["flags", flags, ""]] : [])],
    command: `--at delta=${point.delta},v=${point.v},v0=${point.v0}`,
  };
}

function frictionCurves() {
  const { speed, normal, frequency } = Object.fromEntries(Object.entries(experiment).map(([k, v]) => [k, Number(v)]));
  const sliding = numbers(2 * module.explorer_sliding(speed, normal, 600)), ride = numbers(3 * module.explorer_ride(speed, frequency, normal, 1200));
  const column = (all, k, n) => all.filter((_, i) => i % n === k);
  const vt = speed / 2;
  module.explorer_friction(vt, normal);
  const f = numbers(3);
  return {
    plots: [{ x: column(sliding, 0, 2), y: column(sliding, 1, 2), xName: "speed of steady sliding", xUnit: "m/s", yName: "friction", yUnit: "N" },
            { x: column(ride, 0, 3), y: column(ride, 2, 3), xName: "way, to and fro", xUnit: "m", yName: "friction", yUnit: "N" }],
    caption: "Friction at half the greatest speed, bristles at rest",
    numbers: [["force", f[0], "N"], ["∂F/∂vt", f[1], "N s/m"], ["∂F/∂N", f[2], ""]],
    command: `--at vt=${vt},N=${experiment.normal}`,
  };
}

function filmCurves() {
  const eps = Number(experiment.eps), ball = module.explorer_film_is_ball() !== 0, speed = Number(experiment.speed) * (ball ? 1e-3 : 1);
  const flags = module.explorer_film(eps, speed), [e, along, across, torque, lost, film, peak, slope, turning] = numbers(9);
  const pairs = rows => { const all = numbers(2 * rows); return [all.filter((_, i) => i % 2 === 0), all.filter((_, i) => i % 2)]; };
  const [ratio, load] = pairs(module.explorer_film_load(speed, 400)), [angle, pressure] = pairs(module.explorer_film_pressure(eps, speed, 720));
  const around = pressure.length ? { x: angle, y: pressure, xName: ball ? "angle from the eccentricity" : "angle", xUnit: "°", yName: "pressure", yUnit: "Pa" }
                                 : { x: ratio.slice(0, 240), y: load.slice(0, 240), xName: "eccentricity over clearance", xUnit: "", yName: "force, up to 0.57", yUnit: "N" };
  return {
    plots: [{ x: ratio, y: load, xName: "eccentricity over clearance", xUnit: "", yName: "force", yUnit: "N" }, around],
    caption: ball ? `The ball at ${eps} of the clearance, moving outwards` : `The journal at ${eps} of the clearance, turning`,
    numbers: [["force", along, "N"], ["force across", across, "N"], ["torque on j", torque, "N m"], ["power lost", lost, "W"], ["smallest film", film, "m"],
      ["greatest pressure", peak, "Pa"], ["∂Fx/∂ex", slope, "N/m"], ["∂Fy/∂ex", turning, "N/m"], ...(flags ? [["flags", flags, ""]] : [])],
    command: `--at ex=${e},${ball ? `ux=${speed}` : `wj=${speed}`}`,
  };
}

// ------------------------------------------------------------------------------------- the drawing

const prefixes = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
const prefixOf = size => prefixes.find(([f]) => size >= f) ?? prefixes.at(-1);

function steps(low, high) {
  const raw = (high - low) / 6, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find(s => s * power >= raw) * power;
  const list = [];
  for (let x = Math.ceil(low / step) * step; x <= high + step * 1e-9; x += step) list.push(Math.abs(x) < step * 1e-9 ? 0 : x);
  return list;
}

function draw(svg, plots) {
  const first = plots[0], W = 640, H = 400, left = 66, right = 16, top = 30, bottom = 48;
  const range = key => {
    let low = Infinity, high = -Infinity;
    for (const p of plots) for (const x of p[key]) { if (x < low) low = x; if (x > high) high = x; }
    if (!(high > low)) { low -= 1; high += 1; }
    if (low > 0 && low < 0.3 * high) low = 0;
    return [low, high];
  };
  const [x0, x1] = range("x"), [y0, y1] = range("y");
  const prefix = (unit, low, high) => unit && unit !== "°" ? prefixOf(Math.max(Math.abs(low), Math.abs(high))) : [1, ""];
  const [fx, px] = prefix(first.xUnit, x0, x1), [fy, py] = prefix(first.yUnit, y0, y1), named = (name, unit) => unit ? `${name} (${unit})` : name;
  const X = x => left + (x - x0) / (x1 - x0) * (W - left - right), Y = y => H - bottom - (y - y0) / (y1 - y0) * (H - top - bottom);
  const parts = [], short = x => String(+x.toPrecision(4));
  for (const x of steps(x0 / fx, x1 / fx)) parts.push(`<line class="grid" x1="${X(x * fx)}" x2="${X(x * fx)}" y1="${top}" y2="${H - bottom}"/><text x="${X(x * fx)}" y="${H - bottom + 18}" text-anchor="middle">${short(x)}</text>`);
  for (const y of steps(y0 / fy, y1 / fy)) parts.push(`<line class="grid" y1="${Y(y * fy)}" y2="${Y(y * fy)}" x1="${left}" x2="${W - right}"/><text x="${left - 6}" y="${Y(y * fy) + 4}" text-anchor="end">${short(y)}</text>`);
  parts.push(`<text x="${(W + left) / 2}" y="${H - 8}" text-anchor="middle">${named(first.xName, px + first.xUnit)}</text>`,
    `<text transform="translate(14 ${H / 2}) rotate(-90)" text-anchor="middle">${named(first.yName, py + first.yUnit)}</text>`);
  plots.forEach((p, i) => {
    const path = p.x.map((x, k) => `${k ? "L" : "M"}${X(x).toFixed(2)} ${Y(p.y[k]).toFixed(2)}`).join("");
    parts.push(`<path class="curve${i ? " kept" : ""}" stroke="var(--c${i % 5})" d="${path}"/>`,
      `<text x="${left + 8 + 150 * i}" y="18" style="fill:var(--c${i % 5})">${p.label}</text>`);
  });
  svg.innerHTML = parts.join("");
  svg.setAttribute("aria-label", `${first.yName} over ${first.xName} for ${plots.map(p => p.label).join(", ")}: between ${short(y0 / fy)} and ${short(y1 / fy)} ${py}${first.yUnit}`);
}

function update() {
  const complaint = prepare();
  const result = complaint ? { error: complaint } : law.family === CONTACT ? contactCurves() : law.family === FRICTION ? frictionCurves() : filmCurves();
  $("error").textContent = result.error ?? "";
  history.replaceState(null, "", address());
  if (result.error) return;
  window.lashExplorer = { law: law.name, result, settings, experiment };
  result.plots.forEach((p, i) => {
    p.label = law.name;
    draw($("plot" + i), [p, ...kept.filter(k => k.family === law.family).map(k => k.plots[i])]);
  });
  $("numbers").caption.textContent = result.caption;
  $("numbers").tBodies[0].innerHTML = result.numbers.map(([n, v, u]) => `<tr><th>${n}</th><td>${v.toPrecision(10)}</td><td>${u}</td></tr>`).join("");
  $("command").textContent = `lash law ${law.name} ${given().map(p => `--set ${p.name}=${settings[p.name]}`).join(" ")} ${result.command}`;
}

// ----------------------------------------------------------------------------------------- sharing

function address() {
  const words = new URLSearchParams({ law: law.name });
  for (const p of parameters) if (settings[p.name] !== p.start) words.set(p.name, settings[p.name]);
  for (const [k, [, , v]] of Object.entries(experiments[law.family])) if (experiment[k] !== String(v)) words.set("." + k, experiment[k]);
  return "#" + words;
}
function fromAddress() {
  const words = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
  choose(words.law ?? "lankarani_nikravesh", words);
}

$("law").append(...[[CONTACT, "Contact laws"], [FRICTION, "Friction laws"], [FILM, "Films"]].map(([family, title]) => {
  const group = document.createElement("optgroup");
  group.label = title;
  group.append(...laws.filter(l => l.family === family).map(l => new Option(l.name)));
  return group;
}));
$("law").onchange = () => choose($("law").value);
$("params").onsubmit = e => e.preventDefault();
$("pin").onclick = () => {
  kept.push({ family: law.family, plots: window.lashExplorer.result.plots.map(p => ({ ...p, label: `${law.name} (${kept.length + 1})` })) });
  if (kept.length > 3) kept.shift();
  $("unpin").disabled = false;
  update();
};
$("unpin").onclick = () => { kept = []; $("unpin").disabled = true; update(); };
$("share").onclick = () => navigator.clipboard?.writeText(location.href).then(() => { $("share").textContent = "Copied"; setTimeout(() => { $("share").textContent = "Copy link"; }, 1500); }, () => {});
window.onhashchange = fromAddress;
fromAddress();
