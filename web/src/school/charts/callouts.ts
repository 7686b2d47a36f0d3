// Which part of a counter each line of its key is about: where on its square of 100 it is printed, and on which side the words stand.

import { isReduced, shoulders, sizeMark } from "../../counters/face";
import { isFort } from "../../counters/symbols";
import { BADGES, badgesOf, isBlock } from "../../counters/wood";
import { qualityOf } from "../../lib/figures";
import type { Piece } from "../../lib/types";
import type { Row } from "./types";

export interface Callout {
  row: Row;
  /** on the counter's square of 100 */
  at: readonly [x: number, y: number];
  side: "left" | "right" | "below";
}

const PLACES: Record<number, number[]> = { 1: [50], 2: [34, 66], 3: [23, 50, 77], 4: [17, 40, 62, 83] };

function figure(piece: Piece, id: string): Callout["at"] | null {
  const names = piece.value_names ?? [];
  const n = names.indexOf(id);
  const at = qualityOf(piece.values) ? [26, 52, 77] : PLACES[names.length];
  return n >= 0 && at?.[n] !== undefined ? [at[n], 94] : null;
}

/** Of a block: its turn and movement at the left foot, its firepower at the right one, its pips on top. */
const ON_BLOCK: Record<string, Pick<Callout, "at" | "side">> = {
  name: { at: [17, 20], side: "left" },
  size: { at: [75, 20], side: "right" },
  symbol: { at: [70, 46], side: "right" },
  steps: { at: [40, 20], side: "left" },
  turn: { at: [16, 77], side: "below" },
  move: { at: [24, 77], side: "below" },
  movement: { at: [24, 77], side: "below" },
  fire: { at: [68, 77], side: "below" },
};

const ON_COUNTER: Record<string, Pick<Callout, "at" | "side">> = {
  name: { at: [12, 14], side: "left" },
  size: { at: [88, 14], side: "right" },
  symbol: { at: [77, 43], side: "right" },
};

function spot(piece: Piece, row: Row): Pick<Callout, "at" | "side"> | null {
  if (row.borne) return markSpot(piece, row.id);
  if (isBlock(piece)) return ON_BLOCK[row.id] ?? null;
  if (row.id === "size" && !sizeMark(piece)) return null;
  if (row.id === "steps") return isFort(piece.symbol) ? { at: [20, 82], side: "left" } : isReduced(piece) ? { at: [8, 66], side: "left" } : null;
  if (ON_COUNTER[row.id]) return ON_COUNTER[row.id] ?? null;
  const at = isFort(piece.symbol) ? null : figure(piece, row.id);
  return at && { at, side: "below" };
}

function markSpot(piece: Piece, flag: string): Pick<Callout, "at" | "side"> | null {
  const { action, alarm } = shoulders(piece);
  if (flag === action) return { at: [2, 45], side: "left" };
  const badge = badgesOf(piece).indexOf(flag as (typeof BADGES)[number]);
  if (badge >= 0) return { at: [98, 26 + badge * 27], side: "right" };
  return alarm && shoulders({ ...piece, alarm: undefined, flags: [flag] } as unknown as Piece).alarm ? { at: [98, 45], side: "right" } : null;
}

/** What the words beside a counter point at, in the order of the key. */
export const calloutsOf = (piece: Piece, rows: readonly Row[]): Callout[] =>
  rows.flatMap((row) => {
    const found = spot(piece, row);
    return found ? [{ row, ...found }] : [];
  });
