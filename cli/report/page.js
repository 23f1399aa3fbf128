"use strict";
// The living parts of the page: films of mechanisms, curves to zoom into, tables to sort.
// window.lashReport shows their state to whoever drives the page from outside.
const lashReport = { films: [], curves: [] };
window.lashReport = lashReport;

// told apart by those who confuse red and green, and to be seen on white and on black
const COLOURS = ["#2a87c8", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#9a7fd1", "#8f8f3f"];

// Colours of the style sheet, which follow the system's dark or light setting.
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const redraw = () => [...lashReport.films, ...lashReport.curves].forEach(x => x.draw());

// ------------------------------------------------------------------------------------- small tools

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (typeof value === "boolean") element[key] = value;
    else element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function decode(text, Type) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return new Type(bytes.buffer);
}

// Numbers are unpacked when they are first looked at: a page with hundreds of curves opens at once.
function unpack(c, first, rows) {
  if ("constant" in c) return new Float32Array(rows).fill(c.constant);
  if (!("codes" in c)) return decode(c.data, first ? Float64Array : Float32Array);
  const step = (c.high - c.low) / 65534;
  return Float32Array.from(decode(c.codes, Uint16Array), k => (k === 65535 ? NaN : c.low + k * step));
}

const nameOf = heading => heading.replace(/ [([][^()[\]]*[)\]]$/, ""); // "PART_2_X (mm)" is called PART_2_X

function decodeTable(table) {
  table.columns.forEach((c, i) => {
    let values = null;
    Object.defineProperty(c, "values", { get: () => (values = values || unpack(c, i === 0, table.kept)) });
  });
  table.column = name => (table.columns.find(c => nameOf(c.name) === name) || {}).values;
  return table;
}

// A unit with the prefix that makes its numbers readable: { label: "force (kN)", factor: 1e-3 }.
const PREFIXES = [["p", -12], ["n", -9], ["\u00b5", -6], ["m", -3], ["", 0], ["k", 3], ["M", 6], ["G", 9]];
function fitUnit(unit, size) {
  const found = /^(p|n|\u00b5|u|m|c|k|M|G|)(m|s|g|N|J|W|Pa|Hz|rad)(?=$|[/ *])(.*)$/.exec(unit);
  if (!found || !(size > 0) || (size >= 0.1 && size < 5000)) return { unit, factor: 1 };
  const has = { u: -6, c: -2 }[found[1]] ?? PREFIXES.find(p => p[0] === found[1])[1], most = { m: 3, s: 0, g: 3, rad: 3 }[found[2]] ?? 9;
  const fits = PREFIXES.filter(p => p[1] <= most && 10 ** p[1] <= size * 10 ** has), best = fits.length ? fits[fits.length - 1] : PREFIXES[0];
  return { unit: best[0] + found[2] + found[3], factor: 10 ** (has - best[1]) };
}
function fitHeading(heading, low, high) {
  const unit = heading.slice(nameOf(heading).length).replace(/^ [([]|[)\]]$/g, "");
  if (!unit) return { label: heading, factor: 1 };
  const fitted = fitUnit(unit, Math.max(Math.abs(low), Math.abs(high)));
  return { label: `${nameOf(heading)} (${fitted.unit})`, factor: fitted.factor };
}
const withUnit = (value, unit) => { const f = fitUnit(unit, Math.abs(value)); return `${+(value * f.factor).toPrecision(4)} ${f.unit}`; };

// Sharp drawing on any screen: sizes in CSS pixels, the context scaled to the device's.
function fitCanvas(canvas, height) {
  const ratio = window.devicePixelRatio || 1, width = canvas.clientWidth || 600;
  canvas.style.height = height + "px";
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext("2d");
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  return { context, width, height };
}

// Ends of a pleasant scale: steps of 1, 2 or 5 times a power of ten.
function ticks(low, high, wanted) {
  const span = high - low, rough = span / wanted, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find(m => m * power >= rough);
  const list = [];
  for (let v = Math.ceil(low / step) * step; v <= high + 1e-9 * span; v += step) list.push(Math.abs(v) < 1e-12 * span ? 0 : v);
  return list;
}

const short = v => (v === 0 ? "0" : Math.abs(v) >= 1e5 || Math.abs(v) < 1e-3 ? v.toExponential(2) : String(+v.toPrecision(5)));

// Labels of a scale with as many digits as tell its steps apart.
function labels(list) {
  const step = list.length > 1 ? list[1] - list[0] : 1, most = Math.max(...list.map(Math.abs), step);
  const digits = Math.min(15, Math.max(2, Math.ceil(Math.log10(most / step)) + 1));
  const far = most >= 1e5 || most < 1e-3;
  return list.map(v => (v === 0 ? "0" : far ? v.toExponential(digits - 1) : String(+v.toPrecision(digits))));
}

// ---------------------------------------------------------------------------------- tables to sort

function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells];
  // words get the room, short ones none of it
  for (const row of table.tBodies[0].rows) for (const cell of row.cells) if (cell.textContent.length > 30) cell.className = "long";
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    head.title = "sort";
    head.addEventListener("keydown", e => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); head.click(); } });
  });
  heads.forEach((head, column) => head.addEventListener("click", () => {
    const down = head.getAttribute("aria-sort") === "ascending";
    heads.forEach(h => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", down ? "descending" : "ascending");
    const numeric = head.classList.contains("number"), body = table.tBodies[0];
    const key = row => row.cells[column].textContent;
    const order = (a, b) => (numeric ? (+key(a) || 0) - (+key(b) || 0) : key(a).localeCompare(key(b), "en", { numeric: true }));
    body.append(...[...body.rows].sort((a, b) => (down ? order(b, a) : order(a, b))));
  }));
}

// ------------------------------------------------------------------------------------------ curves

