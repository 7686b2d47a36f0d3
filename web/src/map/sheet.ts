// Everything about a map's drawing that does not depend on zoom or theme, made when first needed and kept.

import { boxOf, joined, loosened, paced, spline, type Box, type Curve } from "./curves";
import type { Point } from "./geometry";
import { pair, type Land } from "./land";
import { noise } from "./noise";
import { outlines } from "./regions";
import { hachures, marks, Rim, type Detail, type Hachures, type Mark } from "./textures";

/** A piece of a line with its box, so that a tile strokes only what it shows. */
export interface Run {
  points: Curve;
  box: Box;
}

export interface Bridge {
  x: number;
  y: number;
  angle: number;
}

const RUN = 48;

function runs(lines: readonly Curve[]): Run[] {
  const found: Run[] = [];
  for (const line of lines)
    for (let start = 0; start < line.length - 1; start += RUN) {
      const points = line.slice(start, start + RUN + 1);
      found.push({ points, box: boxOf(points) });
    }
  return found;
}

function path(lines: readonly Curve[]): Path2D {
  const found = new Path2D();
  for (const line of lines) {
    line.forEach(([x, y], i) => (i ? found.lineTo(x, y) : found.moveTo(x, y)));
    found.closePath();
  }
  return found;
}

function lazily<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    let found = made.get(key);
    if (found === undefined) made.set(key, (found = make(key)));
    return found;
  };
}

/** UI.md gives pixels for a radius of 34. */
const AT_34 = 1 / 34;
const ROAD_BESIDE_RAIL = 5.2 * AT_34;
const TICK_PACE = 7.5 * AT_34;

export class Sheet {
  readonly bridges: Bridge[];
  private railCurves: Curve[] | null = null;

  constructor(readonly land: Land) {
    this.bridges = this.findBridges();
  }

  /** Kinds joined by "+" make one area: "sea+shoal". */
  readonly loops = lazily((kinds) => {
    const wanted = kinds.split("+");
    return outlines(this.land.grid, (column, row) => wanted.includes(this.land.terrain(column, row))).map((loop) =>
      loosened(loop, 0.09, true, wanted[0]?.length ?? 1),
    );
  });

  readonly area = lazily((kinds) => path(this.loops(kinds)));

  /** The hexes of play as one path, where some of the grid is off the map. */
  readonly mask = lazily(() => path(outlines(this.land.grid, (column, row) => this.land.has(column, row))));

  readonly river = lazily((kind) =>
    runs(joined((this.land.sides[kind] ?? []).map(([a, b]) => this.land.grid.sideOf(a, b))).map((line) => loosened(line, 0.085, false, 11))),
  );

  readonly roads = lazily((kind) => runs(this.land.ways.filter((way) => way.kind === kind).map((way) => spline(this.bent(way.hexes, true)))));

  private rails(): Curve[] {
    return (this.railCurves ??= this.land.ways.filter((way) => way.kind === "rail").map((way) => spline(this.bent(way.hexes, false))));
  }

  readonly tracks = lazily(() => runs(this.rails()));

  /** Sleepers across the railways: x, y and direction. */
  readonly ticks = lazily(() => this.rails().flatMap((curve) => [...paced(curve, TICK_PACE)]));

  /** The plain hexsides do for the lie of the slope: eight times fewer than the loosened outline. */
  private readonly rims = lazily((kind) => new Rim(outlines(this.land.grid, (column, row) => this.land.terrain(column, row) === kind)));

  /** Strokes of a cell of rough ground: "rough/middle/12/7". */
  readonly slopes = lazily((key): Hachures => {
    const [kind = "", detail = "middle", column = "0", row = "0"] = key.split("/");
    const [pixels, depth] = kind === "mountain" ? [4.2, 0.42] : [4.6, 0.3];
    return hachures(this.land, Number(column), Number(row), this.rims(kind), pixels, depth, detail as Detail);
  });

  /** Marks of a cell: "8/middle/12/7" are those eight pixels apart. */
  readonly scatter = lazily((key): Mark[] => {
    const [pixels = "8", detail = "middle", column = "0", row = "0"] = key.split("/");
    return marks(this.land, Number(column), Number(row), Number(pixels), detail as Detail);
  });

  /** A way's bends: loose between places, exact at places and ends, beside the railway where road and rail share hexes. */
  private bent(hexes: readonly string[], besideRail: boolean): Curve {
    const { grid, placeAt } = this.land;
    const points = hexes.map((hex, i): Point => {
      const [x, y] = grid.centreOf(hex);
      if (i === 0 || i === hexes.length - 1 || placeAt.has(hex)) return [x, y];
      return [x + (noise(x * 1.7, y * 1.7, 21) - 0.5) * 0.34, y + (noise(x * 1.7 + 9, y * 1.7, 22) - 0.5) * 0.34];
    });
    if (!besideRail) return points;
    return points.map(([x, y], i): Point => {
      let [nx, ny] = [0, 0];
      for (const start of [i - 1, i]) {
        const [a, b] = [hexes[start], hexes[start + 1]];
        const rail = a && b ? this.land.crossed.get(pair(a, b))?.get("rail") : undefined;
        if (!rail) continue;
        const [ax, ay] = grid.centreOf(rail[0]);
        const [bx, by] = grid.centreOf(rail[1]);
        const length = Math.hypot(bx - ax, by - ay);
        nx -= (by - ay) / length;
        ny += (bx - ax) / length;
      }
      const length = Math.hypot(nx, ny);
      return length > 0.3 ? [x + (nx / length) * ROAD_BESIDE_RAIL, y + (ny / length) * ROAD_BESIDE_RAIL] : [x, y];
    });
  }

  /** Where the map lists bridges itself, that list decides; otherwise every way that crosses a river has one. */
  private findBridges(): Bridge[] {
    const { land } = this;
    const listed = Object.keys(land.sides).filter((kind) => kind === "bridge" || kind.endsWith("_bridge"));
    const found: Bridge[] = [];
    for (const [side, kinds] of land.sidesAt) {
      const river = kinds.some((kind) => kind.includes("river"));
      const crossed = listed.length ? kinds.some((kind) => listed.includes(kind)) : land.crossed.has(side);
      if (!river || !crossed) continue;
      const [ax, ay] = land.grid.centreOf(side.slice(0, 4));
      const [bx, by] = land.grid.centreOf(side.slice(4));
      found.push({ x: (ax + bx) / 2, y: (ay + by) / 2, angle: Math.atan2(by - ay, bx - ax) });
    }
    return found;
  }
}
