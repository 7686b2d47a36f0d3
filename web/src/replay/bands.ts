// Turns along a replay: where each begins and what share of the game it took.

import type { ReplayInfo } from "../lib/types";

export interface Band {
  turn: number;
  from: number;
  /** the first step that is no longer of this turn */
  to: number;
  share: number;
  label?: string | Record<"en" | "ja", string>;
}

/** Where combats stand along a replay, in percent: those too close to be told apart as one. */
export function ticksOf(combats: readonly number[], length: number): number[] {
  if (!length) return [];
  return [...new Set(combats.map((step) => Math.round((step / length) * 400) / 4))];
}

export function bandsOf(turns: NonNullable<ReplayInfo["turns"]>, length: number): Band[] {
  if (!length) return [];
  const sorted = [...turns].sort((a, b) => a.step - b.step).filter((one, i, all) => one.step <= length && one.step !== all[i + 1]?.step);
  return sorted.map((one, i) => {
    // What comes before the first turn (the set-up) counts to it.
    const from = i ? one.step : 0;
    const end = sorted[i + 1]?.step ?? length;
    return { turn: one.turn, from, to: sorted[i + 1] ? end : length + 1, share: (end - from) / length, ...(one.label ? { label: one.label } : {}) };
  });
}