class Curves {
  constructor(place, tables, all) {
    this.tables = tables;
    this.all = all; // those of other runs too, to lay over
    this.over = new Set();
    this.choice = make("select", { onchange: () => this.choose(+this.choice.value) });
    tables.forEach((t, i) => this.choice.append(make("option", { value: i }, t.name)));
    this.across = make("select", { onchange: () => this.reset() });
    this.points = make("input", { type: "checkbox", onchange: () => this.draw() });
    this.picker = make("div", {});
    this.canvas = make("canvas", { tabindex: "0", role: "img" });
    this.reading = make("div", { class: "note", "aria-live": "polite" }, "");
    this.overlays = make("div", {});
    this.overlayBox = make("details", { class: "overlay" }, make("summary", {}, "overlay other runs"), this.overlays);
    place.append(make("div", { class: "panel" },
      make("div", { class: "bar" }, make("b", {}, "Curves"), this.choice, make("label", {}, "over ", this.across), make("label", {}, this.points, " points"),
        make("button", { class: "reset", onclick: () => this.reset() }, "Whole"),
        make("span", { class: "note" }, "drag or wheel to zoom, double-click for the whole; keys: arrows, + \u2212 0")),
      make("div", { class: "views" }, make("div", { class: "main" }, this.canvas, this.reading), make("div", { class: "picker" }, this.picker, this.overlayBox))));
    this.listen();
    const first = tables.findIndex(t => /^(curves|request)/.test(t.name));
    this.choice.value = Math.max(0, first);
    this.choose(Math.max(0, first));
  }

  choose(index) {
    this.table = this.tables[index];
    this.across.replaceChildren(...this.table.columns.map((c, i) => make("option", { value: i }, c.name)));
    const varies = c => c.values.some(v => v !== c.values[0] && v === v);
    const wanted = Math.max(1, this.table.columns.findIndex((c, i) => i > 0 && varies(c)));
    this.picker.replaceChildren(...this.table.columns.map((c, i) => make("label", {},
      make("input", { type: "checkbox", value: i, checked: i === wanted, onchange: () => this.reset() }),
      make("i", { style: "background:" + COLOURS[i % COLOURS.length] }), c.name)));
    this.findOthers();
    this.reset();
  }

  // Tables of other runs, or others of this one, with columns of the same names.
  findOthers() {
    this.over.clear();
    const mine = new Set(this.table.columns.slice(1).map(c => c.name));
    const fits = this.all.filter(o => o.table !== this.table && o.table.columns[0].name === this.table.columns[0].name &&
      o.table.columns.some((c, i) => i && mine.has(c.name))).slice(0, 60);
    this.overlayBox.hidden = !fits.length;
    this.overlays.replaceChildren(...fits.map(o => make("label", {}, make("input", { type: "checkbox", onchange: e => {
      if (e.target.checked) this.over.add(o); else this.over.delete(o);
      this.reset();
    } }), " ", o.title)));
  }

  // Lines to draw: columns of the table, then the same of those laid over it.
  lines() {
    const own = this.table.columns, across = own[+this.across.value], list = [], here = this.all.find(o => o.table === this.table);
    for (const c of this.shown()) list.push({ x: across.values, y: own[c].values, colour: COLOURS[c % COLOURS.length], dash: [], name: own[c].name + (this.over.size ? ", " + here.title : "") });
    [...this.over].forEach((o, k) => {
      const x = o.table.columns.find(c => c.name === across.name);
      for (const c of this.shown()) {
        const y = o.table.columns.find(d => d.name === own[c].name);
        if (x && y) list.push({ x: x.values, y: y.values, colour: COLOURS[(c + k + 1) % COLOURS.length], dash: [7, 3 + k % 3], name: `${own[c].name}, ${o.title}` });
      }
    });
    return list;
  }

  shown() {
    return [...this.picker.querySelectorAll("input:checked")].map(box => +box.value);
  }

  reset() {
    const all = { x0: Infinity, x1: -Infinity, y0: Infinity, y1: -Infinity };
    for (const line of this.lines()) {
      for (const v of line.x) { if (v < all.x0) all.x0 = v; if (v > all.x1) all.x1 = v; }
      for (const v of line.y) { if (v < all.y0) all.y0 = v; if (v > all.y1) all.y1 = v; }
    }
    if (!(all.x1 >= all.x0)) { all.x0 = 0; all.x1 = 1; }
    if (!(all.y1 >= all.y0)) { all.y0 = -1; all.y1 = 1; }
    if (all.y1 === all.y0) { all.y0 -= Math.abs(all.y0) || 1; all.y1 += Math.abs(all.y1) || 1; }
    if (all.x1 === all.x0) { all.x0 -= 1; all.x1 += 1; }
    const room = 0.04 * (all.y1 - all.y0);
    this.view = { x0: all.x0, x1: all.x1, y0: all.y0 - room, y1: all.y1 + room };
    this.draw();
  }

  draw() {
    const legend = this.over.size ? 10 + 14 * this.lines().length : 0;
    const { context: g, width, height } = fitCanvas(this.canvas, 340 + legend);
    const box = this.box = { left: 84, top: 12, right: width - 14, bottom: height - 40 - legend };
    const v = this.view;
    this.toX = x => box.left + (x - v.x0) / (v.x1 - v.x0) * (box.right - box.left);
    this.toY = y => box.bottom - (y - v.y0) / (v.y1 - v.y0) * (box.bottom - box.top);
    this.drawAxes(g);
    g.save();
    g.beginPath();
    g.rect(box.left, box.top, box.right - box.left, box.bottom - box.top);
    g.clip();
    const points = this.points.checked, lines = this.lines();
    for (const line of lines) this.drawLine(g, line.x, line.y, line.colour, points, line.dash);
    if (this.drag) {
      g.fillStyle = "rgba(31,95,168,.12)";
      g.fillRect(this.drag.x, this.drag.y, this.drag.toX - this.drag.x, this.drag.toY - this.drag.y);
    }
    g.restore();
    if (this.over.size) this.drawLegend(g, lines);
    const { stride, kept, rows } = this.table;
    this.note = stride > 1 ? `${kept} of ${rows} rows, with all peaks; the table has the rest` : `${rows} rows`;
    this.reading.textContent = this.note;
    this.canvas.setAttribute("aria-label", `${lines.map(l => l.name).join(", ") || "nothing"} over ${this.table.columns[+this.across.value].name} ` +
      `from ${short(v.x0)} to ${short(v.x1)}, axis from ${short(v.y0)} to ${short(v.y1)}`);
  }

