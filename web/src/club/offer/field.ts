// What is known of a game before it is offered: how its sides have fared, and where ratings lie.

import { call } from "../../lib/api";
import type { Level } from "../../lib/types";
import type { BySide } from "../people";

/** How a side has fared: of anybody, where a profile tells it of one. */
export type SideFared = Omit<BySide, "game">;
export interface Field {
  sides: SideFared[];
  /** Of those who have finished a rated game of it in the last ninety days, from the lowest. */
  ratings: number[];
}

export const fieldOf = (game: string, scenario?: string) => call<Field>(`/games/${encodeURIComponent(game)}/field${scenario ? `?${new URLSearchParams({ scenario })}` : ""}`);

/** Points from one bar to the next. */
export const BAR = 25;

/** How wide a scale of ratings is that shows all of these, in whole hundreds. */
export function scaleOf(ratings: readonly number[], level: Level): Level {
  return { low: Math.floor(Math.min(1200, level.low, ...ratings) / 100) * 100, high: Math.ceil(Math.max(1800, level.high, ...ratings) / 100) * 100 };
}

/** How many there are in each bar of a scale. */
export function barsOf(ratings: readonly number[], scale: Level): number[] {
  const bars = new Array<number>(Math.max(1, Math.ceil((scale.high - scale.low) / BAR))).fill(0);
  for (const one of ratings) {
    const at = Math.min(bars.length - 1, Math.max(0, Math.floor((one - scale.low) / BAR)));
    bars[at] = (bars[at] ?? 0) + 1;
  }
  return bars;
}

/** How many of them a level lets in. */
export const fitting = (ratings: readonly number[], level: Level): number => ratings.filter((one) => level.low <= one && one <= level.high).length;
