// Where a large tip goes: beside the hex it speaks of, where it covers the least of what the player compares.

import type { Point } from "../map/geometry";

export interface Kept {
  /** in pixels on the field */
  at: Point;
  /** how much it matters that it is seen */
  weight: number;
}

export interface Beside {
  /** the middle of the hex, and its radius, in pixels */
  at: Point;
  k: number;
  /** the tip's own size */
  wide: number;
  high: number;
  /** the field's */
  field: Point;
  /** the path comes from the right: the left side is tried first */
  fromRight: boolean;
  kept: readonly Kept[];
}

const EDGE = 8;

/** On a narrow map: the tip's left edge and the middle of its height, above the finger where there is room, else below the hex, and never
    over the map's edges. */
export function overHex({ at: [x, y], k, wide, high, field: [across, tall] }: Pick<Beside, "at" | "k" | "wide" | "high" | "field">): Point {
  const left = Math.max(EDGE, Math.min(across - wide - EDGE, x - wide / 2));
  const above = y - 1.15 * k - high / 2;
  const below = Math.max(high / 2 + EDGE, Math.min(tall - high / 2 - EDGE, y + 1.15 * k + high / 2));
  return [left, above > high / 2 + EDGE ? above : below];
}

/** The tip's upper left corner. */
export function besideHex({ at: [x, y], k, wide, high, field: [across, tall], fromRight, kept }: Beside): Point {
  const within = ([left, top]: Point): Point => [Math.max(EDGE, Math.min(across - wide - EDGE, left)), Math.max(EDGE, Math.min(tall - high - EDGE, top))];
  const covers = ([left, top]: Point, [px, py]: Point, room: number): boolean => px > left - room && px < left + wide + room && py > top - room && py < top + high + room;
  const right: Point = [x + 0.95 * k, y - high / 2];
  const left: Point = [x - 0.95 * k - wide, y - high / 2];
  const spots = [...(fromRight ? [left, right] : [right, left]), [x - wide / 2, y - 1.05 * k - high], [x - wide / 2, y + 1.05 * k]].map((spot) => within(spot as Point));
  const cost = (spot: Point, n: number): number =>
    n / 10 + (covers(spot, [x, y], 0.5 * k) ? 1000 : 0) + kept.reduce((sum, one) => sum + (covers(spot, one.at, 0.75 * k) ? one.weight : 0), 0);
  const costs = spots.map(cost);
  return spots[costs.indexOf(Math.min(...costs))] as Point;
}
