// The chances of a die: what each result weighs, in the order in which the table's column names them.

import type { Odds, Severity } from "./types";

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

/** How hard a result hits the defender, for its shade: as the server says, else as the code looks. */
export const severity = (result: string, told?: Record<string, Severity>): Severity => told?.[result] ?? guessed(result);

const NOTHING = /^[-–—•.0]*$/;

/** Digits and letters tell: "1DR" > "DR" > "-". Of "1/R2" the second half is the defender's. */
function guessed(result: string): Severity {
  if (NOTHING.test(result)) return "none";
  const [attacker = "", defender] = result.split("/");
  if (defender !== undefined) return NOTHING.test(defender) ? (NOTHING.test(attacker) ? "none" : "bad") : /\d/.test(defender) ? "hard" : "mild";
  if (/^A/i.test(result)) return "bad";
  return /\d|E$|^DE/i.test(result) ? "hard" : "mild";
}

/** The columns that a combat may end in, with what each weighs. */
export function columnChances({ columns }: Pick<Odds, "columns">): { column: string; share: number }[] {
  const rows = Array.isArray(columns) ? columns : Object.entries(columns ?? {}).map(([column, ways]) => ({ column, ways }));
  const total = rows.reduce((sum, row) => sum + row.ways, 0);
  return rows.map(({ column, ways }) => ({ column, share: total ? ways / total : 0 }));
}

export const percent = (share: number): string => `${Math.round(share * 100)}%`;
