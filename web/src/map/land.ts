// A map document read once: terrain of every cell, hexsides by kind, roads and railways, places, names of waters.

import type { MapDocument, Words } from "../lib/types";
import { HexGrid, isHexName, nameOf } from "./geometry";

export interface Place {
  hex: string;
  name: string;
  name_ja: string;
  /** what the map writes there; "" is nothing */
  written: Words;
  kind: string;
  points: number | null;
  port: boolean;
}

export interface Way {
  kind: string;
  hexes: string[];
}

export interface NameAlong {
  name: string;
  name_ja: string;
  hexes: string[];
}

const words = (text: string | undefined): string[] => (text ?? "").trim().split(/\s+/).filter(Boolean);

/** A place's name as the map writes it, which need not be what it is called. */
export function writtenOf({ name, name_ja, drawn, drawn_ja }: NonNullable<MapDocument["places"]>[number]): Words {
  return drawn === undefined ? { en: name, ja: name_ja || name } : { en: drawn, ja: drawn && (drawn_ja || drawn) };
}

export const pair = (a: string, b: string): string => (a < b ? a + b : b + a);

export class Land {
  readonly grid: HexGrid;
  readonly kinds: Set<string>;
  readonly sides: Record<string, [string, string][]> = {};
  readonly ways: Way[];
  readonly places: Place[];
  readonly placeAt = new Map<string, Place>();
  readonly names: NameAlong[];
  /** By pair of hexes: the direction in which the first way of a kind runs across. */
  readonly crossed = new Map<string, Map<string, [string, string]>>();
  readonly sidesAt = new Map<string, string[]>();
  private readonly lines: string[];
  private readonly legend: Record<string, string>;

  constructor(readonly document: MapDocument) {
    this.grid = new HexGrid(document.grid);
    this.lines = words(document.terrain.grid);
    this.legend = document.terrain.legend;
    this.kinds = new Set(Object.values(this.legend));
    for (const [kind, list] of Object.entries(document.hexsides)) {
      if (typeof list !== "string") continue;
      this.sides[kind] = words(list).map((side) => side.split("-") as [string, string]);
      for (const [a, b] of this.sides[kind]) {
        const here = this.sidesAt.get(pair(a, b)) ?? [];
        here.push(kind);
        this.sidesAt.set(pair(a, b), here);
      }
    }
    this.ways = (document.paths ?? []).map((path) => ({ kind: path.kind, hexes: words(path.hexes) }));
    for (const way of this.ways)
      for (let i = 1; i < way.hexes.length; i++) {
        const [a, b] = [way.hexes[i - 1] as string, way.hexes[i] as string];
        const here = this.crossed.get(pair(a, b)) ?? new Map<string, [string, string]>();
        if (!here.has(way.kind)) here.set(way.kind, [a, b]);
        this.crossed.set(pair(a, b), here);
      }
    this.places = (document.places ?? []).map((place) => {
      const points = place.victory_points ?? place.production;
      return {
        hex: place.hex,
        name: place.name,
        name_ja: place.name_ja || place.name,
        written: writtenOf(place),
        kind: place.kind,
        points: points !== undefined && points > 0 ? points : null,
        port: place.port === true,
      };
    });
    for (const place of this.places) this.placeAt.set(place.hex, place);
    this.names = (document.labels ?? []).map((label) => ({
      name: label.name,
      name_ja: label.name_ja || label.name,
      hexes: words(label.hexes).filter(isHexName),
    }));
  }

  /** Terrain of a cell; beyond the edge it goes on as at the edge. */
  terrain(column: number, row: number): string {
    const c = Math.min(this.grid.cols, Math.max(1, column));
    const r = Math.min(this.grid.rows, Math.max(1, row));
    return this.legend[this.lines[r - 1]?.[c - 1] ?? ""] ?? "clear";
  }

  terrainOf(hex: string): string {
    return this.terrain(Number(hex.slice(0, 2)), Number(hex.slice(2, 4)));
  }

  /** A hex of play: on the grid and not marked off. */
  has(column: number, row: number): boolean {
    return this.grid.has(column, row) && this.terrain(column, row) !== "off";
  }

  hexAt(x: number, y: number): string | null {
    const hex = this.grid.hexAt(x, y);
    return hex !== null && this.terrainOf(hex) !== "off" ? hex : null;
  }

  *hexes(): Generator<string> {
    for (let column = 1; column <= this.grid.cols; column++)
      for (let row = 1; row <= this.grid.rows; row++) if (this.has(column, row)) yield nameOf(column, row);
  }
}
