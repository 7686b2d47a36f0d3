// An arrow between two counters, in hexes.

import type { Point } from "../../map/geometry";

/** From the edge of one counter to the edge of another; on a small map from nearer its middle. */
export function arrow([ax, ay]: Point, [bx, by]: Point, begins = 0.5, ends = 0.62): { d: string; tip: Point; angle: number } {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
  const tip: Point = [bx - dx * ends, by - dy * ends];
  return { d: `M${ax + dx * begins} ${ay + dy * begins}L${tip[0] - dx * 0.12} ${tip[1] - dy * 0.12}`, tip, angle: (Math.atan2(dy, dx) * 180) / Math.PI };
}
