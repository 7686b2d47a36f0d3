// Fronts as ribbons: smooth lines that stand off behind either side's first row of hexes, so that no counter of it is covered.

import { spline, type Curve } from "../../map/curves";
import type { HexGrid, Point } from "../../map/geometry";
import type { Front } from "./types";

/** A long front is seen from further away: it is drawn with a broader brush. */
const LONG = 30;

export interface Ribbons {
  own: Curve;
  enemy: Curve;
}

/** `off`: how far behind the middle of its hexes a ribbon lies, in radii. */
export function ribbonsOf(grid: HexGrid, { own, enemy, closed }: Front, off: number): Ribbons {
  const [mine, theirs] = [own, enemy].map((hexes) => eased(direct(hexes).map((hex) => grid.centreOf(hex)), closed)) as [Curve, Curve];
  return { own: behind(mine, theirs, closed, off), enemy: behind(theirs, mine, closed, off) };
}

/** A deep notch that a front runs into and out of again by the same hexes. */
const NOTCH = 8;

/** The hexes without such notches. */
export function direct(hexes: readonly string[]): string[] {
  const found: string[] = [];
  for (const hex of hexes) {
    const before = found.lastIndexOf(hex);
    if (before >= 0 && found.length - before < NOTCH) found.length = before;
    found.push(hex);
  }
  return found;
}

/** A line along hexes without its teeth; its ends stay. */
function eased(line: Curve, closed: boolean): Curve {
  const rounds = line.length > LONG ? 7 : 3;
  let points = line;
  for (let round = 0; round < rounds; round++) points = points.map((point, n) => middled(points, n, point, closed));
  return points;
}

function middled(points: Curve, n: number, point: Point, closed: boolean): Point {
  const before = points[n - 1] ?? (closed ? points.at(-1) : undefined);
  const after = points[n + 1] ?? (closed ? points[0] : undefined);
  if (!before || !after) return point;
  return [(before[0] + 2 * point[0] + after[0]) / 4, (before[1] + 2 * point[1] + after[1]) / 4];
}

/** The line moved away from the other one. */
function behind(line: Curve, other: Curve, closed: boolean, off: number): Curve {
  const away = line.map((point): Point => {
    const near = other.reduce((best, one) => (apart(one, point) < apart(best, point) ? one : best), other[0] ?? point);
    const [dx, dy] = [point[0] - near[0], point[1] - near[1]];
    const length = Math.hypot(dx, dy) || 1;
    return [dx / length, dy / length];
  });
  const moved = line.map(([x, y], n): Point => [x + off * (away[n]?.[0] ?? 0), y + off * (away[n]?.[1] ?? 0)]);
  const smooth = eased(moved, closed);
  const first = smooth[0];
  return spline(closed && first ? [...smooth, first] : smooth, 4);
}

const apart = (a: Point, b: Point): number => (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2;

export interface Arrow {
  line: Curve;
  /** The head: its tip and its two barbs. */
  head: Curve;
}

/** An axis of advance through its hexes, with a head of this size; it ends `short` of the middle of the last. */
export function arrowOf(grid: HexGrid, hexes: readonly string[], size: number, short = 0): Arrow {
  const whole = spline(hexes.map((hex) => grid.centreOf(hex)), 10);
  const end = whole.at(-1) ?? [0, 0];
  const curve = short ? whole.filter((point) => apart(point, end) >= short ** 2) : whole;
  const tip = curve.at(-1) ?? end;
  const from = [...curve].reverse().find((point) => apart(point, tip) >= size ** 2) ?? curve[0] ?? tip;
  const length = Math.sqrt(apart(from, tip)) || 1;
  const [dx, dy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const barb = (turn: number): Point => [tip[0] - size * dx + turn * size * 0.6 * dy, tip[1] - size * dy - turn * size * 0.6 * dx];
  const line = curve.filter((point) => apart(point, tip) > (size * 0.8) ** 2);
  return { line: [...line, [tip[0] - size * 0.8 * dx, tip[1] - size * 0.8 * dy]], head: [tip, barb(1), barb(-1)] };
}

export const pathOf = (curve: Curve): string => curve.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
