// Where a table stands for its reader, and in which order the lobby lists tables: your move first, finished ones last.

import type { TableInfo } from "../lib/types";

export type Standing = "move" | "free" | "waiting" | "watching" | "over";

export function standing(table: TableInfo): Standing {
  if (table.result) return "over";
  if (table.waiting.some((player) => table.yours.includes(player))) return "move";
  if (Object.values(table.seats).some((seat) => seat.kind === "open")) return "free";
  return table.yours.length ? "waiting" : "watching";
}

const ORDER: Standing[] = ["move", "free", "waiting", "watching", "over"];

export function inOrder(tables: TableInfo[]): TableInfo[] {
  return [...tables].sort((a, b) => ORDER.indexOf(standing(a)) - ORDER.indexOf(standing(b)) || b.changed - a.changed);
}

/** The seat to sit down at: the one that is asked, else the first of yours. */
export const seatOf = (table: TableInfo): string | null => table.waiting.find((player) => table.yours.includes(player)) ?? table.yours[0] ?? null;
