// The courses of waters, along which their names are written.

import { smoothed, type Curve } from "./curves";
import type { Point } from "./geometry";
import { pair, type Land, type NameAlong } from "./land";

export interface Course {
  name: NameAlong;
  line: Curve;
  great: boolean;
}

/** Hex centres zigzag: their middles do not. */
export function courseOf(land: Land, name: NameAlong): Course {
  const centres = name.hexes.map((hex) => land.grid.centreOf(hex));
  const middles: Curve = centres.map(([x, y], i): Point => {
    const [a, b] = [centres[i - 1] ?? [x, y], centres[i + 1] ?? [x, y]];
    return [(a[0] + 2 * x + b[0]) / 4, (a[1] + 2 * y + b[1]) / 4];
  });
  const beside = (hex: string): boolean => land.grid.neighbours(hex).some((other) => land.sidesAt.get(pair(hex, other))?.includes("major_river"));
  // Tributaries touch a great river too, where they end.
  const great = name.hexes.filter(beside).length * 2 > name.hexes.length || name.hexes.every((hex) => /sea|water|lake/.test(land.terrainOf(hex)));
  return { name, line: middles.length > 1 ? smoothed(middles, 3) : middles, great };
}

/** A line that is walked along by distance. */
export class Way {
  private readonly along: number[] = [0];

  constructor(private readonly points: Curve) {
    for (let i = 1; i < points.length; i++) {
      const [a, b] = [points[i - 1] as Point, points[i] as Point];
      this.along.push((this.along[i - 1] as number) + Math.hypot(b[0] - a[0], b[1] - a[1]));
    }
  }

  get length(): number {
    return this.along[this.along.length - 1] as number;
  }

  at(distance: number): { x: number; y: number; angle: number } {
    const { points, along } = this;
    let i = 1;
    while (i < along.length - 1 && (along[i] as number) < distance) i++;
    const [a, b] = [points[i - 1] as Point, points[i] as Point];
    const [before, after] = [along[i - 1] as number, along[i] as number];
    const t = (distance - before) / (after - before || 1);
    return { x: a[0] + (b[0] - a[0]) * t, y: a[1] + (b[1] - a[1]) * t, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) };
  }

  /** A stretch of it, a point at every pace. */
  stretch(from: number, length: number, pace: number): Curve {
    const found: Curve = [];
    for (let distance = from; distance < from + length + pace; distance += pace) {
      const { x, y } = this.at(Math.min(distance, from + length));
      found.push([x, y]);
    }
    return found;
  }
}
