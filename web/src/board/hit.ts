// What lies under a point of the map.

import type { Point } from "../map/geometry";
import type { Fan } from "./fan.svelte";
import { hexsideAt } from "./hexsides";
import { countersOf, pieceAt } from "./piles";
import type { Reading } from "./reading.svelte";
import type { Hit } from "./tool";

export function hitAt(reading: Reading, fan: Fan, point: Point): Hit {
  const fanned = pieceAt(fan.counters, point, fan.side);
  if (fanned) return { hex: fanned.where, unit: fanned.id, inFan: true, hexside: null, point };
  const { land, grid, given, pileAt, side, targets } = reading;
  const hex = land.hexAt(...point);
  const pile = hex && !given.hide ? pileAt.get(hex) : undefined;
  const unit = pile ? (pieceAt(countersOf(pile, grid, side), point, side)?.id ?? null) : null;
  return { hex, unit, inFan: false, hexside: hexsideAt(grid, targets.sides.keys(), point), point };
}
