// What every part of the painter needs: the canvas with its window, the inks, and how to walk over cells and lines in view.

import { touches } from "./curves";
import type { Box } from "./curves";
import { INKS, type Inks, type Theme } from "./inks";
import { lineScale } from "./scale";
import type { Run, Sheet } from "./sheet";
import { detailAt, type Detail } from "./textures";

export interface Window {
  /** pixels to a hex's radius */
  radius: number;
  /** the part of the map shown, in radii */
  box: Box;
  theme: Theme;
  /** device pixels to a pixel */
  ratio: number;
  /** where on the canvas, in device pixels */
  at?: readonly [left: number, top: number];
  /** a thumbnail: areas, waters and cities only */
  small?: boolean;
}

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export class Brush {
  readonly ink: Inks;
  readonly z: number;
  readonly detail: Detail;
  /** a pixel (already times z) in radii */
  readonly px: number;

  constructor(
    readonly ctx: Context,
    readonly sheet: Sheet,
    readonly window: Window,
  ) {
    this.ink = INKS[window.theme];
    this.z = window.small ? 0.3 : lineScale(window.radius);
    this.px = this.z / window.radius;
    this.detail = detailAt(window.radius);
  }

  near(x: number, y: number, reach: number): boolean {
    const { left, top, right, bottom } = this.window.box;
    return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
  }

  /** Cells in the window and `reach` around it; with a frame, those beside the map too. */
  *cells(reach = 1.2, frame = 0): Generator<[number, number]> {
    const { grid } = this.sheet.land;
    const { left, top, right, bottom } = this.window.box;
    const s3 = Math.sqrt(3);
    const [pitchX, pitchY] = grid.flat ? [1.5, s3] : [s3, 1.5];
    const from = (low: number, pitch: number): number => Math.max(1 - frame, Math.floor((low - reach) / pitch) - 1);
    const to = (high: number, pitch: number, last: number): number => Math.min(last + frame, Math.ceil((high + reach) / pitch) + 1);
    const [lastColumn, lastRow] = [to(right, pitchX, grid.cols), to(bottom, pitchY, grid.rows)];
    for (let column = from(left, pitchX); column <= lastColumn; column++)
      for (let row = from(top, pitchY); row <= lastRow; row++) if (frame || this.sheet.land.has(column, row)) yield [column, row];
  }

  *marks(kind: string, pixels: number): Generator<{ x: number; y: number; luck: number }> {
    for (const [column, row] of this.cells(1.3, 1))
      if (this.sheet.land.terrain(column, row) === kind) yield* this.sheet.scatter(`${pixels}/${this.detail}/${column}/${row}`);
  }

  fill(kind: string, colour: string): void {
    this.ctx.fillStyle = colour;
    this.ctx.fill(this.sheet.area(kind), "evenodd");
  }

  lines(runs: readonly Run[]): boolean {
    let any = false;
    this.ctx.beginPath();
    for (const { points, box } of runs) {
      if (!touches(box, this.window.box, 0.5)) continue;
      any = true;
      points.forEach(([x, y], i) => (i ? this.ctx.lineTo(x, y) : this.ctx.moveTo(x, y)));
    }
    return any;
  }

  stroke(width: number, colour: string, strength = 1): void {
    this.ctx.globalAlpha = strength;
    this.ctx.strokeStyle = colour;
    this.ctx.lineWidth = width * this.px;
    this.ctx.stroke();
    this.ctx.globalAlpha = 1;
  }
}
