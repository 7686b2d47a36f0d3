// Where the pictures of an example look: as long as what the steps point at fits into one window, the map stands still.

import type { Piece } from "../../lib/types";
import type { HexGrid } from "../../map/geometry";
import type { ExampleStep } from "./types";

export interface Move {
  unit: string;
  from: string;
  to: string;
}

export interface Sight {
  centre: readonly [number, number];
  /** How much smaller the hexes are drawn, so that everything fits. */
  shrink: number;
}

/** Who has moved between two steps; nobody where they are two positions. */
export function moves(before: Piece[] | undefined, after: Piece[]): Move[] {
  if (!before) return [];
  const was = new Map(before.map((piece) => [piece.id, piece.where]));
  if (after.filter((piece) => was.has(piece.id)).length < Math.min(before.length, after.length) / 2) return [];
  return after.flatMap((piece) => {
    const from = was.get(piece.id);
    return from && from !== piece.where ? [{ unit: piece.id, from, to: piece.where }] : [];
  });
}

/** The hexes that a step is about. */
export function hexesOf(step: ExampleStep, moved: Move[]): string[] {
  const at = new Map(step.pieces.map((piece) => [piece.id, piece.where]));
  const pointed = step.point.flatMap(({ unit, hex, hexside }) => (hex ? [hex] : hexside ? hexside.split("-") : unit && at.has(unit) ? [at.get(unit) as string] : []));
  return [...new Set([...pointed, ...moved.flatMap(({ from, to }) => [from, to]), ...(step.odds ? [step.odds.hex] : [])])];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf(hexes: string[], grid: HexGrid): Box {
  const spots = hexes.map((hex) => grid.centreOf(hex));
  const [xs, ys] = [spots.map(([x]) => x), spots.map(([, y]) => y)];
  return { left: Math.min(...xs) - 1.4, right: Math.max(...xs) + 1.4, top: Math.min(...ys) - 1.3, bottom: Math.max(...ys) + 1.3 };
}

const joined = (a: Box, b: Box): Box => ({ left: Math.min(a.left, b.left), right: Math.max(a.right, b.right), top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom) });

/** The window of every step, so wide and high in radii of a hex. */
export function sights(steps: ExampleStep[], grid: HexGrid, across: number, down: number): Sight[] {
  const all = steps[0]?.pieces.map((piece) => piece.where) ?? [];
  const boxes = steps.map((step, n) => {
    const hexes = hexesOf(step, moves(steps[n - 1]?.pieces, step.pieces));
    return hexes.length ? boxOf(hexes, grid) : null;
  });
  const fits = (box: Box): boolean => box.right - box.left <= across && box.bottom - box.top <= down;
  const found: Box[] = [];
  let from = 0;
  let now: Box | null = null;
  const settle = (to: number): void => {
    const box = now ?? boxOf(all.length ? all : ["0101"], grid);
    for (; from < to; from++) found.push(box);
  };
  for (const [n, box] of boxes.entries()) {
    if (!box) continue;
    const both: Box = now ? joined(now, box) : box;
    if (now && !fits(both)) {
      settle(n);
      now = box;
    } else now = both;
  }
  settle(steps.length);
  return found.map((box) => ({
    centre: [(box.left + box.right) / 2, (box.top + box.bottom) / 2],
    shrink: Math.min(1, across / (box.right - box.left), down / (box.bottom - box.top)),
  }));
}
