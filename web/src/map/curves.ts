// Lines made of hexsides and hex centres: joined end to end, loosened by a steady hand, smoothed.

import type { Point } from "./geometry";
import { noise } from "./noise";

export type Curve = Point[];
export type Segment = readonly [Point, Point];

const corner = (point: Point): string => `${Math.round(point[0] * 100)},${Math.round(point[1] * 100)}`;

/** Segments joined into lines as long as they go; where three meet, lines end. Closed lines repeat their first point. */
export function joined(segments: readonly Segment[]): Curve[] {
  const meeting = new Map<string, number[]>();
  segments.forEach((segment, number) => {
    for (const end of segment) {
      const at = corner(end);
      const here = meeting.get(at);
      if (here) here.push(number);
      else meeting.set(at, [number]);
    }
  });
  const used = new Set<number>();
  const lines: Curve[] = [];
  const follow = (start: string, first: number): void => {
    const line: Curve = [];
    let at = start;
    let next: number | undefined = first;
    while (next !== undefined && !used.has(next)) {
      used.add(next);
      const [a, b] = segments[next] as Segment;
      const [from, to] = corner(a) === at ? [a, b] : [b, a];
      if (!line.length) line.push(from);
      line.push(to);
      at = corner(to);
      const here: number[] = meeting.get(at) ?? [];
      next = here.length === 2 ? here.find((number) => !used.has(number)) : undefined;
    }
    lines.push(line);
  };
  for (const [at, here] of meeting)
    if (here.length !== 2) for (const number of here) if (!used.has(number)) follow(at, number);
  segments.forEach((segment, number) => {
    if (!used.has(number)) follow(corner(segment[0]), number);
  });
  return lines;
}

/** Corners cut, `times` over. */
export function smoothed(line: Curve, times: number, closed = false): Curve {
  let points = line;
  for (let round = 0; round < times; round++) {
    const cut: Curve = [];
    const count = points.length;
    if (!closed) cut.push(points[0] as Point);
    for (let i = 0; i < (closed ? count : count - 1); i++) {
      const [ax, ay] = points[i] as Point;
      const [bx, by] = points[(i + 1) % count] as Point;
      cut.push([ax * 0.75 + bx * 0.25, ay * 0.75 + by * 0.25], [ax * 0.25 + bx * 0.75, ay * 0.25 + by * 0.75]);
    }
    if (!closed) cut.push(points[count - 1] as Point);
    points = cut;
  }
  return points;
}

/** A line along hexsides as a hand would draw it: never more than `reach` from the truth, ends kept. */
export function loosened(line: Curve, reach: number, closed: boolean, seed: number): Curve {
  let points = line;
  const first = points[0];
  const last = points[points.length - 1];
  if (closed && first && last && corner(first) === corner(last)) points = points.slice(0, -1);
  const count = points.length;
  const halved: Curve = [];
  for (let i = 0; i < (closed ? count : count - 1); i++) {
    const [ax, ay] = points[i] as Point;
    const [bx, by] = points[(i + 1) % count] as Point;
    for (const t of [0, 0.5]) {
      let x = ax + (bx - ax) * t;
      let y = ay + (by - ay) * t;
      if (closed || i > 0 || t > 0) {
        const [ox, oy] = [x, y];
        x += (noise(ox * 2.3, oy * 2.3, seed) - 0.5) * 2 * reach;
        y += (noise(ox * 2.3 + 50, oy * 2.3, seed + 7) - 0.5) * 2 * reach;
      }
      halved.push([x, y]);
    }
  }
  if (!closed) halved.push(points[count - 1] as Point);
  return smoothed(halved, 2, closed);
}

/** A curve through all the points (Catmull-Rom). */
export function spline(points: Curve, steps = 8): Curve {
  const curve: Curve = [];
  for (let i = 0; i < points.length - 1; i++) {
    const p1 = points[i] as Point;
    const p2 = points[i + 1] as Point;
    const p0 = points[i - 1] ?? p1;
    const p3 = points[i + 2] ?? p2;
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const axis = (k: 0 | 1): number =>
        0.5 *
        (2 * p1[k] +
          (p2[k] - p0[k]) * t +
          (2 * p0[k] - 5 * p1[k] + 4 * p2[k] - p3[k]) * t * t +
          (3 * p1[k] - p0[k] - 3 * p2[k] + p3[k]) * t ** 3);
      curve.push([axis(0), axis(1)]);
    }
  }
  const end = points[points.length - 1];
  if (end) curve.push(end);
  return curve;
}

/** Points at even distances along a curve, each with the direction there. */
export function* paced(curve: Curve, pace: number): Generator<{ x: number; y: number; dx: number; dy: number }> {
  let left = pace / 2;
  for (let i = 1; i < curve.length; i++) {
    const [ax, ay] = curve[i - 1] as Point;
    const [bx, by] = curve[i] as Point;
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) continue;
    const [dx, dy] = [(bx - ax) / length, (by - ay) / length];
    let at = left;
    for (; at <= length; at += pace) yield { x: ax + dx * at, y: ay + dy * at, dx, dy };
    left = at - length;
  }
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: Iterable<Point>): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.top = Math.min(box.top, y);
    box.right = Math.max(box.right, x);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

export const touches = (a: Box, b: Box, reach = 0): boolean =>
  a.left - reach < b.right && a.right + reach > b.left && a.top - reach < b.bottom && a.bottom + reach > b.top;
