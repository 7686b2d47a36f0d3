// Where a place's name can stand beside it, and what each spot costs. A name has one place on the map, as on paper: it keeps clear
// of the counter that its own hex may hold, of other names and of other places, and never wanders when counters move.

import { SIDE } from "../lib/size";
import { touches, type Box } from "./curves";
import type { Point } from "./geometry";

/** Half the side of the counter that a hex may hold, with a little room around it, in radii. */
export const CLEAR = SIDE / 2 + 0.1;

export interface Spot {
  box: Box;
  /** how little it is liked before anything is in its way */
  cost: number;
}

/** What stands in a name's way. */
export interface Around {
  taken: readonly Box[];
  /** other places */
  blocks: readonly Box[];
  paper: Box;
}

/** Spots for a name of this width and half height around a point, in pixels. Where hexes stand on a flat side the gap between the
    counters of the next column lies right beside a hex; where they stand on a corner, below and above it. */
export function spotsAround([x, y]: Point, width: number, half: number, radius: number, flat = true): Spot[] {
  const clear = CLEAR * radius;
  const below = clear + half * 0.8;
  const at = (left: number, middle: number, cost: number): Spot => ({ box: { left, right: left + width, top: middle - half, bottom: middle + half }, cost });
  const [across, along] = flat ? [0, 1] : [1, 0];
  return [
    at(x + clear, y, across),
    at(x - clear - width, y, across + 0.8),
    at(x - width / 2, y + below, along),
    at(x - width / 2, y - below, along + 0.2),
    at(x + clear * 0.5, y + below, 1.4),
    at(x - clear * 0.5 - width, y + below, 1.6),
    at(x + clear * 0.5, y - below, 1.5),
    at(x - clear * 0.5 - width, y - below, 1.7),
    at(x + clear, y + 0.45 * radius, 1.8),
    at(x - clear - width, y + 0.45 * radius, 2),
    at(x + clear, y - 0.45 * radius, 1.9),
    at(x - clear - width, y - 0.45 * radius, 2.1),
  ];
}

/** From this radius on there are figures on counters that may lie on a name; from afar all names are of one size. */
const READABLE = 24;
/** A name is set no smaller than this for the sake of the counters beyond. */
const LEAST = 0.8;

/** How much smaller a name is set so that it ends before the counters that may lie in the second column from its hex: between those
    of the next column it has a gap of its own. Where that is not enough it keeps its size. */
export function squeeze(width: number, disc: number, radius: number, flat: boolean): number {
  const room = (flat ? 3 - SIDE / 2 - CLEAR : 2 * (Math.sqrt(3) - SIDE / 2)) * radius;
  const needed = (room - disc) / (width - disc);
  return radius >= READABLE && needed >= LEAST && needed < 1 ? needed : 1;
}

/** Names that just touch are worse than any spot that is free, and still to be read; on top of each other they are not. */
const TOUCHED = 3;
const OVERLAID = 7;

/** How much of a box lies under another. */
export const shareOf = (box: Box, other: Box): number =>
  ((Math.min(box.right, other.right) - Math.max(box.left, other.left)) * (Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top))) / ((box.right - box.left) * (box.bottom - box.top));

export function costOf(box: Box, { taken, blocks, paper }: Around): number {
  let cost = 0;
  for (const other of taken) if (touches(box, other)) cost += TOUCHED + OVERLAID * shareOf(box, other);
  for (const other of blocks) if (touches(box, other)) cost += 1.5;
  if (box.left < paper.left || box.right > paper.right || box.top < paper.top || box.bottom > paper.bottom) cost += 9;
  return cost;
}
