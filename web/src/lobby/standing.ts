// Where a table stands for its reader, and in which order the lobby lists tables: your move first, finished ones last.

import type { TableInfo } from "../lib/types";

export type Standing = "move" | "free" | "waiting" | "watching" | "over" | "shut";

/** Whether a player is yours to decide for: not while a bot plays on for you. */
const asks = (table: TableInfo, player: string): boolean => table.yours.includes(player) && !table.seats[player]?.stand_in;

export function standing(table: TableInfo): Standing {
  if (table.shut) return "shut";
  if (table.result) return "over";
  if (table.waiting.some((player) => asks(table, player))) return "move";
  if (Object.values(table.seats).some((seat) => seat.kind === "open")) return "free";
  return table.yours.length ? "waiting" : "watching";
}

const ORDER: Standing[] = ["move", "waiting", "free", "watching", "over", "shut"];

/** Whose time is running out: you, where you have to move, else who is waited for. */
export const onClock = (table: TableInfo): string | null => table.waiting.find((player) => asks(table, player)) ?? table.waiting[0] ?? null;

/** Seconds that are left for the move that is waited for, since the list was told; nothing where no clock runs. */
export function left(table: TableInfo): number | null {
  const player = onClock(table);
  return player !== null && table.clocks?.running.includes(player) ? (table.clocks.left[player] ?? null) : null;
}

/** Yours to move first, the most urgent of them before the others; then theirs, then what waits for somebody. */
export function inOrder(tables: TableInfo[]): TableInfo[] {
  const haste = (table: TableInfo): number => (standing(table) === "move" ? (left(table) ?? Infinity) : 0);
  const less = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return [...tables].sort((a, b) => ORDER.indexOf(standing(a)) - ORDER.indexOf(standing(b)) || less(haste(a), haste(b)) || b.changed - a.changed);
}

/** How many pages so many tables make, and the page that is shown: the last one where there are fewer than before. */
export function pages(total: number, each: number, wanted: number): { count: number; shown: number } {
  const count = Math.max(1, Math.ceil(total / each));
  return { count, shown: Math.min(Math.max(0, wanted), count - 1) };
}

/** The seat to sit down at: the one that is asked, else the first of yours. */
export const seatOf = (table: TableInfo): string | null => table.waiting.find((player) => asks(table, player)) ?? table.yours[0] ?? null;
