// A window that holds some hexes of a map, for pictures that tell of them.

import type { Point } from "../map/geometry";

/** Around the outermost hexes there is room for an arrow's head and a plate, in hexes. */
const ROOM = 3.2;
/** Below this radius nothing can be told apart: of what lies farther apart the middle is shown. */
const LEAST = 9;

/** The middle between some spots, and a hex's radius at which all of them are in a picture so large in pixels. */
export function within(spots: readonly Point[], wished: number, [wide, high]: Point): { middle: Point; radius: number } {
  const ends = (axis: 0 | 1): [number, number] => [Math.min(...spots.map((one) => one[axis])), Math.max(...spots.map((one) => one[axis]))];
  const [[left, right], [top, bottom]] = [ends(0), ends(1)];
  const fits = Math.min(wide / (right - left + ROOM), high / (bottom - top + ROOM));
  return { middle: [(left + right) / 2, (top + bottom) / 2], radius: Math.max(LEAST, Math.min(wished, fits)) };
}
