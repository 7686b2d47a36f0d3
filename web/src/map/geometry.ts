// Where hexes lie. One unit is a hex's radius (centre to corner), so that a drawing is this times the radius in pixels.
// Names are CCRR as printed; the grid of a map document says which way hexes stand and which lines sit half a hex further.

import type { MapDocument } from "../lib/types";

export type Point = readonly [x: number, y: number];
export type Cell = readonly [column: number, row: number];

const S3 = Math.sqrt(3);

export const nameOf = (column: number, row: number): string =>
  String(column).padStart(2, "0") + String(row).padStart(2, "0");

export const cellOf = (hex: string): Cell => [Number(hex.slice(0, 2)), Number(hex.slice(2, 4))];

/** "3914": a hex; "box", "pool": not. */
export const isHexName = (text: string): boolean => /^\d{4}$/.test(text);

export class HexGrid {
  readonly cols: number;
  readonly rows: number;
  readonly flat: boolean;
  readonly width: number;
  readonly height: number;
  private readonly even: boolean;

  constructor(grid: MapDocument["grid"]) {
    this.cols = grid.cols;
    this.rows = grid.rows;
    this.flat = grid.orientation !== "pointy";
    this.even = grid.shifted !== "odd";
    const [lines, along] = this.flat ? [this.cols, this.rows] : [this.rows, this.cols];
    const across = 1.5 * (lines - 1) + 2;
    const length = S3 * (along + (lines > 1 ? 0.5 : 0));
    this.width = this.flat ? across : length;
    this.height = this.flat ? length : across;
  }

  /** Whether a line (column of a flat map, row of a pointy one) sits half a hex further. */
  private shifted(line: number): boolean {
    return (line % 2 === 0) === this.even;
  }

  has(column: number, row: number): boolean {
    return column >= 1 && row >= 1 && column <= this.cols && row <= this.rows;
  }

  centre(column: number, row: number): Point {
    const [line, along] = this.flat ? [column, row] : [row, column];
    const across = 1.5 * (line - 1) + 1;
    const length = S3 * (along - 0.5 + (this.shifted(line) ? 0.5 : 0));
    return this.flat ? [across, length] : [length, across];
  }

  centreOf(hex: string): Point {
    return this.centre(...cellOf(hex));
  }

  /** The six cells beside one, clockwise, on the map or not. Flat: N, NE, SE, S, SW, NW. Pointy: W, NW, NE, E, SE, SW. */
  around(column: number, row: number): Cell[] {
    const [line, along] = this.flat ? [column, row] : [row, column];
    const near = this.shifted(line) ? 0 : -1;
    const steps: Cell[] = this.flat
      ? [[0, -1], [1, near], [1, near + 1], [0, 1], [-1, near + 1], [-1, near]]
      : [[0, -1], [-1, near], [-1, near + 1], [0, 1], [1, near + 1], [1, near]];
    return steps.map(([l, a]) => (this.flat ? [line + l, along + a] : [along + a, line + l]));
  }

  neighbours(hex: string): string[] {
    return this.around(...cellOf(hex))
      .filter(([column, row]) => this.has(column, row))
      .map(([column, row]) => nameOf(column, row));
  }

  corners(column: number, row: number, size = 1): Point[] {
    const [x, y] = this.centre(column, row);
    const turn = this.flat ? 0 : Math.PI / 6;
    return [0, 1, 2, 3, 4, 5].map((corner) => {
      const angle = turn + (Math.PI / 3) * corner;
      return [x + Math.cos(angle) * size, y + Math.sin(angle) * size];
    });
  }

  /** The hexside between two neighbouring cells, its ends in clockwise order around the first. */
  side(from: Cell, to: Cell): [Point, Point] {
    const [ax, ay] = this.centre(...from);
    const [bx, by] = this.centre(...to);
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const px = ((by - ay) / length) * 0.5;
    const py = ((ax - bx) / length) * 0.5;
    const mx = (ax + bx) / 2;
    const my = (ay + by) / 2;
    return [[mx + px, my + py], [mx - px, my - py]];
  }

  sideOf(from: string, to: string): [Point, Point] {
    return this.side(cellOf(from), cellOf(to));
  }

  /** The hex under a point, or null off the map. A hex is where its own centre is the nearest one. */
  hexAt(x: number, y: number): string | null {
    const [across, length] = this.flat ? [x, y] : [y, x];
    const guess = Math.round((across - 1) / 1.5) + 1;
    let best: Cell | null = null;
    let nearest = Infinity;
    for (let line = guess - 1; line <= guess + 1; line++) {
      const along = Math.round(length / S3 + 0.5 - (this.shifted(line) ? 0.5 : 0));
      const cell: Cell = this.flat ? [line, along] : [along, line];
      const [cx, cy] = this.centre(...cell);
      const distance = (cx - x) ** 2 + (cy - y) ** 2;
      if (distance < nearest) [nearest, best] = [distance, cell];
    }
    return best && this.has(...best) ? nameOf(...best) : null;
  }

  /** The neighbour that lies most in a direction (screen axes), for a cursor moved by arrow keys. */
  toward(hex: string, dx: number, dy: number): string {
    const [x, y] = this.centreOf(hex);
    let best = hex;
    let most = 0.2;
    for (const other of this.neighbours(hex)) {
      const [ox, oy] = this.centreOf(other);
      // Of two neighbours at the same angle the one in the same row (or column) is meant: a line of steps stays in it.
      const same = this.flat ? other.slice(2) === hex.slice(2) : other.slice(0, 2) === hex.slice(0, 2);
      const along = ((ox - x) * dx + (oy - y) * dy) / S3 + (same ? 0.01 : 0);
      if (along > most) [most, best] = [along, other];
    }
    return best;
  }

  distance(from: string, to: string): number {
    const [ax, ay] = this.centreOf(from);
    const [bx, by] = this.centreOf(to);
    const [dx, dy] = this.flat ? [bx - ax, by - ay] : [by - ay, bx - ax];
    const q = dx / 1.5;
    const r = dy / S3 - q / 2;
    return Math.round((Math.abs(q) + Math.abs(r) + Math.abs(q + r)) / 2);
  }

  /** The hexes on the straight line between two, both included. */
  line(from: string, to: string): string[] {
    const [ax, ay] = this.centreOf(from);
    const [bx, by] = this.centreOf(to);
    const steps = this.distance(from, to);
    const found: string[] = [];
    for (let i = 0; i <= steps; i++) {
      const t = steps ? i / steps : 0;
      // A little aside: a line along hexsides keeps to one side of them.
      const hex = this.hexAt(ax + (bx - ax) * t + 1e-6, ay + (by - ay) * t + 2e-6);
      if (hex) found.push(hex);
    }
    return found;
  }
}
