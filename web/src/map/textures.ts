// Hachures, tufts, reeds and stipple: where each stroke lies, worked out once per map and detail, hex by hex.
// Distances are in units of a hex's radius; 34 pixels to the radius is the scale that UI.md's figures are given for.

import type { Curve, Segment } from "./curves";
import type { Point } from "./geometry";
import type { Land } from "./land";
import { hash, noise } from "./noise";

export type Detail = "far" | "middle" | "near";

/** How much wider apart strokes lie when a hex is small, so that they do not run together. */
const SPREAD: Record<Detail, number> = { far: 1.7, middle: 1, near: 0.8 };

export const detailAt = (radius: number): Detail => (radius < 18 ? "far" : radius > 58 ? "near" : "middle");

export interface Mark {
  x: number;
  y: number;
  /** 0 to 1, a mark's own chance */
  luck: number;
}

/** Strokes of a cell: each four numbers, from and to. */
export interface Hachures {
  deep: number[];
  rim: number[];
}

function* scattered(land: Land, column: number, row: number, pace: number): Generator<Mark> {
  const [cx, cy] = land.grid.centre(column, row);
  const count = Math.ceil(1 / pace);
  for (let i = -count; i <= count; i++)
    for (let j = -count; j <= count; j++) {
      const x = (i + (hash(column * 71 + i, row * 37 + j, 1) - 0.5) * 0.8 + (j & 1 ? 0.5 : 0)) * pace;
      const y = (j + (hash(column * 71 + i, row * 37 + j, 2) - 0.5) * 0.8) * pace;
      const [across, along] = land.grid.flat ? [Math.abs(x), Math.abs(y)] : [Math.abs(y), Math.abs(x)];
      if (along > 0.866 || across + along / Math.sqrt(3) > 1) continue;
      yield { x: cx + x, y: cy + y, luck: hash(column * 31 + i, row * 17 + j, 5) };
    }
}

/** Marks of a cell, upper ones first so that lower ones overlap them. */
export const marks = (land: Land, column: number, row: number, pixels: number, detail: Detail): Mark[] =>
  [...scattered(land, column, row, (pixels / 34) * SPREAD[detail])].sort((a, b) => a.y - b.y);

/** The nearest point of an outline, looked up in squares of two units. */
export class Rim {
  private readonly squares = new Map<string, Segment[]>();

  constructor(loops: readonly Curve[]) {
    for (const loop of loops)
      loop.forEach((from, i) => {
        const to = loop[(i + 1) % loop.length] as Point;
        const square = this.square((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
        const here = this.squares.get(square);
        if (here) here.push([from, to]);
        else this.squares.set(square, [[from, to]]);
      });
  }

  private square(x: number, y: number, right = 0, down = 0): string {
    return `${Math.floor(x / 2) + right},${Math.floor(y / 2) + down}`;
  }

  /** How far the rim is and in which direction; null where it is further than two units. */
  nearest(x: number, y: number): { far: number; dx: number; dy: number } | null {
    let best = Infinity;
    let [gx, gy] = [0, 0];
    for (let right = -1; right <= 1; right++)
      for (let down = -1; down <= 1; down++)
        for (const [[ax, ay], [bx, by]] of this.squares.get(this.square(x, y, right, down)) ?? []) {
          const [dx, dy] = [bx - ax, by - ay];
          const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1e-9)));
          const [qx, qy] = [ax + dx * t - x, ay + dy * t - y];
          const square = qx * qx + qy * qy;
          if (square < best) [best, gx, gy] = [square, qx, qy];
        }
    if (best === Infinity) return null;
    const far = Math.sqrt(best);
    return { far, dx: gx / (far || 1), dy: gy / (far || 1) };
  }
}

/** Which way the ground lies: much the same over a few hexes, whatever the outline of the area is. Strokes that all point at the
    nearest edge would make a flower of a hill of seven hexes. */
function lie(x: number, y: number): number {
  return 1.1 + (noise(x * 0.3, y * 0.3, 9) - 0.5) * 2.4 + (noise(x * 3, y * 3, 9) - 0.5) * 0.6;
}

/** A cell's strokes along the lie of the land: sparse ones all over, denser ones in a hem of `depth` along the rim. */
export function hachures(land: Land, column: number, row: number, rim: Rim, pixels: number, depth: number, detail: Detail): Hachures {
  const pace = (pixels / 34) * SPREAD[detail];
  const found: Hachures = { deep: [], rim: [] };
  const stroke = (into: number[], mark: Mark, length: number): void => {
    const angle = lie(mark.x, mark.y);
    const half = length * (0.6 + mark.luck * 0.6);
    const [ax, ay] = [Math.cos(angle) * half, Math.sin(angle) * half];
    into.push(mark.x - ax, mark.y - ay, mark.x + ax, mark.y + ay);
  };
  for (const mark of scattered(land, column, row, pace * 1.5)) {
    if (mark.luck > 0.8) continue;
    if ((rim.nearest(mark.x, mark.y)?.far ?? 2) > 0.07) stroke(found.deep, mark, 0.11);
  }
  for (const mark of scattered(land, column, row, pace)) {
    const edge = rim.nearest(mark.x, mark.y);
    if (edge && edge.far > 0.05 && edge.far <= depth && mark.luck <= 0.9 - (edge.far / depth) * 0.5) stroke(found.rim, mark, 0.1);
  }
  return found;
}
