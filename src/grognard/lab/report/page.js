"use strict";
const D = JSON.parse(document.getElementById("data").textContent), root = document.documentElement;
const $ = (id) => document.getElementById(id), NS = "http://www.w3.org/2000/svg";
const lang = () => root.dataset.lang, both = (one) => one[lang()];
const fill = (text, facts) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
const stored = (key, value) => { try { return value === undefined ? localStorage.getItem(key) : localStorage.setItem(key, value); } catch { return null; } };

// ---- hexes
const S3 = Math.sqrt(3), G = D.geometry, R = G.radius, names = G.names.match(/.{4}/g) || [];
const centres = names.map((name) => {
  const c = +name.slice(0, 2), r = +name.slice(2), line = G.flat ? c : r, along = G.flat ? r : c;
  const pushed = (line % 2 === 0) === G.even, straight = S3 * (along - 0.5 + (pushed ? 0.5 : 0)), across = 1.5 * line - 0.5;
  const [x, y] = G.flat ? [across, straight] : [straight, across];
  return [x * R + G.origin[0], y * R + G.origin[1]];
});
const corners = [0, 1, 2, 3, 4, 5].map((k) => { const a = (Math.PI / 180) * ((G.flat ? -120 : -90) + 60 * k); return [Math.cos(a) * R * 1.01, Math.sin(a) * R * 1.01]; });
const keyed = new Map(centres.map(([x, y], i) => [`${Math.round(x)},${Math.round(y)}`, i]));
function at(x, y) {
  for (let dx = -1; dx <= 1; dx++) for (let dy = -1; dy <= 1; dy++) { const i = keyed.get(`${Math.round(x) + dx},${Math.round(y) + dy}`); if (i !== undefined) return i; }
  return -1;
}
const beside = centres.map(([x, y]) => corners.map((one, k) => { const next = corners[(k + 1) % 6]; return at(x + one[0] + next[0], y + one[1] + next[1]); }));
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + Array.from({ length: 48 }, (_, k) => String.fromCharCode(192 + k)).join("");
const read = (text, steps) => { const found = []; for (const [, letter, count] of text.matchAll(/(\D)(\d*)/g)) { const v = LETTERS.indexOf(letter) / steps; for (let i = +(count || 1); i > 0; i--) found.push(v); } return found; };
const STEPS = 23, MOST = 0.46;

let kind = "control", turn = D.turn, hex = -1, values = [];
function hexPath(i, size = 1) { const [x, y] = centres[i]; return "M" + corners.map(([a, b]) => `${(x + a * size).toFixed(1)} ${(y + b * size).toFixed(1)}`).join("L") + "Z"; }
function shape(tag, facts, inside) { const one = document.createElementNS(NS, tag); for (const key in facts) one.setAttribute(key, facts[key]); if (inside !== undefined) one.textContent = inside; return one; }

