// The terrain as one bitmap under the counters: a view and a margin around it, painted cell by cell, the middle first.
// Moving the map only moves the bitmap. When it has come to rest, what is still good is copied and the rest painted; at
// a new size the old bitmap stays, stretched, until the new one covers the view. Under both lies the whole map, small.
// One bitmap, not many: each canvas is a layer of its own for the browser, and layers are what costs in every frame.

import type { Box } from "./curves";
import { INKS, type Theme } from "./inks";
import { forgetNumbers } from "./bitmaps";
import { paintTerrain } from "./paint";
import type { Sheet } from "./sheet";

const CELL = 384;
/** How long painting may hold a frame up. */
const SLICE_MS = 16;
/** The first time nothing is there to be held up. */
const FIRST_SLICE_MS = 300;
const WHOLE = 1400;

interface Bitmap {
  canvas: HTMLCanvasElement;
  radius: number;
  theme: Theme;
  ratio: number;
  /** the first cell, counted from the map's corner, and how many there are */
  column: number;
  row: number;
  columns: number;
  rows: number;
  /** in pixels: no more than the map */
  width: number;
  height: number;
  painted: Set<string>;
}

const blank = (): HTMLCanvasElement => {
  const canvas = document.createElement("canvas");
  canvas.style.position = "absolute";
  return canvas;
};

export class Carpet {
  private front: Bitmap | null = null;
  private next: Bitmap | null = null;
  private wanted: string[] = [];
  private spared: string[] = [];
  private frame = 0;
  private idle: ReturnType<typeof setTimeout> | undefined;
  private readonly whole = blank();
  private wholeTheme: Theme | null = null;

  constructor(
    private readonly host: HTMLElement,
    private readonly sheet: Sheet,
    /** told when all that is in view has been painted */
    private readonly done: () => void,
  ) {}

  /** Show a window: `view` in pixels of the stage at this radius. */
  show(radius: number, theme: Theme, view: Box): void {
    this.pause();
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const { front } = this;
    if (front) this.place(front, radius);
    if (this.wholeTheme) this.stretch(radius);
    const fits = front && front.radius === radius && front.theme === theme && front.ratio === ratio;
    const bitmap = this.laid(radius, theme, ratio, view);
    if (fits && front.column <= bitmap.column && front.row <= bitmap.row && covers(front, bitmap)) {
      this.next = front;
    } else {
      if (fits) {
        this.size(bitmap);
        copy(front, bitmap);
      }
      this.next = bitmap;
    }
    const [visible, margin] = this.missing(this.next, view);
    this.wanted = visible;
    this.spared = margin;
    if (!visible.length) this.swap();
    this.frame = requestAnimationFrame(() => this.work());
  }

