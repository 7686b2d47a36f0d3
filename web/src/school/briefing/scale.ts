// The ruler of a briefing: how a score lies between defeat on the left and victory on the right.

import type { Ruler } from "./types";

/** Where a score lies, from 0 to 1. */
export function placeOf(ruler: Ruler, score: number): number {
  const share = (score - ruler.least) / (ruler.most - ruler.least || 1);
  return Math.min(1, Math.max(0, ruler.downwards ? 1 - share : share));
}

export interface Tick {
  at: number;
  place: number;
  text: Ruler["marks"][number]["text"];
  /** Its words stand there: there is room for three, those at the ends and the one nearest to the middle. */
  worded: boolean;
}

export function ticksOf(ruler: Ruler): Tick[] {
  const ticks = ruler.marks.map(({ at, text }) => ({ at, text, place: placeOf(ruler, at), worded: false })).sort((a, b) => a.place - b.place);
  const middle = ticks.slice(1, -1).reduce<Tick | null>((best, one) => (!best || Math.abs(one.place - 0.5) < Math.abs(best.place - 0.5) ? one : best), null);
  for (const one of [ticks[0], ticks.at(-1), middle]) if (one) one.worded = true;
  return ticks;
}

/** Where the enemy's part ends and one's own begins. */
export const turningPoint = (ruler: Ruler): number => ticksOf(ruler).slice(1, -1).find((one) => one.worded)?.place ?? (ruler.start === null ? 0.5 : placeOf(ruler, ruler.start));

/** +5, −25, 0: a lead; points as they are where they cannot be less than nothing. */
export const scored = (ruler: Ruler, score: number): string => (ruler.least >= 0 ? String(score) : score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");