// The eye looks for fronts: a hex is tinted with its neighbours, itself counted twice. The figure that is told is its own.
function smoothed(row) { return row.map((v, i) => { let sum = 2 * v, n = 2; for (const other of beside[i]) if (other >= 0) { sum += row[other]; n++; } return sum / n; }); }
function drawMap() {
  values = D.sides.map((side) => read(D.heat[kind][side.id][turn] || "", D.heat.steps[kind]));
  const paths = D.sides.map(() => Array(STEPS + 1).fill(""));
  const first = Array(names.length).fill(-1), shown = kind === "control" ? values.map(smoothed) : values;
  for (let i = 0; i < names.length; i++) {
    let top = 0, second = 0, who = -1;
    shown.forEach((row, side) => { const v = row[i] || 0; if (v > top) { second = top; top = v; who = side; } else if (v > second) second = v; });
    if (who < 0) continue;
    const strength = kind === "control" ? top - second : top;
    first[i] = top > second ? who : -1;
    paths[who][Math.round((kind === "control" ? strength : Math.sqrt(strength)) * STEPS)] += hexPath(i);
  }
  const tint = $("tint"); tint.textContent = "";
  paths.forEach((levels, side) => levels.forEach((d, level) => { if (d && level) tint.append(shape("path", { d, fill: `var(--side${side}t)`, "fill-opacity": ((level / STEPS) * (kind === "control" ? MOST : 0.75)).toFixed(2) })); }));
  let half = "";
  if (kind === "control") for (let i = 0; i < names.length; i++) beside[i].forEach((other, k) => {
    if (other > i && first[i] >= 0 && first[other] >= 0 && first[i] !== first[other]) { const [x, y] = centres[i], a = corners[k], b = corners[(k + 1) % 6]; half += `M${(x + a[0]).toFixed(1)} ${(y + a[1]).toFixed(1)}L${(x + b[0]).toFixed(1)} ${(y + b[1]).toFixed(1)}`; }
  });
  $("half").setAttribute("d", half); $("halo").setAttribute("d", half);
  drawPlaces(); legend(); tell();
}
function drawPlaces() {
  const group = $("places"); group.textContent = "";
  const scale = D.scale;
  D.places.forEach((place) => {
    const i = names.indexOf(place.hex); if (i < 0) return;
    const [x, y] = centres[i], row = place.by_turn[Math.min(turn, place.by_turn.length - 1)], share = row[0];
    const g = shape("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale})` });
    g.append(shape("circle", { r: 10.5, fill: "#fdfaf2", stroke: "#2a241b", "stroke-width": 1.4 }));
    if (share > 0) { const a = share * 2 * Math.PI, r = 9.4; g.append(share >= 0.999 ? shape("circle", { r, fill: "var(--side0)" }) : shape("path", { d: `M0 0V${-r}A${r} ${r} 0 ${share > 0.5 ? 1 : 0} 1 ${(r * Math.sin(a)).toFixed(2)} ${(-r * Math.cos(a)).toFixed(2)}Z`, fill: "var(--side0)" })); }
    g.append(shape("text", { y: 4, "font-size": 11.5, "font-weight": 700, "text-anchor": "middle", fill: "#2a241b", stroke: "#fdfaf2", "stroke-width": 2.6, "paint-order": "stroke", class: "n" }, D.few ? Math.round(share * D.games) : Math.round(share * 100)));
    if (place.named) { const left = x > G.width * 0.72; g.append(shape("text", { x: left ? -14 : 14, y: 4, "text-anchor": left ? "end" : "start", "font-size": 13, "font-weight": 700, fill: "#2a241b", stroke: "#fdfaf2", "stroke-width": 3.4, "paint-order": "stroke", style: "font-family:var(--serif)" }, both(place.names))); }
    group.append(g);
  });
  document.querySelectorAll(".spark rect").forEach((one) => one.classList.toggle("on", +one.dataset.t === turn));
  document.querySelectorAll("[data-place]").forEach((one) => { const place = D.places[+one.dataset.place]; one.textContent = percent(place.by_turn[Math.min(turn, place.by_turn.length - 1)][0]); });
}
const percent = (share) => D.few ? String(Math.round(share * D.games)) : `${Math.round(share * 100)} %`;
function legend() {
  const a = D.sides[0], b = D.sides[1] || a, facts = { first: both(b.names), second: both(a.names), most: D.heat.most.losses.toFixed(1) };
  const words = both(D.words[kind]);
  $("legend").textContent = fill(words, facts);
  $("one-half").hidden = kind !== "control";
}
function tell() {
  const tip = $("tip");
  if (hex < 0) { tip.textContent = ""; $("cursor").setAttribute("d", ""); return; }
  const place = D.names[names[hex]];
  const told = D.sides.map((side, k) => { const v = values[k][hex] || 0; return `${both(side.names)} ${kind === "losses" ? (v * D.heat.most.losses).toFixed(2) : percent(v)}`; });
  tip.textContent = `${names[hex]}${place ? " " + both(place) : ""}${lang() === "ja" ? "：" : ": "}${told.join(lang() === "ja" ? "、" : ", ")}`;
  $("cursor").setAttribute("d", hexPath(hex, 0.94));
}
function point(event) {
  const svg = $("map"), box = svg.getBoundingClientRect(), x = ((event.clientX - box.left) / box.width) * G.width, y = ((event.clientY - box.top) / box.height) * G.height;
  let best = -1, near = R * R * 1.1;
  centres.forEach(([cx, cy], i) => { const d = (cx - x) ** 2 + (cy - y) ** 2; if (d < near) { near = d; best = i; } });
  if (best !== hex) { hex = best; tell(); }
}
if ($("map")) {
  $("map").addEventListener("pointermove", point); $("map").addEventListener("pointerdown", point);
  $("map").addEventListener("pointerleave", () => { hex = -1; tell(); });
  $("map").addEventListener("keydown", (event) => {
    const way = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }[event.key];
    if (event.key === "Escape") { hex = -1; tell(); return; }
    if (!way) return;
    event.preventDefault();
    if (hex < 0) hex = Math.max(0, names.indexOf((D.places[0] || {}).hex)); else {
      const [x, y] = centres[hex]; let best = -1, score = -1e9;
      beside[hex].forEach((other) => { if (other < 0) return; const s = (centres[other][0] - x) * way[0] + (centres[other][1] - y) * way[1]; if (s > score) { score = s; best = other; } });
      if (best >= 0 && score > 0) hex = best;
    }
    tell();
  });
  document.querySelectorAll("[data-kind]").forEach((one) => one.addEventListener("click", () => { kind = one.dataset.kind; press("data-kind", kind); drawMap(); }));
  document.querySelectorAll("[data-turn]").forEach((one) => one.addEventListener("click", () => { turn = +one.dataset.turn; press("data-turn", String(turn)); drawMap(); }));
}
function press(name, value) { document.querySelectorAll(`button[${name}]`).forEach((one) => one.setAttribute("aria-pressed", String(one.getAttribute(name) === value))); }

