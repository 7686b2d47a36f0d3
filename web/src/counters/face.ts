// What a counter prints: its symbol's word, size mark, strengths and the marks on its shoulders.

import type { Piece } from "../lib/types";
import { SPRITE, type Stroke } from "./sprite";

export type Detail = "far" | "middle" | "close";

/** By the counter's side in pixels (UI.md, level of detail). */
export const detailOf = (side: number): Detail => (side < 24 ? "far" : side <= 40 ? "middle" : "close");

const SIZES: Record<string, string> = {
  army: "XXXX", corps: "XXX", division: "XX", brigade: "X", regiment: "III", battalion: "II", company: "I",
};

export const sizeMark = (piece: Piece): string => (piece.range ? "" : (SIZES[piece.size] ?? piece.size));

export const strengths = (piece: Piece): string => piece.values.join("–");

export const isReduced = (piece: Piece): boolean => (piece.steps ?? 0) < (piece.full_steps ?? 0);

/** Other words for a symbol that is drawn already. */
const ALIASES: Record<string, string> = {
  rifle: "infantry", shock: "infantry", luftwaffe: "airborne", paratroop: "airborne", tank: "armor", panzer: "armor",
  "ss-panzer": "armor", cavalry: "recon", reconnaissance: "recon", headquarters: "hq", "armored-infantry": "mechanized",
  "motorized-infantry": "motorized", mrl: "rocket-artillery", "ranged-artillery": "artillery",
};

/** A word with a hyphen falls back on the part that is known. */
export function symbolWord(symbol: string): string {
  const word = symbol.replaceAll("_", "-").replace("mechanised", "mechanized").replace("motorised", "motorized").replace("armour", "armor");
  const known = (one: string): string | null => (ALIASES[one] ?? (one in SPRITE || one in WRITTEN || one in OURS ? one : null));
  return known(word) ?? word.split("-").map(known).find((one) => one !== null) ?? word;
}

/** Symbols that are letters: text, size, baseline, in a box of 60 by 40. */
export const WRITTEN: Record<string, { text: string; size: number; y: number }> = {
  hq: { text: "HQ", size: 26, y: 29 },
  "armor-hq": { text: "HQ", size: 20, y: 27 },
  security: { text: "SEC", size: 13, y: 13 },
};

/** Strokes beside milsymbol's: what goes with the letters, and arms that it has no icon for. Same box as its own. */
const OURS: Record<string, Stroke[]> = {
  security: SPRITE["infantry"] ?? [],
  "armor-hq": [{ d: "M65,64 H135 C167,64 167,136 135,136 H65 C33,136 33,64 65,64Z", solid: false }],
  mountain: [...(SPRITE["infantry"] ?? []), { d: "M80,150 L100,113 L120,150Z", solid: true }],
  festung: [{ d: "M45,135 V90 H60 V105 H75 V80 H90 V105 H110 V80 H125 V105 H140 V90 H155 V135Z", solid: false }],
  fighter: [{ d: "M100,60 L108,88 L165,105 V118 L108,110 L105,132 L120,142 V148 H80 V142 L95,132 L92,110 L35,118 V105 L92,88Z", solid: true }],
  bomber: [{ d: "M100,58 L108,85 H122 V77 H130 V85 L170,92 V105 L108,110 L105,132 L125,140 V148 H75 V140 L95,132 L92,110 L30,105 V92 L70,85 V77 H78 V85 H92Z", solid: true }],
  battleship: [{ d: "M30,110 H170 L155,138 H50Z M55,110 V98 H80 V110Z M85,110 V75 H100 V62 H107 V75 H120 V110Z M127,110 V98 H150 V110Z", solid: true }],
  cruiser: [{ d: "M35,112 H165 L150,135 H55Z M65,112 V100 H82 V112Z M90,112 V80 H102 V112Z M108,112 V88 H118 V112Z M125,112 V100 H140 V112Z", solid: true }],
  carrier: [{ d: "M28,98 H172 V108 L150,138 H50 L28,108Z M110,98 V72 H138 V98Z", solid: true }],
  submarine: [{ d: "M32,110 Q100,90 168,110 Q155,132 100,132 Q45,132 32,110Z M88,100 V80 H115 V100Z", solid: true }],
};

/** The symbol's box on the counter: left, top, width. Its height is two thirds of its width. */
export const BOXES: Record<Detail, readonly [left: number, top: number, width: number]> = {
  far: [12, 24.6, 76],
  middle: [19, 12, 62],
  close: [23, 25, 54],
};

export interface Symbol {
  left: number;
  top: number;
  width: number;
  strokes: Stroke[];
  /** of a line 4 thick on a box of 60 by 40 */
  lineWidth: number;
  text: { text: string; size: number; x: number; y: number } | null;
}

const made = new Map<string, Symbol>();

/** The symbol in the counter's own coordinates: no transforms, each of which would cost the browser in every frame. */
export function symbolOf(piece: Piece, detail: Detail): Symbol {
  const key = `${detail} ${piece.symbol}`;
  let found = made.get(key);
  if (!found) {
    const word = symbolWord(piece.symbol);
    const [left, top, width] = BOXES[detail];
    const scale = width / 60;
    const strokes = (OURS[word] ?? SPRITE[word] ?? []).map(({ d, solid }) => ({ d: moved(d, scale * 0.4, left - 10 * scale, top - 20 * scale), solid }));
    const text = WRITTEN[word] ?? (strokes.length ? null : { text: word.slice(0, 3).toUpperCase(), size: 17, y: 26 });
    found = {
      left,
      top,
      width,
      strokes,
      lineWidth: 3.8 * scale,
      text: text && { text: text.text, size: text.size * scale, x: left + 30 * scale, y: top + text.y * scale },
    };
    made.set(key, found);
  }
  return found;
}

/** An SVG path scaled and moved. */
export function moved(d: string, scale: number, right: number, down: number): string {
  const out: string[] = [];
  let first = true;
  for (const [, command = "", list = ""] of d.matchAll(/([a-zA-Z])([^a-zA-Z]*)/g)) {
    const numbers = (list.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []).map(Number);
    // A path's first point is absolute even when it is written as a step.
    const absolute = command === command.toUpperCase() || (first && command === "m");
    const kind = command.toUpperCase();
    const put = numbers.map((value, i) => {
      const shift = absolute && !(first && command === "m" && i > 1);
      if (kind === "H") return value * scale + (shift ? right : 0);
      if (kind === "V") return value * scale + (shift ? down : 0);
      if (kind === "A") {
        const at = i % 7;
        if (at < 2) return value * scale;
        if (at < 5) return value;
        return value * scale + (shift ? (at === 5 ? right : down) : 0);
      }
      return value * scale + (shift ? (i % 2 === 0 ? right : down) : 0);
    });
    out.push(command + put.map((value) => Number(value.toFixed(2))).join(" "));
    first = false;
  }
  return out.join("");
}

export type Action = "fought" | "moved" | null;
export type Supply = "isolated" | "out_of_supply" | null;

export function shoulders(piece: Piece): { action: Action; supply: Supply } {
  const flags = piece.flags ?? [];
  return {
    action: flags.includes("fought") ? "fought" : flags.includes("moved") ? "moved" : null,
    supply: flags.includes("isolated") ? "isolated" : flags.includes("out_of_supply") ? "out_of_supply" : null,
  };
}
