// Where a small picture of a map looks: where counters, or else places, lie closest together.

import type { Piece } from "../lib/types";
import type { Land } from "../map/land";
import type { Point } from "../map/geometry";

export function heartOf(land: Land, pieces: readonly Piece[], across: number, down: number): Point {
  const hexes = pieces.length ? pieces.map((piece) => piece.where) : land.places.map((place) => place.hex);
  const spots = hexes.map((hex) => land.grid.centreOf(hex));
  const near = ([x, y]: Point): number => spots.filter(([a, b]) => Math.abs(a - x) < across * 0.4 && Math.abs(b - y) < down * 0.4).length;
  let best: Point = [land.grid.width / 2, land.grid.height / 2];
  let most = 0;
  for (const spot of spots) {
    const count = near(spot);
    if (count > most) [most, best] = [count, spot];
  }
  return best;
}

/** The corner of a window around it that stays on the map. */
export function cornerOf(land: Land, [x, y]: Point, across: number, down: number): Point {
  const within = (wanted: number, whole: number, part: number): number => Math.max(0, Math.min(whole - part, wanted));
  return [within(x - across / 2, land.grid.width, across), within(y - down / 2, land.grid.height, down)];
}

/** A hex's radius in a picture so large in pixels: as wished, or more where the map would not fill it; `whole`: all of the map fits. */
export function radiusOf(land: Land, wished: number, [wide, high]: Point, whole: boolean): number {
  const [across, down] = [wide / land.grid.width, high / land.grid.height];
  return whole ? Math.min(across, down) || wished : Math.max(wished, across, down);
}