// ---- odds, dots, games needed
document.querySelectorAll("[data-fight]").forEach((one) => one.addEventListener("click", () => { press("data-fight", one.dataset.fight); document.querySelectorAll(".kind").forEach((kind_) => { kind_.hidden = kind_.dataset.of !== one.dataset.fight; }); }));
const spots = $("spots") ? [...$("spots").children] : [];
let spot = -1;
function open_(i) {
  spots.forEach((one) => one.classList.remove("on"));
  spot = i; spots[i].classList.add("on");
  $("command").textContent = fill(D.command, { game: spots[i].dataset.g });
  if (navigator.clipboard && window.isSecureContext) navigator.clipboard.writeText($("command").textContent).catch(() => {});
}
spots.forEach((one, i) => { one.addEventListener("click", () => open_(i)); });
if ($("dots")) $("dots").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step || !spots.length) return;
  event.preventDefault(); open_((spot + step + spots.length) % spots.length);
});
function probit(p) { let low = -8, high = 8; const erf = (x) => { const t = 1 / (1 + 0.5 * Math.abs(x)); const r = 1 - t * Math.exp(-x * x - 1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))))); return x >= 0 ? r : -r; }; for (let i = 0; i < 80; i++) { const m = (low + high) / 2; if (0.5 * (1 + erf(m / Math.SQRT2)) < p) low = m; else high = m; } return (low + high) / 2; }
function need() {
  if (!$("gap")) return;
  const gap = +$("gap").value / 100, power = +$("power").value, p = D.compare.share, q = p >= 0.5 ? p - gap : p + gap;
  if (!(gap > 0 && gap < 0.5 && power > 0 && power < 1)) { $("answer").textContent = ""; return; }
  const z = probit(0.975) + probit(power), needed = Math.ceil((z * z * (p * (1 - p) + q * (1 - q))) / (gap * gap)), more = Math.max(0, needed - D.compare.games);
  $("answer").textContent = fill(both(more ? D.words.answer : D.words.answer_enough), { games: needed.toLocaleString("en"), more: more.toLocaleString("en") });
  document.querySelectorAll("[data-least]").forEach((one) => { const games = Math.max(+one.dataset.least, Math.ceil((needed * +one.dataset.ways) / 100) * 100); one.textContent = one.textContent.replace(/--games \d+/, `--games ${games}`); });
}
["gap", "power"].forEach((id) => { if ($(id)) $(id).addEventListener("input", need); });

// ---- language and theme
function speak(language) { root.dataset.lang = root.lang = language; document.title = both(D.title); if ($("map")) drawMap(); need(); stored("grognard.report.lang", language); }
function dress(theme) { root.dataset.theme = theme; $("theme").setAttribute("aria-pressed", String(theme === "night")); stored("grognard.report.theme", theme); }
$("language").addEventListener("click", () => speak(lang() === "en" ? "ja" : "en"));
$("theme").addEventListener("click", () => dress(root.dataset.theme === "night" ? "paper" : "night"));
dress(stored("grognard.report.theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "paper"));
speak(new URLSearchParams(location.search).get("lang") || stored("grognard.report.lang") || D.lang);
