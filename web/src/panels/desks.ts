// Asks that are answered at a desk of their own rather than with plain buttons: what is bought, placed, built or voted on.

import { takesBack, targets, type Answer } from "../lib/answers";
import type { Ask, KindFace, Piece, Purse, View } from "../lib/types";

const chitsOf = (view: Pick<View, "ask">): Answer[] => (view.ask ? targets(view.ask).filter((one) => one.kind === "chit") : []);

/** Chits that are types of blocks are shown as such, with their pictures. */
export function pictured(view: Pick<View, "ask" | "kinds">): boolean {
  const chits = chitsOf(view);
  return chits.length > 0 && chits.every((one) => view.kinds?.[String(one.target)] !== undefined);
}

/** Chits that are no tokens to pick from: pictured ones, and those of which several things can be said. */
export function listed(view: Pick<View, "ask" | "kinds">): boolean {
  const verbs = new Set(chitsOf(view).filter((one) => !takesBack(one.verb)).map((one) => one.verb));
  return verbs.size > 1 || pictured(view);
}

const CLASSES = ["air", "naval", "ground"];
const rank = (name: string): number => (CLASSES.indexOf(name) + CLASSES.length + 1) % (CLASSES.length + 1);

/** Types of blocks by class, in the order in which they are known. */
export function byClass<T extends { kind: string }>(rows: readonly T[], kinds: Record<string, KindFace>): { name: string; rows: T[] }[] {
  const found = new Map<string, T[]>();
  for (const row of rows) {
    const name = kinds[row.kind]?.class ?? "";
    found.set(name, [...(found.get(name) ?? []), row]);
  }
  return [...found].sort(([a], [b]) => rank(a) - rank(b)).map(([name, list]) => ({ name, rows: list }));
}

/** What can be said of a unit, in the ask's order. */
export const answersOf = (ask: Ask, unit: string): Answer[] => targets(ask).filter((one) => one.kind === "unit" && one.target === unit);

export interface PriceRow {
  kind: string;
  price: number;
  left: number;
  buy: Answer | null;
  /** at full strength in one go */
  full: Answer | null;
  owned: { piece: Piece; raise: Answer | null; lower: Answer | null }[];
}

/** A force in the making: every type with its price, what is left of it, and what has been bought. */
export function priceRows(view: View, ask: Ask, hand: readonly Piece[]): PriceRow[] {
  const { prices = {}, left = {}, verbs = {} } = ask.focus;
  const all = targets(ask);
  const find = (verb: string | undefined, id: string): Answer | null => all.find((one) => one.verb === verb && one.target === id) ?? null;
  return Object.entries(prices)
    .filter(([kind]) => view.kinds?.[kind])
    .map(([kind, price]) => ({
      kind,
      price,
      left: left[kind] ?? 0,
      buy: find(verbs.buy, kind),
      full: find(verbs.full, kind),
      owned: hand.filter((piece) => piece.kind === kind).map((piece) => ({ piece, raise: find(verbs.raise, piece.id), lower: find(verbs.lower, piece.id) })),
    }));
}

/** What has been spent on a force. */
export const spentOn = (hand: readonly Piece[]): number => hand.reduce((sum, piece) => sum + (piece.steps ?? 0) * (piece.cost ?? 0), 0);

/** What makes two units in hand alike: a block's type, or all that a counter prints. */
const likeness = ({ kind, name, nation, symbol, size, values }: Piece): string => kind ?? JSON.stringify([name?.en.replace(/ \d+$/, ""), nation, symbol, size, values]);

export interface HandRow {
  key: string;
  /** The one that answers for them: what was taken up, or what the ask offers. */
  piece: Piece;
  count: number;
  answer: Answer | null;
  /** One of them has been taken up. */
  chosen: boolean;
}

/** Units in hand by type and strength, with how many there are of each and the one that answers for them. */
export function handRows(hand: readonly Piece[], answers: readonly Answer[], chosen: string | null = null): HandRow[] {
  const found = new Map<string, HandRow>();
  for (const piece of hand) {
    const key = `${piece.army} ${likeness(piece)} ${piece.steps}`;
    const row: HandRow = { key, piece, count: 1, answer: answers.find((one) => one.kind === "unit" && one.target === piece.id) ?? null, chosen: piece.id === chosen };
    const known = found.get(key);
    if (!known) found.set(key, row);
    else {
      const speaks = row.chosen || (row.answer && !known.answer && !known.chosen) ? row : known;
      found.set(key, { ...speaks, answer: known.answer ?? row.answer, count: known.count + 1, chosen: known.chosen || row.chosen });
    }
  }
  return [...found.values()];
}

/** What a purse holds: points for anything, or by class. */
export const purseOf = (purse: Purse): { name: string | null; points: number }[] =>
  Object.entries(purse).flatMap(([name, points]) => (typeof points === "number" ? [{ name: name === "points" ? null : name, points }] : []));
