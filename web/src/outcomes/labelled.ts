// Which places that changed hands are named along a game: those worth most, as far as there is room.

import type { Taken } from "../lib/types";

const LETTER = 7.5;
const WIDE = 14;
const GAP = 14;

export interface Label extends Taken {
  name: string;
  /** it stands before its step, since there is no room behind */
  before: boolean;
}

/** How much room a word takes, in pixels: Japanese letters are wider. */
const room = (name: string): number => [...name].reduce((sum, letter) => sum + (letter > "\u2e7f" ? WIDE : LETTER), GAP);

/** The places worth most first, the later before the earlier; none over another, none over the edge. */
export function labelled(taken: (Taken & { name: string })[], length: number, width: number): Label[] {
  const found: (Label & { from: number; to: number })[] = [];
  const ranked = taken.filter((one) => one.points > 0).sort((a, b) => b.points - a.points || b.step - a.step);
  for (const one of ranked) {
    const at = (width * one.step) / Math.max(1, length);
    const before = at + room(one.name) > width;
    const [from, to] = before ? [at - room(one.name), at] : [at, at + room(one.name)];
    if (from >= 0 && found.every((other) => to <= other.from || from >= other.to)) found.push({ ...one, before, from, to });
  }
  return found.sort((a, b) => a.step - b.step).map(({ from: _from, to: _to, ...one }) => one);
}
