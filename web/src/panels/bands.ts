// A score against its bands: which one it stands in, and where in it.

import type { Band } from "../lib/types";

/** How many points wide an open band is drawn. */
const OPEN = 3;

export const widthOf = (band: Band): number => (band.to === undefined ? OPEN : band.to - band.from + 1);

/** The band that holds a score; a score beyond the ends belongs to the first or the last. */
export function bandAt(bands: readonly Band[], score: number): number {
  const found = bands.findIndex((band) => band.to === undefined || score <= band.to);
  return found < 0 ? bands.length - 1 : found;
}

/** Where a score stands in its band, from 0 to 1. */
export function placeIn(band: Band, score: number): number {
  return Math.max(0.04, Math.min(0.96, (score - band.from + 0.5) / widthOf(band)));
}
