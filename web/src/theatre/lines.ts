// The lines that are drawn for what others did: a way with rounded corners, and arrows of an attack.

import type { HexGrid, Point } from "../map/geometry";

const round = (value: number): number => Math.round(value * 1000) / 1000;
const at = ([x, y]: Point): string => `${round(x)} ${round(y)}`;
const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** A way through hexes, its corners rounded. */
export function trailOf(grid: HexGrid, way: readonly string[]): string {
  const points = way.map((hex) => grid.centreOf(hex));
  const [first, second] = points;
  if (!first || !second) return "";
  let d = `M${at(first)}`;
  for (let n = 1; n < points.length - 1; n++) d += `L${at(middle(points[n - 1] as Point, points[n] as Point))}Q${at(points[n] as Point)} ${at(middle(points[n] as Point, points[n + 1] as Point))}`;
  return `${d}L${at(points[points.length - 1] as Point)}`;
}

/** Where a way's arrow head stands and how it is turned. */
export function headOf(grid: HexGrid, way: readonly string[], short: number): { at: Point; angle: number } | null {
  const [last, before] = [way[way.length - 1], way[way.length - 2]];
  if (!last || !before) return null;
  const [to, from] = [grid.centreOf(last), grid.centreOf(before)];
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  return { at: [to[0] - Math.cos(angle) * short, to[1] - Math.sin(angle) * short], angle: (angle * 180) / Math.PI };
}

export interface Strike {
  key: string;
  /** where its point is, and how it is turned */
  tip: Point;
  angle: number;
  /** how long it may be, in radii */
  room: number;
}

/** So far an arrow may reach into a counter: its rim has no figures. */
const RIM = 0.05;

/** An arrow from every attacker to the nearest of the hexes he attacks: across the hexside, or towards it from afar. It ends where the
    counters begin, in which a head of an arrow would be read as a figure. */
export function strikesOf(grid: HexGrid, attackers: readonly string[], hexes: readonly string[], side: number): Strike[] {
  return attackers.flatMap((from) => {
    const near = [...hexes].sort((a, b) => grid.distance(from, a) - grid.distance(from, b))[0];
    if (!near || near === from) return [];
    const [a, b] = [grid.centreOf(from), grid.centreOf(near)];
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const inside = side / 2 / Math.max(Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))) - RIM;
    const tip: Point = [b[0] - Math.cos(angle) * inside, b[1] - Math.sin(angle) * inside];
    return [{ key: `${from} ${near}`, tip, angle: (angle * 180) / Math.PI, room: Math.hypot(b[0] - a[0], b[1] - a[1]) - 2 * inside }];
  });
}
