// The odds on every target at once: which plate hangs under which counter, and how much of it there is room for.

import { severity } from "../lib/chances";
import type { Chance, Severity } from "../lib/types";

export interface Plate {
  hex: string;
  /** "3–1", or "1–1 ▸ 3–1" where the step under the pointer would change it */
  text: string;
  /** one for each face of the die */
  cells: Severity[];
  /** the step under the pointer would better it, or make it worse */
  changed: "better" | "worse" | null;
}

/** A column as it is printed. */
export const dashed = (column: string): string => column.replace("-", "–");

/** The plates of an ask, with what a preview would change in them; a hex that only the preview tells of has its plate too. */
export function platesOf(known: Record<string, Chance> | undefined, told: Record<string, Chance> | undefined): Plate[] {
  const hexes = new Set([...Object.keys(known ?? {}), ...Object.keys(told ?? {})]);
  return [...hexes].sort().map((hex) => {
    const then = told?.[hex];
    const now = then ?? known?.[hex];
    const before = then ? (then.before ?? null) : null;
    const column = now?.column ?? null;
    const text = then ? `${before ? dashed(before) : "–"} ▸ ${column ? dashed(column) : "–"}` : dashed(column ?? "–");
    const cells = (now?.by_die ?? []).map((result) => severity(result, now?.severity));
    return { hex, text, cells, changed: then ? (isBetter(before, column) ? "better" : "worse") : null };
  });
}

const ORDER: readonly Severity[] = ["none", "mild", "hard", "bad"];
/** Which shades are to be seen on these targets. */
export function shadesOf(known: Record<string, Chance> | undefined): Severity[] {
  const seen = new Set(platesOf(known, undefined).flatMap((plate) => plate.cells));
  return ORDER.filter((one) => seen.has(one));
}

/** What a column is worth: "1.5-1" is 1.5, "1-2" or "1/2" a half; none is nothing. */
const worth = (column: string | null): number => {
  const [attack = 0, defence = 1] = (column ?? "0-1").replace("+", "").split(/[-/:]/).map(Number);
  return attack / (defence || 1);
};
export const isBetter = (before: string | null, column: string | null): boolean => worth(column) > worth(before);

/** How far the gap between two counters is, in radii; a plate may lap a little over the edge of the next, never over a strength. */
const GAP = 0.6;
/** pixels below which odds cannot be read */
const LEGIBLE = 12;
/** A plate's pixel in radii, so that it fits into the gap as far as it stays legible. */
export const plateScale = (radius: number, high: number, size = 16): number => Math.max(GAP / high, LEGIBLE / size / radius);

/** How much of a plate a counter of so many pixels leaves room for. */
export const detailAt = (counter: number): "all" | "odds" | "dot" => (counter < 24 ? "dot" : counter < 40 ? "odds" : "all");

/** So many pixels lie at least between two odds that can both be read. */
const APART = 46;
/** Whether odds can be read at a point however small the counters are: no other plate hangs close by. */
export const isApart = ([x, y]: readonly [number, number], others: readonly (readonly [number, number])[], radius: number): boolean =>
  others.every(([left, top]) => (left === x && top === y) || Math.hypot(left - x, top - y) * radius >= APART);
