// The outline of a set of hexes, as terrain, movement range and overlays need it.

import { joined, type Curve, type Segment } from "./curves";
import { cellOf, nameOf, type HexGrid } from "./geometry";

/** Outlines of all cells for which `inside` holds; the frame around the map counts too, so that areas can run off it. */
export function outlines(grid: HexGrid, inside: (column: number, row: number) => boolean, frame = 2): Curve[] {
  const within = (column: number, row: number): boolean =>
    column > -frame && row > -frame && column <= grid.cols + frame && row <= grid.rows + frame && inside(column, row);
  const border: Segment[] = [];
  for (let column = 1 - frame; column <= grid.cols + frame; column++)
    for (let row = 1 - frame; row <= grid.rows + frame; row++) {
      if (!within(column, row)) continue;
      for (const [c, r] of grid.around(column, row))
        if (!within(c, r)) border.push(grid.side([column, row], [c, r]));
    }
  return joined(border);
}

const rounded = (value: number): string => value.toFixed(3);

export const pathOf = (lines: readonly Curve[], closed: boolean): string =>
  lines
    .map((line) => "M" + line.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).join("L") + (closed ? "Z" : ""))
    .join("");

/** The outline of named hexes as an SVG path, in units of a hex's radius. */
export function outlinePath(grid: HexGrid, hexes: Iterable<string>): string {
  const set = new Set(hexes);
  const border: Segment[] = [];
  for (const hex of set) {
    const cell = cellOf(hex);
    for (const [c, r] of grid.around(...cell)) if (!set.has(nameOf(c, r))) border.push(grid.side(cell, [c, r]));
  }
  return pathOf(joined(border), true);
}

export const hexPath = (grid: HexGrid, hex: string, size = 1): string => pathOf([grid.corners(...cellOf(hex), size)], true);
