// Names on the map of a briefing: each beside its place, clear of the others as far as there is room.

import { touches, type Box } from "../../map/curves";
import type { Point } from "../../map/geometry";
import { CLEAR, costOf, spotsAround } from "../../map/spots";

export interface Label {
  text: string;
  /** The place, in pixels. */
  at: Point;
  size: number;
}

export interface Set {
  text: string;
  x: number;
  y: number;
  size: number;
}

/** How wide a text is, near enough: Japanese letters are as wide as they are high. */
export const widthOf = (text: string, size: number): number => [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : 0.54) * size, 0);

/** What lies on the map: rings are kept free, counters as far as one can. */
export interface Around {
  rings: readonly Box[];
  blocks: readonly Box[];
  paper: Box;
  /** How far from the middle of its place a name begins. */
  clear: number;
  /** Paper too small for every name: one that finds no room is left out, and seen when the map is enlarged. */
  small?: boolean;
}

/** A name on a counter can be read, one beyond the edge cannot. */
const OUTSIDE = 100;
const inside = (box: Box, paper: Box): boolean => box.left >= paper.left && box.right <= paper.right && box.top >= paper.top && box.bottom <= paper.bottom;

/** Where each name begins, its middle line as y. */
export function labelled(labels: readonly Label[], { rings, blocks, paper, clear, small = false }: Around): Set[] {
  const taken: Box[] = [...rings];
  return labels.flatMap(({ text, at, size }) => {
    const spots = spotsAround(at, widthOf(text, size) + 4, size * 0.62, clear / CLEAR);
    const own = (box: Box): boolean => at[0] > box.left && at[0] < box.right && at[1] > box.top && at[1] < box.bottom;
    const around = { taken: taken.filter((box) => !own(box)), blocks, paper };
    const costs = spots.map(({ box, cost }) => cost + costOf(box, around) + (inside(box, paper) ? 0 : OUTSIDE));
    const best = spots[costs.indexOf(Math.min(...costs))]?.box ?? { left: at[0], right: at[0], top: at[1], bottom: at[1] };
    if (small && (!inside(best, paper) || taken.slice(rings.length).some((box) => touches(box, best)))) return [];
    taken.push(best);
    return { text, size, x: best.left + 2, y: (best.top + best.bottom) / 2 };
  });
}
