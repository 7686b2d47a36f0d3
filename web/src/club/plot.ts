// Where the lines of a rating's plot are: a point for each finished rated game, evenly spaced, in a frame of so many pixels.

import type { Point } from "./people";

export const ROOM = { left: 40, right: 50, top: 12, bottom: 26 };
/** Most lines across the plot, and most days below it. */
const LINES = 6;
const DAYS = 6;
/** Steps between two lines. */
const STEPS = [50, 100, 200, 500, 1000];

export interface Plot {
  dots: { x: number; y: number }[];
  line: string;
  band: string;
  /** Lines across, by rating. */
  across: { y: number; rating: number }[];
  /** Points whose day is written below. */
  days: { x: number; point: number }[];
}

export function laid(points: readonly Point[], width: number, height: number): Plot {
  const low = Math.min(...points.map((one) => one.rating - one.within));
  const high = Math.max(...points.map((one) => one.rating + one.within));
  const step = STEPS.find((one) => Math.ceil(high / one) - Math.floor(low / one) < LINES) ?? 2000;
  const [bottom, top] = [Math.floor(low / step) * step, Math.ceil(high / step) * step];
  const wide = width - ROOM.left - ROOM.right;
  const x = (n: number): number => ROOM.left + (points.length === 1 ? wide / 2 : (wide * n) / (points.length - 1));
  const y = (rating: number): number => ROOM.top + ((height - ROOM.top - ROOM.bottom) * (top - rating)) / (top - bottom || 1);
  const at = (n: number, rating: number): string => `${round(x(n))},${round(y(rating))}`;
  const upper = points.map((one, n) => at(n, one.rating + one.within));
  const lower = points.map((one, n) => at(n, one.rating - one.within)).reverse();
  const across = Array.from({ length: (top - bottom) / step + 1 }, (_, n) => ({ rating: bottom + n * step, y: round(y(bottom + n * step)) }));
  const fit = Math.max(1, Math.min(DAYS, Math.floor(wide / 70), points.length));
  const told = Array.from({ length: fit }, (_, n) => (fit === 1 ? 0 : Math.round((n * (points.length - 1)) / (fit - 1))));
  return {
    dots: points.map((one, n) => ({ x: round(x(n)), y: round(y(one.rating)) })),
    line: points.map((one, n) => at(n, one.rating)).join(" "),
    band: [...upper, ...lower].join(" "),
    across,
    days: told.filter((point, n) => n === 0 || points[point]?.day !== points[told[n - 1] ?? 0]?.day).map((point) => ({ point, x: round(x(point)) })),
  };
}

const round = (value: number): number => Math.round(value * 10) / 10;
