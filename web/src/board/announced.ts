// Announced attacks on the map: an arrow from every hex of attackers to every hex they attack, and a tag with the segments.

import type { Attack } from "../lib/types";
import type { HexGrid, Point } from "../map/geometry";

export interface Arrow {
  key: string;
  from: Point;
  to: Point;
  /** across a hexside, not from afar */
  close: boolean;
}

export interface Tag {
  hex: string;
  text: string;
  at: Point;
}

export function arrowsOf(attacks: readonly Attack[], grid: HexGrid, whereIs: (unit: string) => string | null): Arrow[] {
  const found = new Map<string, Arrow>();
  for (const { units, hexes } of attacks)
    for (const from of units.map(whereIs))
      for (const to of hexes) {
        if (!from || from === to) continue;
        const key = `${from} ${to}`;
        found.set(key, { key, from: grid.centreOf(from), to: grid.centreOf(to), close: grid.distance(from, to) === 1 });
      }
  return [...found.values()];
}

/** Where a tag can stand around a counter: below it, above it, at its sides. */
const SPOTS: readonly Point[] = [[0, 1], [0, -1], [1.25, 0.1], [-1.25, 0.1]];

/** What each hex is in for: the segments of all attacks on it, in their order, and air points; clear of the arrows. `off` is how
    far from the hex's centre. */
export function tagsOf(attacks: readonly Attack[], arrows: readonly Arrow[], grid: HexGrid, off: number): Tag[] {
  const segments = new Map<string, Set<string>>();
  const points = new Map<string, number>();
  for (const attack of attacks)
    for (const hex of attack.hexes) {
      segments.set(hex, new Set([...(segments.get(hex) ?? []), ...attack.segments]));
      if (attack.points !== undefined) points.set(hex, (points.get(hex) ?? 0) + attack.points);
    }
  return [...segments].map(([hex, found]) => {
    const [x, y] = grid.centreOf(hex);
    const coming = arrows.filter((arrow) => arrow.to[0] === x && arrow.to[1] === y).map(({ from }) => towards([x, y], from));
    const crowded = ([dx, dy]: Point): number => Math.max(0, ...coming.map((arrow) => arrow[0] * dx + arrow[1] * dy));
    const spot = SPOTS.reduce((best, one) => (crowded(one) < crowded(best) - 0.3 ? one : best));
    return { hex, text: [...found].join("·") + (points.has(hex) ? ` ${points.get(hex)}` : ""), at: [x + spot[0] * off, y + spot[1] * off] as Point };
  });
}

/** The direction from one point to another. */
function towards([ax, ay]: Point, [bx, by]: Point): Point {
  const far = Math.hypot(bx - ax, by - ay) || 1;
  return [(bx - ax) / far, (by - ay) / far];
}
