// A side's council: whom one plays together with, and what was said where.

import type { Said, Seat } from "../lib/types";

/** Who else sits in the council of who looks on: the others of his side who are people, or may yet be. Bots do not confer. */
export function council(viewer: string | null, players: { id: string; side: string }[], seats: Record<string, Seat>, yours: string[] = []): string[] {
  const side = players.find((one) => one.id === viewer)?.side;
  return players.filter((one) => one.side === side && one.id !== viewer && seats[one.id]?.kind !== "bot" && !yours.includes(one.id)).map((one) => one.id);
}

/** What was said in one of the two rooms. */
export const saidIn = (lines: readonly Said[], closed: boolean): Said[] => lines.filter((line) => (line.council !== undefined) === closed);
