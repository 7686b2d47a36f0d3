// The arithmetic of the report's small charts.

import type { Effect } from "../lib/types";

export interface Scale {
  (value: number): number;
  ticks: number[];
}

/** A linear scale over round numbers that hold all values, and zero. */
export function scale(values: number[], from: number, to: number, count = 4): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = round((high - low || 1) / count);
  const bottom = Math.floor(low / step) * step;
  const top = Math.max(bottom + step, Math.ceil(high / step) * step);
  const ticks = Array.from({ length: Math.round((top - bottom) / step) + 1 }, (_, n) => Number((bottom + n * step).toFixed(6)));
  return Object.assign((value: number) => from + ((value - bottom) / (top - bottom)) * (to - from), { ticks });
}

/** The next of 1, 2, 5, 10, ... */
function round(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([1, 2, 5, 10].find((one) => one * power >= wanted * 0.999) ?? 10) * power;
}

export const path = (points: [number, number][]): string => points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** How much more the dice did than they should have. */
export const luck = ({ actual, expected }: Effect): number => actual - expected;

/** Half the width of the band in which fair dice end four times out of five. */
export const band = ({ variance }: Effect): number => 1.2816 * Math.sqrt(variance);

/** A running total of what each turn added: the luck of a side as a curve. A turn without dice adds nothing. */
export function running(turns: { luck?: Record<string, { effect: Effect }> }[], side: string): number[] {
  let sum = 0;
  return turns.map(({ luck: dice }) => (sum += dice?.[side] ? luck(dice[side].effect) : 0));
}