  drawLegend(g, lines) {
    const b = this.box;
    g.font = "11px system-ui, sans-serif"; g.textAlign = "left";
    lines.forEach((line, k) => {
      g.strokeStyle = line.colour; g.lineWidth = 2; g.setLineDash(line.dash);
      g.beginPath(); g.moveTo(b.left + 8, b.bottom + 50 + 14 * k); g.lineTo(b.left + 34, b.bottom + 50 + 14 * k); g.stroke();
      g.fillStyle = css("--ink");
      g.fillText(line.name, b.left + 40, b.bottom + 54 + 14 * k);
    });
    g.setLineDash([]);
  }

  drawAxes(g) {
    const b = this.box, v = this.view, shown = this.shown();
    const xAxis = fitHeading(this.table.columns[+this.across.value].name, v.x0, v.x1);
    const yAxis = shown.length === 1 ? fitHeading(this.table.columns[shown[0]].name, v.y0, v.y1) : { label: "", factor: 1 };
    g.font = "11px system-ui, sans-serif";
    g.lineWidth = 1;
    g.strokeStyle = css("--grid");
    g.fillStyle = css("--soft");
    g.textAlign = "center";
    const across = ticks(v.x0, v.x1, 7), up = ticks(v.y0, v.y1, 6), acrossLabels = labels(across.map(t => t * xAxis.factor)), upLabels = labels(up.map(t => t * yAxis.factor));
    across.forEach((t, k) => {
      g.beginPath(); g.moveTo(this.toX(t), b.top); g.lineTo(this.toX(t), b.bottom); g.stroke();
      g.fillText(acrossLabels[k], this.toX(t), b.bottom + 15);
    });
    g.textAlign = "right";
    up.forEach((t, k) => {
      g.beginPath(); g.moveTo(b.left, this.toY(t)); g.lineTo(b.right, this.toY(t)); g.stroke();
      g.fillText(upLabels[k], b.left - 5, this.toY(t) + 4);
    });
    g.textAlign = "center";
    g.fillText(xAxis.label, (b.left + b.right) / 2, b.bottom + 32);
    g.save(); g.translate(14, (b.top + b.bottom) / 2); g.rotate(-Math.PI / 2); g.fillText(yAxis.label, 0, 0); g.restore();
    g.strokeStyle = css("--frame");
    g.strokeRect(b.left, b.top, b.right - b.left, b.bottom - b.top);
  }

  drawLine(g, x, y, colour, points, dash) {
    g.strokeStyle = g.fillStyle = colour;
    g.setLineDash(dash);
    g.lineWidth = 1.3;
    g.beginPath();
    let pen = false;
    for (let i = 0; i < x.length; i++) {
      if (!(y[i] === y[i])) { pen = false; continue; }
      if (points) g.fillRect(this.toX(x[i]) - 1.5, this.toY(y[i]) - 1.5, 3, 3);
      else if (pen) g.lineTo(this.toX(x[i]), this.toY(y[i]));
      else g.moveTo(this.toX(x[i]), this.toY(y[i]));
      pen = true;
    }
    if (!points) g.stroke();
    g.setLineDash([]);
  }

  fromPixels(px, py) {
    const b = this.box, v = this.view;
    return { x: v.x0 + (px - b.left) / (b.right - b.left) * (v.x1 - v.x0), y: v.y0 + (b.bottom - py) / (b.bottom - b.top) * (v.y1 - v.y0) };
  }

  listen() {
    const at = e => ({ x: e.offsetX, y: e.offsetY });
    this.canvas.addEventListener("pointerdown", e => { const p = at(e); this.drag = { x: p.x, y: p.y, toX: p.x, toY: p.y }; this.canvas.setPointerCapture(e.pointerId); });
    this.canvas.addEventListener("pointermove", e => {
      const p = at(e);
      if (this.drag) { this.drag.toX = p.x; this.drag.toY = p.y; this.draw(); }
      this.read(p);
    });
    this.canvas.addEventListener("pointerup", () => {
      const d = this.drag;
      this.drag = null;
      if (d && Math.abs(d.toX - d.x) > 5 && Math.abs(d.toY - d.y) > 5) {
        const a = this.fromPixels(d.x, d.y), b = this.fromPixels(d.toX, d.toY);
        this.view = { x0: Math.min(a.x, b.x), x1: Math.max(a.x, b.x), y0: Math.min(a.y, b.y), y1: Math.max(a.y, b.y) };
      }
      this.draw();
    });
    this.canvas.addEventListener("dblclick", () => this.reset());
    this.canvas.addEventListener("wheel", e => {
      e.preventDefault();
      const c = this.fromPixels(e.offsetX, e.offsetY), k = e.deltaY > 0 ? 1.2 : 1 / 1.2, v = this.view;
      this.view = { x0: c.x + (v.x0 - c.x) * k, x1: c.x + (v.x1 - c.x) * k, y0: c.y + (v.y0 - c.y) * k, y1: c.y + (v.y1 - c.y) * k };
      this.draw();
    }, { passive: false });
    this.canvas.addEventListener("keydown", e => {
      const v = this.view, w = v.x1 - v.x0, h = v.y1 - v.y0, move = (x, y) => { this.view = { x0: v.x0 + x * w, x1: v.x1 + x * w, y0: v.y0 + y * h, y1: v.y1 + y * h }; };
      const grow = k => { this.view = { x0: v.x0 - k * w, x1: v.x1 + k * w, y0: v.y0 - k * h, y1: v.y1 + k * h }; };
      const keys = { ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0), ArrowUp: () => move(0, 0.1), ArrowDown: () => move(0, -0.1),
        "+": () => grow(-0.1), "-": () => grow(0.125), 0: () => this.reset(), Home: () => this.reset() };
      if (!keys[e.key]) return;
      e.preventDefault();
      keys[e.key]();
      this.draw();
    });
    window.addEventListener("resize", () => this.draw());
  }

  // The row nearest to the pointer, in words.
  read(pixel) {
    const x = this.table.columns[+this.across.value].values, wanted = this.fromPixels(pixel.x, pixel.y).x;
    let best = 0;
    for (let i = 1; i < x.length; i++) if (Math.abs(x[i] - wanted) < Math.abs(x[best] - wanted)) best = i;
    const name = this.table.columns[+this.across.value].name;
    this.reading.textContent = [`${name} = ${short(x[best])}`].concat(this.shown().map(c =>
      `${this.table.columns[c].name} = ${short(this.table.columns[c].values[best])}`)).join("   ") + "   (" + this.note + ")";
  }
}

