// The chances of a die: what each result weighs, in the order in which the table's column names them.

import type { Odds } from "./types";

export interface Chance {
  result: string;
  ways: number;
  share: number;
}

export function chances(odds: Pick<Odds, "results" | "by_die">): Chance[] {
  const results = odds.results ?? count(odds.by_die ?? []);
  const order = [...new Set([...(odds.by_die ?? []), ...Object.keys(results)])].filter((result) => result in results);
  const total = order.reduce((sum, result) => sum + (results[result] ?? 0), 0);
  return order.map((result) => ({ result, ways: results[result] ?? 0, share: total ? (results[result] ?? 0) / total : 0 }));
}

function count(faces: string[]): Record<string, number> {
  const found: Record<string, number> = {};
  for (const face of faces) found[face] = (found[face] ?? 0) + 1;
  return found;
}

/** How hard a result hits the defender: for the shade of its cell. Digits and letters of the code tell: "1DR" > "DR" > "-". */
export function severity(result: string): "none" | "bad" | "mild" | "hard" {
  if (/^[-–—•.]*$/.test(result)) return "none";
  if (/^A/i.test(result)) return "bad";
  return /\d|E$|^DE/i.test(result) ? "hard" : "mild";
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`;
