// The figures on counters: numbers, numbers with a mark ("3*", "3•"), and the letter of a unit's quality.

import type { Figure, Piece } from "./types";

/** What a figure counts: "3*" is 3, a letter is nothing. */
export const amount = (figure: Figure | undefined): number => (typeof figure === "number" ? figure : Number.parseFloat(figure ?? "") || 0);

/** The letter between strength and movement, where there is one: 7 C 6. */
export function qualityOf(values: readonly Figure[]): string | null {
  const middle = values.length === 3 ? values[1] : undefined;
  return typeof middle === "string" && /^\p{L}$/u.test(middle) ? middle : null;
}

/** A unit's strength when it attacks and when it defends. */
export const attackOf = ({ values }: Pick<Piece, "values">): number => amount(values[0]);
export const defenceOf = ({ values }: Pick<Piece, "values">): number => amount(values.length > 2 && !qualityOf(values) ? values[1] : values[0]);