// -------------------------------------------------------------------------------------------- film

function parseScene(text) {
  const scene = { title: "", length: "", parts: new Map(), markers: new Map(), links: [], joints: [], forces: [], clearances: [], shapes: [] };
  for (const line of text.split("\n")) {
    const w = line.split(" "), rest = line.slice(w[0].length + 1), n = k => +w[k];
    switch (w[0]) {
      case "title": scene.title = rest; break;
      case "length": scene.length = rest.toLowerCase(); break;
      case "part": scene.parts.set(n(1), { id: n(1), name: w.slice(2).join(" ") || "part " + w[1] }); break;
      case "marker": scene.markers.set(n(1), { id: n(1), part: n(2), x: w.slice(3, 6).map(Number), r: w.slice(6, 15).map(Number) }); break;
      case "link": scene.links.push({ part: n(1), a: n(2), b: n(3) }); break;
      case "joint": scene.joints.push({ name: w[1], type: w[2], i: n(3), j: n(4) }); break;
      case "force": scene.forces.push({ name: w[1], i: n(2), j: n(3) }); break;
      case "clearance": scene.clearances.push({ name: w[1], outer: n(2), inner: n(3), gap: n(4), shape: w[5] }); break;
      case "shape": scene.shapes.push({ kind: w[1], numbers: w.slice(2).map(Number) }); break;
    }
  }
  return scene;
}

// Body 3-1-3 angles to a rotation matrix, row major.
function rotation(psi, theta, phi) {
  const c1 = Math.cos(psi), s1 = Math.sin(psi), c2 = Math.cos(theta), s2 = Math.sin(theta), c3 = Math.cos(phi), s3 = Math.sin(phi);
  return [c1 * c3 - s1 * c2 * s3, -c1 * s3 - s1 * c2 * c3, s1 * s2, s1 * c3 + c1 * c2 * s3, -s1 * s3 + c1 * c2 * c3, -c1 * s2, s2 * s3, s2 * c3, c2];
}
const turn = (r, x) => [0, 1, 2].map(i => r[3 * i] * x[0] + r[3 * i + 1] * x[1] + r[3 * i + 2] * x[2]);
const turnBack = (r, x) => [0, 1, 2].map(i => r[i] * x[0] + r[3 + i] * x[1] + r[6 + i] * x[2]);
const add = (a, b) => a.map((v, i) => v + b[i]);
const minus = (a, b) => a.map((v, i) => v - b[i]);
const norm = a => Math.hypot(...a);
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const SIGNS = { meter: "m", millimeter: "mm", centimeter: "cm", micrometer: "\u00b5m", kilometer: "km", inch: "in", foot: "ft" };

// ------------------------------------------------------------------------------------------ solids

// Lists of faces in the frame of a marker, corners counter-clockwise as seen from outside.
function rings(list, sides, closed) {
  const faces = [];
  for (let i = 0; i + 1 < list.length; i++) for (let k = 0; k < sides; k++) {
    const n = (k + 1) % sides;
    faces.push([list[i][k], list[i][n], list[i + 1][n], list[i + 1][k]]);
  }
  if (closed) faces.push([...list[0]].reverse(), list[list.length - 1]);
  return faces;
}
const ring = (radius, z, sides) => Array.from({ length: sides }, (_, k) => [radius * Math.cos(2 * Math.PI * k / sides), radius * Math.sin(2 * Math.PI * k / sides), z]);
function frustum(length, bottom, top, sides) {
  const ends = [ring(bottom, 0, sides), ring(top, length, sides)];
  return rings(length < 0 ? ends.reverse() : ends, sides, true);
}
function ellipsoid(diameters) {
  const levels = 10, tiny = 1e-3;
  const list = Array.from({ length: levels + 1 }, (_, i) => { const a = Math.PI * (i / levels - 0.5); return ring(Math.max(tiny, Math.cos(a)) / 2, Math.sin(a) / 2, 16); });
  return rings(list, 16, true).map(face => face.map(p => p.map((v, k) => v * diameters[k])));
}
function box(edges) {
  const c = k => [k & 1 ? edges[0] : 0, k & 2 ? edges[1] : 0, k & 4 ? edges[2] : 0];
  const faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]].map(f => f.map(c));
  return edges[0] * edges[1] * edges[2] < 0 ? faces.map(f => f.reverse()) : faces;
}
function torus(major, minor) {
  const n = 24, list = Array.from({ length: n + 1 }, (_, i) => { const a = 2 * Math.PI * i / n; return Array.from({ length: 10 }, (_, k) => {
    const b = 2 * Math.PI * k / 10, r = major + minor * Math.cos(b); return [r * Math.cos(a), r * Math.sin(a), minor * Math.sin(b)]; }); });
  return rings(list, 10, false).map(f => f.reverse());
}
function mesh(shape) {
  const n = shape.numbers;
  switch (shape.kind) {
    case "cylinder": return frustum(n[1], n[2], n[2], 24);
    case "frustum": return frustum(n[1], n[2], n[3], 24);
    case "ellipsoid": return ellipsoid(n.slice(1, 4));
    case "box": return box(n.slice(1, 4));
    case "torus": return torus(n[1], n[2]);
    default: return null;
  }
}

class Film {
  constructor(place, scene, parts, forces, oil, worn) {
    this.scene = scene;
    this.oil = oil;
    this.worn = worn;
    this.rings = new Map();
    this.parts = parts;
    this.forces = forces;
    this.time = parts.columns[0].values;
    this.frames = this.time.length;
    this.frame = 0;
    this.playing = false;
    this.columns = new Map([...scene.parts.keys()].map(id =>
      [id, ["X", "Y", "Z", "PSI", "THETA", "PHI"].map(k => parts.column(`PART_${id}_${k}`))]));
    this.findNodes();
    this.measure();
    this.build(place);
    this.listen();
    this.draw();
  }

  // Nodes of flexible bodies: those of a beam follow each other along it.
  findNodes() {
    this.flexible = new Map();
    this.parts.columns.forEach((c, k) => {
      const found = /^((FE_PART|FLEX_BODY)_[0-9]+)_NODE_.*_X( \(.*\))?$/.exec(c.name);
      if (!found) return;
      if (!this.flexible.has(found[1])) this.flexible.set(found[1], { beam: found[2] === "FE_PART", nodes: [] });
      this.flexible.get(found[1]).nodes.push([0, 1, 2].map(i => this.parts.columns[k + i].values));
    });
  }

