// A scrap of the map itself for a line of the terrain chart: where on the map a kind of ground, hexside, way or place is best seen.

import type { MapDocument } from "../../lib/types";
import type { Point } from "../../map/geometry";
import { Land, pair } from "../../map/land";
import { Sheet } from "../../map/sheet";

const sheets = new WeakMap<MapDocument, Sheet>();

/** The drawing of a map, made once for all scraps of it. */
export function sheetOf(map: MapDocument): Sheet {
  let found = sheets.get(map);
  if (!found) sheets.set(map, (found = new Sheet(new Land(map))));
  return found;
}

const middle = (land: Land, [a, b]: readonly [string, string]): Point => {
  const [[ax, ay], [bx, by]] = [land.grid.centreOf(a), land.grid.centreOf(b)];
  return [(ax + bx) / 2, (ay + by) / 2];
};

/** The point to look at, in radii; null where the map has nothing of the kind. */
export function spotOf({ land, bridges }: Pick<Sheet, "land" | "bridges">, kind: string): Point | null {
  const place = land.places.find((one) => one.kind === kind);
  if (place) return land.grid.centreOf(place.hex);
  const bare = (hex: string): boolean => !land.placeAt.has(hex);
  const sides = land.sides[kind];
  if (sides?.length) {
    const plain = sides.filter(([a, b]) => bare(a) && bare(b) && (land.sidesAt.get(pair(a, b))?.length ?? 0) === 1);
    const uncrossed = plain.filter(([a, b]) => !land.crossed.has(pair(a, b)));
    const chosen = uncrossed.length ? uncrossed : plain.length ? plain : sides;
    return middle(land, chosen[chosen.length >> 1] as [string, string]);
  }
  const bridge = kind.startsWith("bridge") ? bridges[bridges.length >> 1] : undefined;
  if (bridge) return [bridge.x, bridge.y];
  const way = land.ways.filter((one) => one.kind === kind && one.hexes.length > 1).sort((a, b) => b.hexes.length - a.hexes.length)[0];
  if (way) {
    const at = way.hexes.findIndex((hex, n) => n > 0 && bare(hex) && bare(way.hexes[n - 1] as string));
    const n = Math.max(1, at);
    return middle(land, [way.hexes[n - 1] as string, way.hexes[n] as string]);
  }
  return openest(land, kind);
}

/** Of the hexes of a terrain the one with the most of it around and the least upon it. */
function openest(land: Land, kind: string): Point | null {
  const ways = new Set(land.ways.flatMap((way) => way.hexes));
  let best: string | null = null;
  let most = -Infinity;
  for (const hex of land.hexes()) {
    if (land.terrainOf(hex) !== kind) continue;
    const around = land.grid.neighbours(hex).filter((one) => land.terrainOf(one) === kind).length;
    const score = around - (land.placeAt.has(hex) ? 9 : 0) - (ways.has(hex) ? 4 : 0);
    if (score > most) [best, most] = [hex, score];
    if (most === 6) break;
  }
  return best ? land.grid.centreOf(best) : null;
}
