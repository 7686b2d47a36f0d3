// Where a place's name can stand beside it, and what each spot costs: a name under a stack is not read at all, one that touches
// another name badly, one far from its place is taken for another's.

import { SIDE, leanOf } from "../lib/size";
import { touches, type Box } from "./curves";
import type { HexGrid, Point } from "./geometry";

/** A little room around a stack. */
const RING = 0.1;

export interface Spot {
  box: Box;
  /** how little it is liked before anything is in its way */
  cost: number;
}

/** What stands in a name's way. */
export interface Around {
  stacks: readonly Box[];
  taken: readonly Box[];
  /** other places */
  blocks: readonly Box[];
  paper: Box;
}

/** Half the side of what a stack of so many covers, in pixels. */
export const stackHalf = (count: number, radius: number): number => (SIDE / 2 + leanOf(count, SIDE) + RING) * radius;

/** The squares that stacks cover, in pixels. */
export function stackBoxes(grid: HexGrid, heights: ReadonlyMap<string, number>, radius: number): Box[] {
  return [...heights].map(([hex, count]) => {
    const [x, y] = grid.centreOf(hex);
    const half = stackHalf(count, radius);
    return { left: x * radius - half, right: x * radius + half, top: y * radius - half, bottom: y * radius + half };
  });
}

/** Spots for a name of this width and half height around a point, in pixels; `stack` is half the side of the stack that lies
    there, or 0. */
export function spotsAround([x, y]: Point, width: number, half: number, radius: number, { stack, city }: { stack: number; city: boolean }): Spot[] {
  const covered = stack > 0;
  const beside = covered ? stack : (city ? 0.56 : 0.34) * radius;
  const below = covered ? stack + half * 0.9 : 0.62 * radius;
  const at = (left: number, middle: number, cost: number): Spot => ({ box: { left, right: left + width, top: middle - half, bottom: middle + half }, cost });
  return [
    at(x + beside, y - 0.14 * radius, covered ? 1.2 : 0),
    at(x - width / 2, y + below, covered ? 0 : 1),
    at(x - beside - width, y - 0.14 * radius, covered ? 1.4 : 0.8),
    at(x - width / 2, y - below, covered ? 0.6 : 1.2),
    at(x + beside * (covered ? 1 : 0.8), y + 0.5 * radius, 1.4),
    at(x - beside * (covered ? 1 : 0.8) - width, y + 0.5 * radius, 1.6),
    at(x + beside * (covered ? 1 : 0.8), y - 0.62 * radius, 1.5),
    at(x - beside * (covered ? 1 : 0.8) - width, y - 0.62 * radius, 1.7),
    // Along the upper or the lower edge, pushed to either side: between the stacks of a line.
    at(x + 0.1 * radius, y + 0.86 * radius, 2),
    at(x - 0.1 * radius - width, y + 0.86 * radius, 2.1),
    at(x + 0.1 * radius, y - 0.86 * radius, 2.1),
    at(x - 0.1 * radius - width, y - 0.86 * radius, 2.2),
    at(x - width / 2, y + 1.15 * radius, 3),
    at(x - width / 2, y - 1.15 * radius, 3.2),
    ...(city ? beyond() : []),
  ];

  /** Outside a ring of besiegers; only a city's name is taken for its own so far away. */
  function beyond(): Spot[] {
    return [2.5, 4].flatMap((far, n) => [
      at(x + far * radius, y - 0.14 * radius, 4 + n),
      at(x - far * radius - width, y - 0.14 * radius, 4.2 + n),
      at(x + (far - 0.7) * radius, y + 0.86 * radius, 4.4 + n),
      at(x + (far - 0.7) * radius, y - 0.86 * radius, 4.4 + n),
      at(x - (far - 0.7) * radius - width, y + 0.86 * radius, 4.6 + n),
      at(x - (far - 0.7) * radius - width, y - 0.86 * radius, 4.6 + n),
      at(x - width / 2, y + far * radius, 5 + n),
      at(x - width / 2, y - far * radius, 5 + n),
    ]);
  }
}

/** The share of a box that lies under another. */
export function overlap(box: Box, other: Box): number {
  const across = Math.min(box.right, other.right) - Math.max(box.left, other.left);
  const down = Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top);
  if (across <= 0 || down <= 0) return 0;
  return (across * down) / ((box.right - box.left) * (box.bottom - box.top));
}

export function costOf(box: Box, { stacks, taken, blocks, paper }: Around): number {
  let cost = 0;
  for (const other of stacks) {
    const share = overlap(box, other);
    if (share) cost += 1 + 16 * share;
  }
  for (const other of taken) if (touches(box, other)) cost += 6;
  for (const other of blocks) if (touches(box, other)) cost += 1.5;
  if (box.left < paper.left || box.right > paper.right || box.top < paper.top || box.bottom > paper.bottom) cost += 9;
  return cost;
}
