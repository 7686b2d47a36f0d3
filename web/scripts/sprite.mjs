// Bakes milsymbol's icon paths into src/counters/sprite.ts, one colour, without frames: `node scripts/sprite.mjs`.
// The browser then needs no milsymbol. Run it again after a change of the list below or of milsymbol's version.

import { writeFileSync } from "node:fs";
import ms from "milsymbol";

/** Our words for symbols and their codes in APP-6B. */
const CODES = {
  infantry: "SFGPUCI----",
  motorized: "SFGPUCIM---",
  mechanized: "SFGPUCIZ---",
  armor: "SFGPUCA----",
  airborne: "SFGPUCIA---",
  marine: "SFGPUCIN---",
  recon: "SFGPUCR----",
  artillery: "SFGPUCF----",
  "rocket-artillery": "SFGPUCFRMS-",
  "anti-aircraft": "SFGPUCD----",
  "anti-tank": "SFGPUCAA---",
  "assault-gun": "SFGPUCAAA--",
  engineer: "SFGPUCE----",
  supply: "SFGPUSS----",
};

ms.setStandard("APP6");

function strokes(code) {
  const svg = new ms.Symbol(code, { size: 100, frame: false, fill: false, monoColor: "black" }).asSVG();
  const found = [];
  for (const [, tag, attributes] of svg.matchAll(/<(path|circle)\s([^>]*?)\/?>/g)) {
    const value = (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    let d = value("d").replace(/\s+/g, " ").trim();
    if (tag === "circle") {
      const [cx, cy, r] = ["cx", "cy", "r"].map((name) => Number(value(name)));
      d = `M${cx - r},${cy} a${r},${r} 0 1 1 ${2 * r},0 a${r},${r} 0 1 1 ${-2 * r},0Z`;
    }
    // Lines that milsymbol also fills (crosses) enclose nothing: only what is closed, or filled without a line, is solid.
    const solid = value("fill") !== "none" && (value("stroke") === "none" || /z\s*$/i.test(d));
    found.push({ d, solid });
  }
  return found;
}

const sprite = Object.fromEntries(Object.entries(CODES).map(([word, code]) => [word, strokes(code)]));
const empty = Object.keys(sprite).filter((word) => !sprite[word].length);
if (empty.length) throw new Error(`milsymbol draws nothing for ${empty.join(", ")}`);
const rows = Object.entries(sprite).map(
  ([word, lines]) =>
    `  ${JSON.stringify(word)}: [${lines.map(({ d, solid }) => `{ d: ${JSON.stringify(d)}, solid: ${solid} }`).join(", ")}],`,
);
writeFileSync(
  new URL("../src/counters/sprite.ts", import.meta.url),
  `// Made by scripts/sprite.mjs from milsymbol ${ms.getVersion?.() ?? ""} (MIT); do not edit.
// Coordinates are milsymbol's: the frame spans 25 to 175 across and 50 to 150 down.

export interface Stroke {
  d: string;
  /** filled, not only drawn */
  solid: boolean;
}

export const SPRITE: Record<string, Stroke[]> = {
${rows.join("\n")}
};
`,
);
