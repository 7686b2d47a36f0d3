// What a counter prints: its symbol's word, size mark, strengths and the marks on its shoulders.

import { amount, qualityOf } from "../lib/figures";
import type { Piece } from "../lib/types";
import type { Stroke } from "./sprite";
import { isFort, isHeadquarters, strokesOf, symbolWord, WRITTEN } from "./symbols";
import { fitted } from "./width";

export type Detail = "far" | "middle" | "close";

/** By the counter's side in pixels (UI.md, level of detail). A block prints smaller: its figures are read from nearer. */
export const detailOf = (side: number, block = false): Detail => (side < 24 ? "far" : side <= (block ? 52 : 40) ? "middle" : "close");

const SIZES: Record<string, string> = {
  army: "XXXX", corps: "XXX", division: "XX", brigade: "X", regiment: "III", battalion: "II", company: "I",
};

/** Words that say what a counter is, not how large its unit is. */
const NO_SIZE = new Set(["hq", "headquarters", "marker", "supply"]);

export const sizeMark = (piece: Piece): string =>
  isHeadquarters(piece.symbol) || NO_SIZE.has(piece.size.toLowerCase()) ? "" : (SIZES[piece.size] ?? piece.size);

/** The figures in one string: 4–2–8, 7 C 6, +1 · 8, four with short dashes; a fort has its level instead. */
export function strengths(piece: Piece): string {
  if (isFort(piece.symbol)) return String(piece.steps ?? piece.values[0] ?? "");
  if (piece.values.length > 3) return piece.values.join("-");
  return piece.values.join(qualityOf(piece.values) ? " " : String(piece.values[0]).startsWith("+") ? "·" : "–");
}

export interface Print {
  text: string;
  x: number;
  size: number;
}

/** What a line of figures may take of a counter's 100, the middle distance enlarging it by a twelfth. */
const ROOM = 80;

/** Where the figures are printed: in one line, or the quality small between strength and movement. */
export function figures(piece: Piece): Print[] {
  const letter = qualityOf(piece.values);
  if (letter === null) {
    const text = strengths(piece);
    return [{ text, x: 50, size: fitted(text, text.length > 5 ? 30 : 34, ROOM) }];
  }
  const [strength, , move] = piece.values.map(String) as [string, string, string];
  return [
    { text: strength, x: 26, size: strength.length > 2 ? 29 : 34 },
    { text: letter, x: 52.5, size: 20 },
    { text: move, x: 77, size: 34 },
  ];
}

/** A label as large as it can be beside the size mark; a letter is less than half as wide as it is high. */
export function labelSize(piece: Piece): number {
  const letters = piece.label.length;
  const room = 84 - (sizeMark(piece).length ? 4 + 7.2 * sizeMark(piece).length : 0);
  return Math.max(9, Math.min(letters > 5 ? 17 : letters > 3 ? 20 : 22, room / (0.45 * letters)));
}

/** A fort shows its level as pips, and no bars. */
export const isReduced = (piece: Piece): boolean => !isFort(piece.symbol) && (piece.steps ?? 0) < (piece.full_steps ?? 0);

export interface Pip {
  x: number;
  width: number;
  held: boolean;
}

/** The levels of a fort in a row as wide as the counter: those it holds, then those it has lost. */
export function levels(piece: Piece): Pip[] {
  const full = piece.full_steps ?? amount(piece.values[0]);
  const held = piece.steps ?? amount(piece.values[0]);
  const step = 84 / Math.max(full, 1);
  return Array.from({ length: full }, (_, n) => ({ x: 8 + n * step + 1, width: step - 2, held: n < held }));
}

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

/** The same on a block's sticker, under the pips. */
const BLOCK_BOXES: typeof BOXES = { far: [13.5, 30, 66], middle: [16.5, 31, 60], close: [22.5, 30, 48] };

const made = new Map<string, Symbol>();

/** The symbol in the counter's own coordinates: no transforms, each of which would cost the browser in every frame. */
export const symbolOf = (piece: Piece, detail: Detail): Symbol => symbolIn(BOXES, piece, detail);
export const blockSymbol = (piece: Piece, detail: Detail): Symbol => symbolIn(BLOCK_BOXES, piece, detail);

function symbolIn(boxes: typeof BOXES, piece: Piece, detail: Detail): Symbol {
  const [left, top, width] = boxes[detail];
  const key = `${width} ${top} ${piece.symbol}`;
  let found = made.get(key);
  if (!found) {
    const word = symbolWord(piece.symbol);
    const scale = width / 60;
    const strokes = strokesOf(word).map(({ d, solid }) => ({ d: moved(d, scale * 0.4, left - 10 * scale, top - 20 * scale), solid }));
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

export type Action = "fought" | "used" | "moved" | null;

/** How bad each state of supply is: 1 amber "!", 2 black "!!". A game that means it otherwise says so with `alarm`. */
const ALARMS: Record<string, 1 | 2> = { out_of_supply: 1, isolated: 1, unsupplied: 2 };

export function shoulders(piece: Piece): { action: Action; alarm: 0 | 1 | 2 } {
  const flags = piece.flags ?? [];
  const action = (["fought", "used", "moved"] as const).find((one) => flags.includes(one)) ?? null;
  const alarm = piece.alarm ?? flags.reduce<0 | 1 | 2>((worst, flag) => ((ALARMS[flag] ?? 0) > worst ? (ALARMS[flag] as 1 | 2) : worst), 0);
  return { action, alarm };
}
