// What lies under a point of the map.

import type { Point } from "../map/geometry";
import type { Fan } from "./fan.svelte";
import { hexsideAt } from "./hexsides";
import { markAt } from "../counters/marks";
import { countersOf, counterAt, pieceAt } from "./piles";
import type { Reading } from "./reading.svelte";
import type { Hit } from "./tool";

/** `radius`: a hex's, in pixels, for marks are drawn elsewhere on a counter seen from afar. */
export function hitAt(reading: Reading, fan: Fan, point: Point, radius = 34): Hit {
  const fanned = pieceAt(fan.counters, point, fan.side);
  if (fanned) return { hex: fanned.where, unit: fanned.id, inFan: true, hexside: null, point };
  const { land, grid, given, pileAt, side, targets } = reading;
  const hex = land.hexAt(...point);
  const pile = hex && !given.hide ? pileAt.get(hex) : undefined;
  const counter = pile ? counterAt(countersOf(pile, grid, side), point, side) : null;
  const unit = counter?.piece.id ?? null;
  return { hex, unit, inFan: false, hexside: hexsideAt(grid, targets.sides.keys(), point), mark: counter && markAt(counter.piece, onCounter(counter, point, side), (counter.side ?? side) * radius), point };
}

/** A point in the counter's own square of 100. */
function onCounter(counter: { x: number; y: number; side?: number }, [x, y]: Point, side: number): Point {
  const scale = 100 / (counter.side ?? side);
  return [(x - counter.x) * scale, (y - counter.y) * scale];
}
