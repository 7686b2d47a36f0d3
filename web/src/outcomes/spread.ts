// How bars of a spread lie in a picture.

import { t } from "../i18n/index.svelte";
import { scale } from "../report/charts";
import type { Figures } from "./types";

export interface Bar {
  x: number;
  width: number;
  height: number;
  games: number;
  from: number;
  /** from the bottom up: how high the games of each winner stand; null those that nobody won */
  parts: { side: string | null; y: number; height: number }[];
}

type Row = Figures["spread"][number];

/** The games of a bar by who won them, a pixel figure for each. */
function partsOf(row: Row, pace: number): Bar["parts"] {
  const drawn = row.games - Object.values(row.won).reduce((sum, one) => sum + one, 0);
  const counts: [string | null, number][] = [...Object.entries(row.won).sort(([one], [other]) => one.localeCompare(other)), [null, Math.max(0, drawn)]];
  let y = 0;
  return counts.filter(([, games]) => games).map(([side, games]) => {
    const part = { side, y, height: games * pace };
    y += part.height;
    return part;
  });
}

/** Bars from left to right, and where a lead lies among them. */
export function barsOf(spread: Figures["spread"], real: number, width: number, height: number): { bars: Bar[]; at: (lead: number) => number; first: number; last: number } {
  const first = Math.min(real, 0, ...spread.map((one) => one.from));
  const last = Math.max(real + 1, 1, ...spread.map((one) => one.to));
  const pace = width / (last - first);
  const at = (lead: number): number => pace * (lead - first);
  const most = Math.max(1, ...spread.map((one) => one.games));
  return {
    at,
    first,
    last,
    bars: spread.map((one) => ({ x: at(one.from), width: at(one.to) - at(one.from), height: (height * one.games) / most, games: one.games, from: one.from, parts: partsOf(one, height / most) })),
  };
}

/** Seconds as a person says them. */
export function spoken(seconds: number): string {
  if (seconds < 90) return t("outcomes.seconds", { count: Math.max(1, Math.round(seconds)) });
  return seconds < 5400 ? t("outcomes.minutes", { count: Math.round(seconds / 60) }) : t("outcomes.hours", { count: Math.round(seconds / 3600) });
}

/** Round leads for an axis from one to the other, with nought where it lies between them. */
export const leads = (first: number, last: number): number[] => scale([first, last], 0, 1, 6).ticks.filter((one) => one >= first && one <= last && Number.isInteger(one));

export const percent = (share: number): string => String(Math.round(100 * share));
