// Bakes the outlines of Barlow Condensed (OFL) that counters print with into src/counters/glyphs.ts: `node scripts/glyphs.mjs`.
// Counters print with paths, not with SVG text: a browser sets all SVG text anew whenever the map's size changes, and
// six hundred strengths in every frame of a zoom are too many. What is not baked is printed as text.

import { readFileSync, writeFileSync } from "node:fs";
import { inflateSync } from "node:zlib";

const CAPITALS = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-–+*/.½¼¾!•·";
/** 600 for labels, 700 for numbers, size marks and symbols. */
const WEIGHTS = { 600: `${CAPITALS}abcdefghijklmnopqrstuvwxyzÄÖÜäöüß`, 700: CAPITALS };
/** Coordinates are halved and rounded: a twentieth of a pixel on the largest counter. */
const EM = 500;

/** The tables of a WOFF file. */
function tables(file) {
  const count = file.readUInt16BE(12);
  const found = {};
  for (let i = 0; i < count; i++) {
    const at = 44 + i * 20;
    const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
    const part = file.subarray(offset, offset + packed);
    found[file.toString("latin1", at, at + 4)] = packed < length ? inflateSync(part) : part;
  }
  return found;
}

function characterMap(cmap) {
  const count = cmap.readUInt16BE(2);
  for (let i = 0; i < count; i++) {
    const at = cmap.readUInt32BE(4 + i * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const segments = cmap.readUInt16BE(at + 6) / 2;
    const [ends, starts, deltas, ranges] = [14, 16 + segments * 2, 16 + segments * 4, 16 + segments * 6].map((field) => at + field);
    return (code) => {
      for (let s = 0; s < segments; s++) {
        if (code > cmap.readUInt16BE(ends + s * 2)) continue;
        const start = cmap.readUInt16BE(starts + s * 2);
        if (code < start) return 0;
        const delta = cmap.readInt16BE(deltas + s * 2);
        const range = cmap.readUInt16BE(ranges + s * 2);
        if (!range) return (code + delta) & 0xffff;
        const glyph = cmap.readUInt16BE(ranges + s * 2 + range + (code - start) * 2);
        return glyph ? (glyph + delta) & 0xffff : 0;
      }
      return 0;
    };
  }
  throw new Error("the font has no character map that this script reads");
}

/** A glyph's contours: lists of [x, y, onCurve]. */
function contours(font, glyph) {
  const long = font.head.readInt16BE(50) === 1;
  const offset = (n) => (long ? font.loca.readUInt32BE(n * 4) : font.loca.readUInt16BE(n * 2) * 2);
  const [from, to] = [offset(glyph), offset(glyph + 1)];
  if (from === to) return [];
  const data = font.glyf.subarray(from, to);
  const count = data.readInt16BE(0);
  if (count < 0) return parts(font, data);
  const ends = Array.from({ length: count }, (_, i) => data.readUInt16BE(10 + i * 2));
  let at = 10 + count * 2;
  at += 2 + data.readUInt16BE(at);
  const total = ends[count - 1] + 1;
  const flags = [];
  while (flags.length < total) {
    const flag = data[at++];
    flags.push(flag);
    if (flag & 8) for (let again = data[at++]; again > 0; again--) flags.push(flag);
  }
  const axis = (short, same) => {
    let value = 0;
    return flags.map((flag) => {
      if (flag & short) value += flag & same ? data[at++] : -data[at++];
      else if (!(flag & same)) {
        value += data.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const xs = axis(2, 16);
  const ys = axis(4, 32);
  const points = flags.map((flag, i) => [xs[i], ys[i], Boolean(flag & 1)]);
  return ends.map((end, i) => points.slice(i ? ends[i - 1] + 1 : 0, end + 1));
}

/** A glyph put together from others (umlauts). */
function parts(font, data) {
  const found = [];
  let at = 10;
  for (;;) {
    const flags = data.readUInt16BE(at);
    const glyph = data.readUInt16BE(at + 2);
    at += 4;
    const [dx, dy] = flags & 1 ? [data.readInt16BE(at), data.readInt16BE(at + 2)] : [data.readInt8(at), data.readInt8(at + 1)];
    at += flags & 1 ? 4 : 2;
    at += flags & 8 ? 2 : flags & 64 ? 4 : flags & 128 ? 8 : 0;
    for (const contour of contours(font, glyph)) found.push(contour.map(([x, y, on]) => [x + dx, y + dy, on]));
    if (!(flags & 32)) return found;
  }
}

/** Quadratic contours as an SVG path, y downward. */
function path(loops) {
  let d = "";
  for (const loop of loops) {
    const full = [];
    loop.forEach((point, i) => {
      const next = loop[(i + 1) % loop.length];
      full.push(point);
      if (!point[2] && !next[2]) full.push([Math.round((point[0] + next[0]) / 2), Math.round((point[1] + next[1]) / 2), true]);
    });
    const first = full.findIndex((point) => point[2]);
    const round = [...full.slice(first), ...full.slice(0, first)];
    d += `M${round[0][0]} ${-round[0][1]}`;
    for (let i = 1; i <= round.length; i++) {
      const [x, y, on] = round[i % round.length];
      if (on) d += i === round.length ? "" : `L${x} ${-y}`;
      else {
        const [ex, ey] = round[(i + 1) % round.length];
        d += `Q${x} ${-y} ${ex} ${-ey}`;
        i++;
      }
    }
    d += "Z";
  }
  return d;
}

const rows = [];
for (const [weight, characters] of Object.entries(WEIGHTS)) {
  const file = new URL(`../node_modules/@fontsource/barlow-condensed/files/barlow-condensed-latin-${weight}-normal.woff`, import.meta.url);
  const font = tables(readFileSync(file));
  const scale = EM / font.head.readUInt16BE(18);
  const scaled = (loops) => loops.map((loop) => loop.map(([x, y, on]) => [Math.round(x * scale), Math.round(y * scale), on]));
  const glyphOf = characterMap(font.cmap);
  const measured = font.hhea.readUInt16BE(34);
  const glyphs = [];
  for (const character of characters) {
    const glyph = glyphOf(character.codePointAt(0));
    if (!glyph) continue;
    const advance = font.hmtx.readUInt16BE(Math.min(glyph, measured - 1) * 4);
    glyphs.push(`    ${JSON.stringify(character)}: [${advance * scale}, ${JSON.stringify(path(scaled(contours(font, glyph))))}],`);
  }
  rows.push(`  ${weight}: {\n${glyphs.join("\n")}\n  },`);
}
writeFileSync(
  new URL("../src/counters/glyphs.ts", import.meta.url),
  `// Made by scripts/glyphs.mjs from Barlow Condensed (SIL Open Font License 1.1); do not edit. Advance and outline, ${EM} to the em.

export const EM = ${EM};

export const GLYPHS: Record<600 | 700, Record<string, [advance: number, outline: string]>> = {
${rows.join("\n")}
};
`,
);
