// Counters sorted for the rail: stacks, who is still to act, who arrives, who is off the map.

import type { Ask, Piece, View } from "./types";
import { unitTargets } from "./answers";

const byStrength = (a: Piece, b: Piece): number => (b.values[0] ?? 0) - (a.values[0] ?? 0) || a.label.localeCompare(b.label);

export const stackIn = (view: View, hex: string): Piece[] =>
  Object.values(view.pieces).filter((piece) => piece.on_map && piece.where === hex);

export const has = (piece: Piece, flag: string): boolean => piece.flags?.includes(flag) ?? false;

/** Units that can still act: those the ask offers, else those that may attack, else those activated that have not moved. */
export function stillToAct(view: View, ask: Ask | null): Piece[] {
  const offered = ask ? unitTargets(ask).flatMap((one) => view.pieces[String(one.target)] ?? []) : [];
  if (offered.length) return [...new Set(offered)];
  const all = Object.values(view.pieces);
  const fresh = all.filter((piece) => has(piece, "fresh"));
  if (fresh.length) return fresh.sort(byStrength);
  return all
    .filter((piece) => has(piece, "activated") && !has(piece, "moved") && !has(piece, "fought"))
    .sort(byStrength);
}

export const haveActed = (view: View): number =>
  Object.values(view.pieces).filter((piece) => has(piece, "moved") || has(piece, "fought")).length;

/** Units yet to come, by turn, the next ones first. */
export function arrivals(view: View): { turn: number; units: Piece[] }[] {
  const due = new Map<number, Piece[]>();
  for (const piece of Object.values(view.pieces)) {
    if (piece.on_map || piece.arrives === undefined || piece.arrives < view.turn) continue;
    due.set(piece.arrives, [...(due.get(piece.arrives) ?? []), piece]);
  }
  return [...due].sort((a, b) => a[0] - b[0]).map(([turn, units]) => ({ turn, units: units.sort(byStrength) }));
}

/** Everything else that is off the map, by where it lies. */
export function offMap(view: View): { place: string; units: Piece[] }[] {
  const lying = new Map<string, Piece[]>();
  for (const piece of Object.values(view.pieces)) {
    if (piece.on_map || (piece.arrives !== undefined && piece.arrives >= view.turn)) continue;
    lying.set(piece.where, [...(lying.get(piece.where) ?? []), whole(piece)]);
  }
  return [...lying].map(([place, units]) => ({ place, units: units.sort(byStrength) }));
}

/** A dead unit shows the face it had: nobody knows a unit by its zeros. */
function whole(piece: Piece): Piece {
  const values = piece.steps === 0 && piece.full_steps !== undefined ? piece.values_by_steps?.[piece.full_steps] : undefined;
  return values ? { ...piece, values } : piece;
}

/** A counter's values on its other side, or null where it has one side only. */
export function otherSide(piece: Piece): number[] | null {
  const { values_by_steps: sides, steps, full_steps: full } = piece;
  if (!sides || steps === undefined || full === undefined || full < 2) return null;
  return sides[steps === full ? full - 1 : full] ?? null;
}

export const strengths = (piece: Piece): string => piece.values.join("-");
