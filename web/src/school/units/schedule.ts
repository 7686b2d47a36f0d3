// Arrivals as a schedule: a column for each turn, then what is brought by something else than a turn.

import type { Row } from "../charts/types";

export interface Column {
  /** null: no turn brings them */
  turn: number | null;
  rows: Row[];
  now: boolean;
  date: Row["date"];
}

export function columnsOf(rows: readonly Row[]): Column[] {
  const by = new Map<number | null, Row[]>();
  for (const row of rows) by.set(row.turn ?? null, [...(by.get(row.turn ?? null) ?? []), row]);
  return [...by]
    .sort(([a], [b]) => (a ?? Infinity) - (b ?? Infinity))
    .map(([turn, found]) => ({ turn, rows: found, now: found.some((row) => row.now), date: found.find((row) => row.date)?.date }));
}

/** Hexes that lie side by side, each such stretch in its order: a source of supply may be the edge of a map. */
export function stretchesOf(hexes: readonly string[], neighbours: (hex: string) => readonly string[]): string[][] {
  const left = new Set(hexes);
  const found: string[][] = [];
  const along = (hex: string): string[] => {
    const way: string[] = [];
    for (let next: string | undefined = hex; next; next = neighbours(next).find((one) => left.has(one))) {
      left.delete(next);
      way.push(next);
    }
    return way;
  };
  for (const hex of hexes) {
    if (!left.has(hex)) continue;
    const onward = along(hex);
    const before = neighbours(hex).find((one) => left.has(one));
    found.push([...(before ? along(before).reverse() : []), ...onward]);
  }
  return found;
}

/** The sides that somebody comes to: one's own, then in the order of the players. */
export const sidesIn = (rows: readonly Row[], players: readonly { side: string }[], own: string | null = null): string[] =>
  [...new Set([...(own ? [own] : []), ...players.map((player) => player.side)])].filter((side) => rows.some((row) => row.side === side));

/** Hexes in a few words: "5542", or the first and the last. */
export const hexesIn = (hexes: readonly string[]): string => (hexes.length <= 3 ? hexes.join(", ") : `${hexes[0]} – ${hexes.at(-1)}`);