  /** Paint nothing until the next `show`: the board is moving. */
  pause(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.idle);
  }

  /** Paint everything anew at the next `show`: the fonts have come. */
  refresh(): void {
    forgetNumbers();
    if (this.front) this.front.ratio = 0;
  }

  close(): void {
    this.pause();
    this.front?.canvas.remove();
    this.whole.remove();
  }

  /** A new bitmap for a view: its cells and half a view more on each side, within the map. */
  private laid(radius: number, theme: Theme, ratio: number, view: Box): Bitmap {
    const { width, height } = this.sheet.land.grid;
    const [lastColumn, lastRow] = [Math.ceil((width * radius) / CELL), Math.ceil((height * radius) / CELL)];
    const within = (value: number, last: number): number => Math.min(last, Math.max(0, value));
    const column = within(Math.floor(view.left / CELL - 0.8), lastColumn - 1);
    const row = within(Math.floor(view.top / CELL - 0.8), lastRow - 1);
    const columns = Math.max(1, within(Math.ceil(view.right / CELL + 0.8), lastColumn) - column);
    const rows = Math.max(1, within(Math.ceil(view.bottom / CELL + 0.8), lastRow) - row);
    const across = Math.min(columns * CELL, Math.ceil(width * radius) - column * CELL);
    const down = Math.min(rows * CELL, Math.ceil(height * radius) - row * CELL);
    return { canvas: blank(), radius, theme, ratio, column, row, columns, rows, width: Math.max(1, across), height: Math.max(1, down), painted: new Set() };
  }

  /** Cells not painted yet, in view and in the margin, those nearest the middle first. */
  private missing(bitmap: Bitmap, view: Box): [visible: string[], margin: string[]] {
    const found: { key: string; far: number; visible: boolean }[] = [];
    const [mx, my] = [(view.left + view.right) / 2 / CELL - 0.5, (view.top + view.bottom) / 2 / CELL - 0.5];
    for (let x = bitmap.column; x < bitmap.column + bitmap.columns; x++)
      for (let y = bitmap.row; y < bitmap.row + bitmap.rows; y++) {
        const key = `${x},${y}`;
        if (bitmap.painted.has(key)) continue;
        const visible = (x + 1) * CELL > view.left && x * CELL < view.right && (y + 1) * CELL > view.top && y * CELL < view.bottom;
        found.push({ key, far: (x - mx) ** 2 + (y - my) ** 2, visible });
      }
    found.sort((a, b) => a.far - b.far);
    return [found.filter((cell) => cell.visible).map((cell) => cell.key), found.filter((cell) => !cell.visible).map((cell) => cell.key)];
  }

  private work(): void {
    const bitmap = this.next;
    if (!bitmap) return;
    const start = performance.now();
    const slice = this.front ? SLICE_MS : FIRST_SLICE_MS;
    while (this.wanted.length) {
      this.paint(bitmap, this.wanted.shift() as string);
      if (performance.now() - start > slice) break;
    }
    if (this.wanted.length) {
      this.frame = requestAnimationFrame(() => this.work());
      return;
    }
    this.swap();
    this.done();
    this.idle = setTimeout(() => this.spare(bitmap), 250);
  }

  private swap(): void {
    const { front, next } = this;
    if (!next || front === next) return;
    this.size(next);
    this.place(next, next.radius);
    this.host.append(next.canvas);
    if (front) {
      front.canvas.remove();
      front.canvas.width = front.canvas.height = 0;
    }
    this.front = next;
  }

  /** With nothing else to do: the whole map small, then the margin. */
  private spare(bitmap: Bitmap): void {
    if (this.wholeTheme !== bitmap.theme) this.paintWhole(bitmap);
    else {
      // A few cells at a time: every change of the bitmap is a frame for the whole board.
      const start = performance.now();
      while (this.spared.length && performance.now() - start < SLICE_MS) this.paint(bitmap, this.spared.shift() as string);
      if (!this.spared.length) return;
    }
    this.idle = setTimeout(() => this.spare(bitmap), 120);
  }

  private paint(bitmap: Bitmap, key: string): void {
    this.size(bitmap);
    const ctx = bitmap.canvas.getContext("2d", { alpha: false });
    if (!ctx) return;
    const { radius, theme, ratio } = bitmap;
    const [column = 0, row = 0] = key.split(",").map(Number);
    const [left, top] = [(column - bitmap.column) * CELL * ratio, (row - bitmap.row) * CELL * ratio];
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(left, top, CELL * ratio, CELL * ratio);
    ctx.clip();
    const box = { left: (column * CELL) / radius, top: (row * CELL) / radius, right: ((column + 1) * CELL) / radius, bottom: ((row + 1) * CELL) / radius };
    paintTerrain(ctx, this.sheet, { radius, box, theme, ratio, at: [left, top] });
    ctx.restore();
    bitmap.painted.add(key);
  }

  /** Give a bitmap its size. Until its cells are painted it shows the whole map, enlarged, or bare land: a flight of the camera
      runs ahead of the painting. */
  private size({ canvas, theme, column, row, width, height, radius, ratio }: Bitmap): void {
    const [across, down] = [Math.ceil(width * ratio), Math.ceil(height * ratio)];
    if (canvas.width === across && canvas.height === down) return;
    [canvas.width, canvas.height] = [across, down];
    const ctx = canvas.getContext("2d", { alpha: false });
    if (!ctx) return;
    ctx.fillStyle = INKS[theme].land;
    ctx.fillRect(0, 0, across, down);
    if (this.wholeTheme !== theme) return;
    const scale = this.whole.width / (this.sheet.land.grid.width * radius);
    ctx.drawImage(this.whole, column * CELL * scale, row * CELL * scale, width * scale, height * scale, 0, 0, across, down);
  }

  private paintWhole(bitmap: Bitmap): void {
    const { width, height } = this.sheet.land.grid;
    const radius = Math.min(WHOLE / width, WHOLE / height);
    this.whole.width = Math.ceil(width * radius);
    this.whole.height = Math.ceil(height * radius);
    const ctx = this.whole.getContext("2d", { alpha: false });
    if (!ctx) return;
    paintTerrain(ctx, this.sheet, { radius, box: { left: 0, top: 0, right: width, bottom: height }, theme: bitmap.theme, ratio: 1 });
    this.wholeTheme = bitmap.theme;
    this.host.prepend(this.whole);
    this.stretch(bitmap.radius);
  }

  private stretch(radius: number): void {
    const { width, height } = this.sheet.land.grid;
    this.whole.style.width = `${width * radius}px`;
    this.whole.style.height = `${height * radius}px`;
  }

  /** Where a bitmap lies on a stage drawn at a radius that may not be its own. */
  private place({ canvas, column, row, width, height, radius: own }: Bitmap, radius: number): void {
    const scale = radius / own;
    canvas.style.left = `${column * CELL * scale}px`;
    canvas.style.top = `${row * CELL * scale}px`;
    canvas.style.width = `${width * scale}px`;
    canvas.style.height = `${height * scale}px`;
  }
}

const covers = (large: Bitmap, small: Bitmap): boolean =>
  large.column + large.columns >= small.column + small.columns && large.row + large.rows >= small.row + small.rows;

/** What both bitmaps show, taken over. */
function copy(from: Bitmap, to: Bitmap): void {
  const cell = CELL * to.ratio;
  to.canvas.getContext("2d", { alpha: false })?.drawImage(from.canvas, (from.column - to.column) * cell, (from.row - to.row) * cell);
  for (const key of from.painted) {
    const [column = 0, row = 0] = key.split(",").map(Number);
    if (column >= to.column && row >= to.row && column < to.column + to.columns && row < to.row + to.rows) to.painted.add(key);
  }
}
