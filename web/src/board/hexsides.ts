// Hexsides as targets: "1110/1210" is the side between those two hexes.

import type { HexGrid, Point } from "../map/geometry";

/** How near a pointer must come to a hexside to mean it, in radii. */
const NEAR = 0.34;

export function hexesOf(side: string): [string, string] | null {
  const found = /^(\d{4})[/-](\d{4})$/.exec(side);
  return found ? [found[1] as string, found[2] as string] : null;
}

export function endsOf(grid: HexGrid, side: string): [Point, Point] | null {
  const hexes = hexesOf(side);
  return hexes ? grid.sideOf(...hexes) : null;
}

export const middleOf = ([a, b]: readonly [Point, Point]): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** How far a point lies from a stretch. */
export function distanceTo([x, y]: Point, [[ax, ay], [bx, by]]: readonly [Point, Point]): number {
  const [dx, dy] = [bx - ax, by - ay];
  const along = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - along * dx, y - ay - along * dy);
}

/** The hexside of a list that a pointer means, or null. */
export function hexsideAt(grid: HexGrid, sides: Iterable<string>, point: Point): string | null {
  let best: string | null = null;
  let nearest = NEAR;
  for (const side of sides) {
    const ends = endsOf(grid, side);
    const far = ends ? distanceTo(point, ends) : Infinity;
    if (far < nearest) [nearest, best] = [far, side];
  }
  return best;
}