  pose(part, frame) {
    const c = this.columns.get(part);
    if (!c || !c[0]) return { x: [0, 0, 0], r: [1, 0, 0, 0, 1, 0, 0, 0, 1] };
    return { x: [c[0][frame], c[1][frame], c[2][frame]], r: rotation(c[3][frame], c[4][frame], c[5][frame]) };
  }

  place(marker, frame) {
    const m = this.scene.markers.get(marker);
    if (!m) return null;
    const p = this.pose(m.part, frame);
    return add(p.x, turn(p.r, m.x));
  }

  axes(marker, frame) {
    const m = this.scene.markers.get(marker), p = this.pose(m.part, frame).r, out = [];
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) out.push(p[3 * i] * m.r[j] + p[3 * i + 1] * m.r[3 + j] + p[3 * i + 2] * m.r[6 + j]);
    return out;
  }

  // How large everything is over the whole film, and the largest force.
  measure() {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const some = Math.max(1, Math.floor(this.frames / 50));
    const grow = x => { for (let k = 0; k < 3; k++) { low[k] = Math.min(low[k], x[k]); high[k] = Math.max(high[k], x[k]); } };
    const used = new Set(this.scene.links.flatMap(l => [l.a, l.b]).concat(this.scene.joints.flatMap(j => [j.i, j.j])));
    for (let f = 0; f < this.frames; f += some) {
      for (const id of used) {
        const x = this.place(id, f);
        if (x) grow(x);
      }
      for (const body of this.flexible.values()) body.nodes.forEach(n => grow(n.map(v => v[f])));
    }
    this.centre = low.map((v, k) => (v + high[k]) / 2 || 0);
    this.size = norm(minus(high, low)) || 1;
    const flat = high[2] - low[2] < 0.02 * this.size;
    this.camera = { yaw: flat ? 0 : -0.6, pitch: flat ? 0 : 0.45, zoom: 1, pan: [0, 0] };
    this.arrows = this.scene.forces.map(f => {
      const column = k => this.forces && this.forces.column(f.name.replace("/", "_") + "_" + k);
      return { ...f, f: ["FX", "FY", "FZ"].map(column) };
    }).filter(f => f.f[0] && this.scene.markers.has(f.i));
    this.largest = 0;
    for (const a of this.arrows) for (let i = 0; i < this.frames; i++) this.largest = Math.max(this.largest, Math.hypot(a.f[0][i], a.f[1][i], a.f[2][i]));
  }

  build(place) {
    const box = (text, checked) => {
      const input = make("input", { type: "checkbox", checked, onchange: () => this.draw() });
      return [make("label", {}, input, " " + text), input];
    };
    let labels, shapes, arrows, trails;
    [labels, this.showMarkers] = box("markers", false);
    [arrows, this.showForces] = box("forces", true);
    [shapes, this.showShapes] = box("shapes", true);
    [trails, this.showTrails] = box("paths", true);
    this.button = make("button", { class: "play", onclick: () => this.toggle() }, "Play");
    this.slider = make("input", { type: "range", "aria-label": "time", min: 0, max: this.frames - 1, value: 0, oninput: () => { this.frame = +this.slider.value; this.draw(); } });
    this.speed = make("select", { title: "length of the film" }, ...[["5 s", 5], ["10 s", 10], ["30 s", 30], ["2 min", 120]].map(([t, v]) => make("option", { value: v }, t)));
    this.speed.value = 10;
    this.clock = make("span", { class: "note" }, "");
    this.canvas = make("canvas", { class: "scene", tabindex: "0", role: "img" });
    const views = make("div", { class: "views" }, make("div", { class: "main" }, this.canvas));
    this.joint = make("select", { onchange: () => this.draw() }, ...this.scene.clearances.map((c, i) => make("option", { value: i }, c.name)));
    this.plane = make("select", { onchange: () => this.draw() }, ...["x-y", "y-z", "x-z"].map((t, i) => make("option", { value: i }, t)));
    this.orbit = make("canvas", { class: "orbit", role: "img" });
    if (this.scene.clearances.length) {
      views.append(make("div", {}, this.orbit, make("div", { class: "bar note" }, "clearance joint ", this.joint, " in plane ", this.plane, " of the outer part")));
    }
    place.append(make("div", { class: "panel" },
      make("div", { class: "bar" }, this.button, this.slider, this.clock, make("label", {}, "film of ", this.speed), trails, arrows, shapes, labels),
      views, make("div", { class: "note" }, "drag to turn, shift-drag to move, wheel to zoom; keys: space plays, \u2190 \u2192 step, shift-arrows turn, + \u2212 zoom, 0 resets. ", this.scene.title)));
  }

  toggle() {
    this.playing = !this.playing;
    this.button.textContent = this.playing ? "Pause" : "Play";
    if (!this.playing) return;
    if (this.frame >= this.frames - 1) this.frame = 0;
    let before = null, exact = this.frame;
    const step = now => {
      if (!this.playing) return;
      exact += before === null ? 0 : (now - before) / 1000 / +this.speed.value * (this.frames - 1);
      before = now;
      this.frame = Math.min(this.frames - 1, Math.floor(exact));
      this.slider.value = this.frame;
      this.draw();
      if (this.frame >= this.frames - 1) this.toggle();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  listen() {
    let last = null;
    this.canvas.addEventListener("pointerdown", e => { last = e; this.canvas.setPointerCapture(e.pointerId); });
    this.canvas.addEventListener("pointerup", () => { last = null; });
    this.canvas.addEventListener("pointermove", e => {
      if (!last) return;
      const dx = e.clientX - last.clientX, dy = e.clientY - last.clientY, c = this.camera;
      if (e.shiftKey) c.pan = [c.pan[0] + dx, c.pan[1] + dy];
      else { c.yaw += dx * 0.008; c.pitch = Math.max(-1.57, Math.min(1.57, c.pitch + dy * 0.008)); }
      last = e;
      this.draw();
    });
    this.canvas.addEventListener("wheel", e => { e.preventDefault(); this.camera.zoom *= e.deltaY > 0 ? 1 / 1.15 : 1.15; this.draw(); }, { passive: false });
    this.canvas.addEventListener("dblclick", () => { this.camera.zoom = 1; this.camera.pan = [0, 0]; this.draw(); });
    this.canvas.addEventListener("keydown", e => {
      const c = this.camera, leap = Math.max(1, Math.round(this.frames / 100));
      const to = f => { this.frame = Math.max(0, Math.min(this.frames - 1, f)); this.slider.value = this.frame; };
      const tip = d => { c.pitch = Math.max(-1.57, Math.min(1.57, c.pitch + d)); };
      const plain = { " ": () => this.toggle(), ArrowLeft: () => to(this.frame - leap), ArrowRight: () => to(this.frame + leap), Home: () => to(0),
        End: () => to(this.frames - 1), "+": () => { c.zoom *= 1.15; }, "-": () => { c.zoom /= 1.15; }, 0: () => { c.zoom = 1; c.pan = [0, 0]; } };
      const shifted = { ArrowLeft: () => { c.yaw -= 0.1; }, ArrowRight: () => { c.yaw += 0.1; }, ArrowUp: () => tip(0.1), ArrowDown: () => tip(-0.1) };
      const action = (e.shiftKey && shifted[e.key]) || plain[e.key];
      if (!action) return;
      e.preventDefault();
      action();
      this.draw();
    });
    window.addEventListener("resize", () => this.draw());
  }

  draw() {
    const { context: g, width, height } = fitCanvas(this.canvas, 420), c = this.camera;
    const scale = 0.85 * Math.min(width, height * 1.5) / this.size * c.zoom;
    const cy = Math.cos(c.yaw), sy = Math.sin(c.yaw), cp = Math.cos(c.pitch), sp = Math.sin(c.pitch);
    this.paper = x => {
      const d = minus(x, this.centre), a = cy * d[0] + sy * d[2], b = -sy * d[0] + cy * d[2];
      return [width / 2 + c.pan[0] + scale * a, height / 2 + c.pan[1] - scale * (cp * d[1] - sp * b), sp * d[1] + cp * b];
    };
    this.scale = scale;
    this.toward = [-cp * sy, sp, cp * cy];
    this.light = [-0.3 * cy + 0.5 * sp * sy - 0.8 * cp * sy, 0.5 * cp + 0.8 * sp, -0.3 * sy - 0.5 * sp * cy + 0.8 * cp * cy];
    g.lineCap = g.lineJoin = "round";
    if (this.showTrails.checked) this.drawTrails(g);
    this.drawBodies(g);
    this.drawJoints(g);
    if (this.showForces.checked) this.drawForces(g);
    if (this.showMarkers.checked) this.drawMarkers(g);
    this.drawClearances(g);
    this.drawTriad(g, height, cy, sy, cp, sp);
    this.clock.textContent = "t = " + this.time[this.frame].toPrecision(5);
    this.canvas.setAttribute("aria-label", `${this.scene.title || "The mechanism"}: ${[...this.scene.parts.values()].map(p => p.name).join(", ")}; ` +
      `time ${this.time[this.frame].toPrecision(5)}, frame ${this.frame + 1} of ${this.frames}`);
    if (this.scene.clearances.length) this.drawOrbit();
  }

  colour(part) {
    return COLOURS[[...this.scene.parts.keys()].indexOf(part) % COLOURS.length];
  }

  line(g, points) {
    g.beginPath();
    points.forEach((p, i) => { const q = this.paper(p); if (i) g.lineTo(q[0], q[1]); else g.moveTo(q[0], q[1]); });
    g.stroke();
  }

  // Faces of bars and shapes, far ones first, so that near ones cover them; lit from above left.
  drawBodies(g) {
    const faces = [], shaped = new Set(), shapes = this.showShapes.checked ? this.scene.shapes : [];
    for (const shape of shapes) {
      const marker = this.scene.markers.get(shape.numbers[0]), solid = marker && mesh(shape);
      if (!solid) continue;
      shaped.add(marker.part);
      this.addFaces(faces, solid, this.place(marker.id, this.frame), this.axes(marker.id, this.frame), this.colour(marker.part));
    }
    for (const l of this.scene.links) {
      const a = this.place(l.a, this.frame), b = this.place(l.b, this.frame);
      if (!a || !b || shaped.has(l.part) || !(norm(minus(b, a)) > 0)) continue;
      const d = minus(b, a), length = norm(d), z = d.map(v => v / length), across = Math.abs(z[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0];
      const x0 = cross(across, z), x = x0.map(v => v / norm(x0)), y = cross(z, x), r = 0.011 * this.size;
      this.addFaces(faces, frustum(length, r, r, 10), a, [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]], this.colour(l.part));
    }
    faces.sort((p, q) => p.depth - q.depth);
    g.lineWidth = 0.6;
    for (const f of faces) {
      g.fillStyle = g.strokeStyle = f.colour;
      g.beginPath();
      f.points.forEach((q, i) => (i ? g.lineTo(q[0], q[1]) : g.moveTo(q[0], q[1])));
      g.closePath(); g.fill(); g.stroke();
    }
    for (const shape of shapes) if (!mesh(shape)) this.drawOutline(g, shape);
    for (const [id, part] of this.scene.parts) {
      const c = this.columns.get(id);
      if (!c || !c[0]) continue;
      const q = this.paper(this.pose(id, this.frame).x);
      g.font = "11px system-ui, sans-serif"; g.textAlign = "left"; g.fillStyle = css("--ink");
      g.fillText(part.name, q[0] + 9, q[1] - 9);
    }
    let count = 0;
    for (const body of this.flexible.values()) {
      const points = body.nodes.map(n => n.map(v => v[this.frame]));
      g.strokeStyle = g.fillStyle = COLOURS[(this.scene.parts.size + count++) % COLOURS.length]; g.lineWidth = 4;
      if (body.beam) this.line(g, points);
      else for (const p of points) { const q = this.paper(p); g.fillRect(q[0] - 2, q[1] - 2, 4, 4); }
    }
  }

  addFaces(faces, solid, origin, axes, colour) {
    const base = [1, 3, 5].map(k => parseInt(colour.slice(k, k + 2), 16)), lit = norm(this.light);
    for (const face of solid) {
      const world = face.map(p => add(origin, turn(axes, p)));
      const n = cross(minus(world[1], world[0]), minus(world[2], world[0])), length = norm(n);
      if (!(length > 0) || dot(n, this.toward) <= 0) continue; // edge-on or turned away
      const shade = 0.45 + 0.62 * Math.max(0, dot(n, this.light) / length / lit);
      const points = world.map(p => this.paper(p));
      faces.push({ points, depth: points.reduce((sum, q) => sum + q[2], 0) / points.length,
        colour: `rgb(${base.map(v => Math.min(255, Math.round(v * shade))).join(",")})` });
    }
  }

  // Circles and outlines have no faces.
  drawOutline(g, shape) {
    const n = shape.numbers, marker = this.scene.markers.get(n[0]);
    if (!marker) return;
    g.strokeStyle = this.colour(marker.part); g.lineWidth = 1.5;
    if (shape.kind === "outline") {
      const points = n.map(id => this.place(id, this.frame));
      if (points.every(p => p)) this.line(g, points);
    } else if (shape.kind === "circle") {
      const o = this.place(n[0], this.frame), r = this.axes(n[0], this.frame);
      this.line(g, Array.from({ length: 49 }, (_, k) => add(o, turn(r, [n[1] * Math.cos(k * Math.PI / 24), n[1] * Math.sin(k * Math.PI / 24), 0]))));
    }
  }

  // The play of a joint as large as it is: a dot until one zooms in.
  drawClearances(g) {
    for (const c of this.scene.clearances) {
      const x = this.place(c.outer, this.frame), radius = c.gap * this.scale;
      if (!x || radius < 2) continue;
      const q = this.paper(x);
      g.strokeStyle = css("--force"); g.lineWidth = 1.5;
      g.beginPath(); g.arc(q[0], q[1], radius, 0, 7); g.stroke();
    }
  }

  drawJoints(g) {
    for (const j of this.scene.joints) {
      const x = this.place(j.i, this.frame);
      if (!x) continue;
      const q = this.paper(x);
      g.fillStyle = css("--paper"); g.strokeStyle = css("--ink"); g.lineWidth = 1.5;
      g.beginPath();
      if (j.type === "translational") g.rect(q[0] - 5, q[1] - 5, 10, 10); else g.arc(q[0], q[1], 5, 0, 7);
      g.fill(); g.stroke();
    }
  }

  drawForces(g) {
    if (!this.largest) return;
    for (const a of this.arrows) {
      const f = [0, 1, 2].map(k => a.f[k][this.frame]), size = norm(f), from = this.place(a.i, this.frame);
      if (size < 1e-6 * this.largest) continue;
      // length by the root: a contact's peak and its rest are both to be seen
      const length = 0.3 * this.size * Math.sqrt(size / this.largest);
      const to = add(from, f.map(v => v / size * length)), p = this.paper(from), q = this.paper(to);
      g.strokeStyle = g.fillStyle = css("--force"); g.lineWidth = 2;
      g.beginPath(); g.moveTo(p[0], p[1]); g.lineTo(q[0], q[1]); g.stroke();
      const angle = Math.atan2(q[1] - p[1], q[0] - p[0]);
      g.beginPath(); g.moveTo(q[0], q[1]);
      for (const s of [2.7, -2.7]) g.lineTo(q[0] + 9 * Math.cos(angle + s), q[1] + 9 * Math.sin(angle + s));
      g.fill();
      g.font = "11px system-ui, sans-serif"; g.textAlign = "left";
      g.fillText(`${a.name} ${short(size)}`, q[0] + 6, q[1] + 4);
    }
  }

  drawTrails(g) {
    g.lineWidth = 1;
    const some = Math.max(1, Math.floor(this.frames / 400));
    for (const [id] of this.scene.parts) {
      const c = this.columns.get(id);
      if (!c || !c[0]) continue;
      const points = [];
      for (let f = 0; f <= this.frame; f += some) points.push([c[0][f], c[1][f], c[2][f]]);
      g.strokeStyle = this.colour(id) + css("--trail");
      if (points.length > 1) this.line(g, points);
    }
  }

  drawMarkers(g) {
    g.font = "10px system-ui, sans-serif"; g.fillStyle = css("--soft"); g.textAlign = "left";
    for (const id of this.scene.markers.keys()) {
      const q = this.paper(this.place(id, this.frame));
      g.fillRect(q[0] - 1.5, q[1] - 1.5, 3, 3);
      g.fillText(id, q[0] + 4, q[1] + 10);
    }
  }

  drawTriad(g, height, cy, sy, cp, sp) {
    g.font = "11px system-ui, sans-serif"; g.lineWidth = 1.5; g.textAlign = "center";
    [["x", [1, 0, 0], "#c62828"], ["y", [0, 1, 0], "#2e9d42"], ["z", [0, 0, 1], "#2a87c8"]].forEach(([name, d, colour]) => {
      const a = cy * d[0] + sy * d[2], b = -sy * d[0] + cy * d[2], x = 34 + 24 * a, y = height - 34 - 24 * (cp * d[1] - sp * b);
      g.strokeStyle = g.fillStyle = colour;
      g.beginPath(); g.moveTo(34, height - 34); g.lineTo(x, y); g.stroke();
      g.fillText(name, x + 6 * a, y + 4 - 6 * (cp * d[1] - sp * b));
    });
  }

  // Where the inner part's centre is within the play, seen from the outer part.
  offset(clearance, frame) {
    const d = minus(this.place(clearance.inner, frame), this.place(clearance.outer, frame));
    return turnBack(this.axes(clearance.outer, frame), d);
  }

  // The circle of the play and the path of the centre in it, both to the same scale.
  drawOrbit() {
    const { context: g, width, height } = fitCanvas(this.orbit, 388), c = this.scene.clearances[+this.joint.value];
    const [u, v] = [[0, 1], [1, 2], [0, 2]][+this.plane.value], middle = [width / 2, height / 2 - 8];
    const scale = 0.4 * Math.min(width, height) / (1.15 * c.gap), at = x => [middle[0] + scale * x[u], middle[1] - scale * x[v]];
    g.strokeStyle = css("--frame"); g.lineWidth = 1.5;
    g.beginPath(); g.arc(middle[0], middle[1], scale * c.gap, 0, 7); g.stroke();
    if (+this.plane.value === 0) this.drawSurfaces(g, c, middle, scale);
    g.lineWidth = 0.5;
    g.beginPath(); g.moveTo(middle[0] - 6, middle[1]); g.lineTo(middle[0] + 6, middle[1]); g.moveTo(middle[0], middle[1] - 6); g.lineTo(middle[0], middle[1] + 6); g.stroke();
    const window_ = Math.max(1, Math.floor(this.frames / 5)), from = Math.max(0, this.frame - window_), some = Math.max(1, Math.floor(window_ / 1500));
    g.strokeStyle = COLOURS[0]; g.lineWidth = 1;
    g.beginPath();
    for (let f = from; f <= this.frame; f += some) { const q = at(this.offset(c, f)); if (f === from) g.moveTo(q[0], q[1]); else g.lineTo(q[0], q[1]); }
    g.stroke();
    const here = this.offset(c, this.frame), q = at(here), r = norm(c.shape === "circle" ? here.slice(0, 2) : here);
    const unit = SIGNS[this.scene.length] || this.scene.length, touching = r > c.gap;
    const words = touching ? "in contact, penetration " + withUnit(r - c.gap, unit) : "apart, gap " + withUnit(c.gap - r, unit);
    g.fillStyle = touching ? css("--force") : css("--accent");
    g.beginPath(); g.arc(q[0], q[1], 5, 0, 7); g.fill();
    g.font = "11px system-ui, sans-serif"; g.textAlign = "left";
    g.fillText(words, 8, 16);
    this.drawScaleBar(g, 10, height - 14, scale, c.gap, unit);
    this.orbit.setAttribute("aria-label", `${c.name}: centre of the inner part within its play of ${withUnit(c.gap, unit)}; ${words}`);
    this.touching = touching;
  }

  // Columns GFORCE_1_P0, GFORCE_1_P5 ... around a joint, and the greatest of their values.
  ring(table, joint, kind) {
    const head = joint.replace("/", "_") + "_" + kind;
    if (!this.rings.has(head)) {
      const digits = new RegExp("^" + head + "\\d+( |$)"), columns = table ? table.columns.filter(c => digits.test(c.name)) : [];
      const most = columns.reduce((m, c) => c.values.reduce((n, v) => Math.max(n, v || 0), m), 0);
      this.rings.set(head, { columns, most });
    }
    return this.rings.get(head);
  }

  // The same at the present time; null where there is nothing.
  around(table, joint, kind) {
    const { columns, most } = this.ring(table, joint, kind);
    if (!(most > 0)) return null;
    const time = table.columns[0].values, now = this.time[this.frame];
    let row = 0;
    while (row + 1 < time.length && time[row + 1] <= now) row++;
    return { most, values: columns.map(c => c.values[row] || 0) };
  }

  // The oil's pressure outside the circle of the play; the play that wear has made, to its scale.
  drawSurfaces(g, c, middle, scale) {
    const outline = (values, radius) => {
      g.beginPath();
      values.forEach((v, k) => { const a = 2 * Math.PI * k / values.length, r = radius(v); g.lineTo(middle[0] + r * Math.cos(a), middle[1] - r * Math.sin(a)); });
      g.closePath();
    };
    const oil = this.around(this.oil, c.name, "P"), worn = this.around(this.worn, c.name, "W");
    if (oil) {
      outline(oil.values, p => scale * c.gap * (1 + 0.35 * p / oil.most));
      g.moveTo(middle[0] + scale * c.gap, middle[1]); g.arc(middle[0], middle[1], scale * c.gap, 0, 7);
      g.globalAlpha = 0.4; g.fillStyle = COLOURS[0]; g.fill("evenodd"); g.globalAlpha = 1;
    }
    if (worn) {
      outline(worn.values, d => scale * (c.gap + d));
      g.setLineDash([4, 3]); g.strokeStyle = css("--force"); g.stroke(); g.setLineDash([]);
      g.strokeStyle = css("--frame");
    }
  }

  drawScaleBar(g, x, y, scale, gap, unit) {
    const power = 10 ** Math.floor(Math.log10(gap)), length = [5, 2, 1].map(k => k * power).find(v => v <= gap);
    g.strokeStyle = g.fillStyle = css("--soft"); g.lineWidth = 1.5;
    g.beginPath(); g.moveTo(x, y - 4); g.lineTo(x, y); g.lineTo(x + length * scale, y); g.lineTo(x + length * scale, y - 4); g.stroke();
    g.fillText(withUnit(length, unit) + `; play ${withUnit(gap, unit)}`, x + 4, y - 7);
  }
}

// ------------------------------------------------------------------------------------------- begin

function begin() {
  const data = JSON.parse(document.getElementById("data").textContent);
  document.querySelectorAll("table.words").forEach(makeSortable);
  data.sections.forEach(section => section.curves.forEach(decodeTable));
  const title = (section, t) => (section.name ? section.name + "/" : "") + t.name.replace(/\.csv$/, "");
  const isSurface = t => t.name === "oil.csv" || t.name === "worn.csv"; // drawn around their joints
  const all = data.sections.flatMap(section => section.curves.filter(t => !isSurface(t)).map(table => ({ table, title: title(section, table) })));
  const live = (section, element) => {
    const tables = section.curves.filter(t => !isSurface(t));
    const parts = tables.find(t => t.name === "parts.csv"), forces = tables.find(t => t.name === "forces.csv");
    const named = name => section.curves.find(t => t.name === name);
    if (section.scene && parts) lashReport.films.push(new Film(element.querySelector(".film"), parseScene(section.scene), parts, forces, named("oil.csv"), named("worn.csv")));
    if (tables.length) lashReport.curves.push(new Curves(element.querySelector(".curves"), tables, all));
  };
  // what is far down is made when one comes near
  const near = new IntersectionObserver(entries => entries.filter(e => e.isIntersecting).forEach(e => {
    near.unobserve(e.target);
    live(data.sections[+e.target.id.slice(1)], e.target);
  }), { rootMargin: "600px" });
  data.sections.forEach((section, index) => {
    const element = document.getElementById("s" + index);
    if (data.sections.length > 3) near.observe(element); else live(section, element);
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
}
begin();
