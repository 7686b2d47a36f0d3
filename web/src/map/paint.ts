// The terrain painter: UI.md's map recipe, step by step, for any window of the map at any size. Called tile by tile.

import { touches, type Box } from "./curves";
import { INKS, type Inks, type Theme } from "./inks";
import { hash, noise } from "./noise";
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

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** Line widths are pixels times this. */
export const lineScale = (radius: number): number => Math.max(0.55, Math.min(1.6, radius / 34));

const NUMBER_FONT = '"Barlow Condensed", "Arial Narrow", sans-serif';
const WOODS = ["wooded", "forest", "woods"];
const MARSHES = ["swamp", "marsh"];
const WATERS = ["water", "lake", "sea+shoal"];
const MINOR = ["minor_river", "river", "stream"];

class Painter {
  private readonly ink: Inks;
  private readonly z: number;
  private readonly detail: Detail;
  /** a pixel (already times z) in radii */
  private readonly px: number;

  constructor(
    private readonly ctx: Context,
    private readonly sheet: Sheet,
    private readonly window: Window,
  ) {
    this.ink = INKS[window.theme];
    this.z = window.small ? 0.3 : lineScale(window.radius);
    this.px = this.z / window.radius;
    this.detail = detailAt(window.radius);
  }

  paint(): void {
    const { ctx, sheet, window } = this;
    const scale = window.radius * window.ratio;
    const [left, top] = window.at ?? [0, 0];
    ctx.setTransform(scale, 0, 0, scale, left - window.box.left * scale, top - window.box.top * scale);
    ctx.lineJoin = "round";
    ctx.lineCap = "round";
    this.paper();
    const masked = sheet.land.kinds.has("off");
    if (masked) {
      ctx.save();
      ctx.clip(sheet.mask("on"));
    }
    this.areas();
    this.waters();
    if (!window.small) this.grid();
    this.rivers();
    if (!window.small) {
      this.roads();
      this.rails();
      this.bridges();
      if (window.radius >= 30) this.numbers();
    }
    if (masked) ctx.restore();
    this.places();
    this.neatline();
  }

  // 1. Paper, low-frequency mottle.
  private paper(): void {
    const { ctx, window } = this;
    const { left, top, right, bottom } = window.box;
    ctx.fillStyle = this.ink.land;
    ctx.fillRect(left, top, right - left, bottom - top);
    const { width, height } = this.sheet.land.grid;
    ctx.imageSmoothingEnabled = true;
    ctx.drawImage(mottle(window.theme, width, height), 0, 0, width, height);
  }

  // 2. Areas.
  private areas(): void {
    const { kinds } = this.sheet.land;
    for (const kind of ["rough", "hills", "heights"])
      if (kinds.has(kind)) this.slope(kind, kind === "heights" ? this.ink.heights : this.ink.rough);
    if (kinds.has("desert")) this.desert();
    if (kinds.has("mountain")) this.mountain();
    for (const kind of WOODS) if (kinds.has(kind)) this.wood(kind);
    for (const kind of MARSHES) if (kinds.has(kind)) this.marsh(kind);
  }

  private fill(kind: string, colour: string): void {
    this.ctx.fillStyle = colour;
    this.ctx.fill(this.sheet.area(kind), "evenodd");
  }

  private near(x: number, y: number, reach: number): boolean {
    const { left, top, right, bottom } = this.window.box;
    return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
  }

  private slope(kind: string, colour: string): void {
    this.fill(kind, colour);
    if (this.window.small) return;
    const { ctx } = this;
    const strokes = [...this.cells(1.3, 1)]
      .filter(([column, row]) => this.sheet.land.terrain(column, row) === kind)
      .map(([column, row]) => this.sheet.slopes(`${kind}/${this.detail}/${column}/${row}`));
    ctx.lineWidth = 0.8 * this.px;
    const faint = this.window.theme === "night" ? 0.62 : 1; // light on dark glares
    for (const [layer, strength] of [["deep", 0.34], ["rim", 0.5]] as const) {
      ctx.strokeStyle = `rgba(${this.ink.slope},${strength * faint})`;
      ctx.beginPath();
      for (const { [layer]: lines } of strokes)
        for (let i = 0; i < lines.length; i += 4) {
          ctx.moveTo(lines[i] as number, lines[i + 1] as number);
          ctx.lineTo(lines[i + 2] as number, lines[i + 3] as number);
        }
      ctx.stroke();
    }
  }

  private *marks(kind: string, pixels: number): Generator<{ x: number; y: number; luck: number }> {
    for (const [column, row] of this.cells(1.3, 1))
      if (this.sheet.land.terrain(column, row) === kind) yield* this.sheet.scatter(`${pixels}/${this.detail}/${column}/${row}`);
  }

  private desert(): void {
    this.fill("desert", this.ink.desert);
    if (this.window.small) return;
    this.ctx.fillStyle = `rgba(${this.ink.slope},.45)`;
    const size = 1.1 * this.px;
    for (const { x, y } of this.marks("desert", 7)) this.ctx.fillRect(x, y, size, size);
  }

  private mountain(): void {
    this.slope("mountain", this.ink.mountain);
    if (this.window.small) return;
    const { ctx } = this;
    ctx.strokeStyle = `rgba(${this.ink.slope},.9)`;
    const peaks = [...this.marks("mountain", 17)];
    ctx.lineWidth = this.px;
    ctx.beginPath();
    for (const { x, y, luck } of peaks) {
      const s = (5 + luck * 4) * this.px;
      ctx.moveTo(x - s * 0.7, y + s * 0.5);
      ctx.lineTo(x, y - s * 0.6);
      ctx.lineTo(x + s * 0.75, y + s * 0.5);
    }
    ctx.stroke();
    ctx.lineWidth = 0.6 * this.px;
    ctx.beginPath();
    for (const { x, y, luck } of peaks) {
      const s = (5 + luck * 4) * this.px;
      for (let i = 1; i < 4; i++) {
        ctx.moveTo(x + s * 0.18 * i, y - s * 0.6 + s * 0.3 * i);
        ctx.lineTo(x + s * 0.12 * i, y + s * 0.45);
      }
    }
    ctx.stroke();
  }

  private wood(kind: string): void {
    this.fill(kind, this.ink.forest);
    if (this.window.small) return;
    const tufts = tuftSprites(this.window.theme, this.z * this.window.ratio);
    for (const { x, y, luck } of this.marks(kind, 8)) {
      if (luck < 0.12) continue;
      const half = (2.1 + luck * 1.3 + 0.8) * this.px;
      this.ctx.drawImage(tufts[Math.min(3, Math.floor(luck * 4))] as CanvasImageSource, x - half, y - half, 2 * half, 2 * half);
    }
  }

  private marsh(kind: string): void {
    this.fill(kind, this.ink.swamp);
    if (this.window.small) return;
    const { ctx, px } = this;
    ctx.strokeStyle = `rgba(${this.ink.reed},.62)`;
    ctx.lineWidth = 0.9 * px;
    ctx.beginPath();
    for (const { x, y, luck } of this.marks(kind, 10)) {
      const s = (3 + luck * 4) * px;
      ctx.moveTo(x - s, y);
      ctx.lineTo(x + s, y);
      if (luck > 0.6)
        for (const [foot, tip, up] of [[-1.5, -2.5, 4], [0, 0, 5], [1.5, 2.5, 4]] as const) {
          ctx.moveTo(x + foot * px, y - px);
          ctx.lineTo(x + tip * px, y - up * px);
        }
    }
    ctx.stroke();
  }

  // 3. Water with waterlines along the shore.
  private waters(): void {
    const { ctx, px, ink } = this;
    const { kinds } = this.sheet.land;
    for (const kind of WATERS) {
      if (!kind.split("+").some((one) => kinds.has(one))) continue;
      const area = this.sheet.area(kind);
      ctx.save();
      ctx.fillStyle = ink.water;
      ctx.fill(area, "evenodd");
      if (!this.window.small) {
        ctx.clip(area, "evenodd");
        for (let i = kind === "lake" ? 3 : 5; i >= 1; i--) {
          const out = (3 + 2.6 * i + 0.55 * i * i) * px;
          for (const [width, colour] of [
            [2 * out + 0.8 * px, `rgba(${ink.waterline},${0.5 - i * 0.07})`],
            [2 * out - 0.8 * px, ink.water],
          ] as const) {
            ctx.lineWidth = width;
            ctx.strokeStyle = colour;
            ctx.stroke(area);
          }
        }
      }
      ctx.restore();
      if (kind.includes("shoal") && kinds.has("shoal")) this.shoal();
      ctx.strokeStyle = ink.shore;
      ctx.lineWidth = 1.3 * px;
      ctx.stroke(area);
    }
  }

  private shoal(): void {
    this.fill("shoal", this.ink.shoal);
    if (this.window.small) return;
    const { ctx, px } = this;
    ctx.fillStyle = `rgba(${this.ink.waterline},.5)`;
    ctx.beginPath();
    for (const { x, y } of this.marks("shoal", 8)) {
      ctx.moveTo(x + px, y);
      ctx.arc(x, y, px, 0, 7);
    }
    ctx.fill();
  }

  /** Cells in the window and `reach` around it; with a frame, those beside the map too. */
  private *cells(reach = 1.2, frame = 0): Generator<[number, number]> {
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

  // 4. Grid: each hexside once.
  private grid(): void {
    const { ctx, window, sheet } = this;
    const { grid } = sheet.land;
    ctx.strokeStyle = this.ink.grid;
    ctx.lineWidth = (window.radius > 50 ? 0.9 : window.radius > 24 ? 0.7 : 0.45) / window.radius;
    ctx.beginPath();
    // A side lies the same way around every centre: north, then clockwise.
    const [ox, oy] = grid.centre(1, 1);
    const sides = grid.around(1, 1).map((other) => grid.side([1, 1], other).flatMap(([x, y]) => [x - ox, y - oy]) as [number, number, number, number]);
    for (const [column, row] of this.cells()) {
      const [x, y] = grid.centre(column, row);
      const edge = column === 1 || row === 1 || column === grid.cols || row === grid.rows || sheet.land.kinds.has("off");
      const around = edge ? grid.around(column, row) : null;
      sides.forEach(([ax, ay, bx, by], direction) => {
        const other = around?.[direction];
        if (direction > 2 && (!other || sheet.land.has(...other))) return;
        ctx.moveTo(x + ax, y + ay);
        ctx.lineTo(x + bx, y + by);
      });
    }
    ctx.stroke();
  }

  private lines(runs: readonly Run[]): boolean {
    let any = false;
    this.ctx.beginPath();
    for (const { points, box } of runs) {
      if (!touches(box, this.window.box, 0.5)) continue;
      any = true;
      points.forEach(([x, y], i) => (i ? this.ctx.lineTo(x, y) : this.ctx.moveTo(x, y)));
    }
    return any;
  }

  private stroke(width: number, colour: string, strength = 1): void {
    this.ctx.globalAlpha = strength;
    this.ctx.strokeStyle = colour;
    this.ctx.lineWidth = width * this.px;
    this.ctx.stroke();
    this.ctx.globalAlpha = 1;
  }

  // 5. Rivers on their hexsides; hexsides that bar the way as combs.
  private rivers(): void {
    const { ctx, sheet, ink, px } = this;
    for (const kind of MINOR)
      if (sheet.land.sides[kind] && this.lines(sheet.river(kind))) {
        this.stroke(4, ink.halo, 0.6);
        this.stroke(this.window.small ? 3 : 2, ink.minor);
      }
    for (const kind of ["major_river", "river_impassable"])
      if (sheet.land.sides[kind] && this.lines(sheet.river(kind))) {
        this.stroke(6.4, ink.majorEdge);
        this.stroke(4, ink.major);
        this.stroke(0.7, ink.majorEdge, 0.5);
      }
    ctx.lineCap = "butt";
    for (const [kind, colour, dash] of [["alpine", ink.ink, 2], ["impassable", ink.barred, 1.5], ["prohibited", ink.barred, 1.5]] as const)
      if (sheet.land.sides[kind] && this.lines(sheet.river(kind))) {
        ctx.setLineDash([dash * px, 3 * px]);
        this.stroke(5.5, colour);
        ctx.setLineDash([]);
        if (kind === "alpine") this.stroke(1.4, colour);
      }
    ctx.lineCap = "round";
  }

  // 6. Roads.
  private roads(): void {
    const { ctx, ink, sheet } = this;
    ctx.lineCap = "butt";
    for (const kind of new Set(sheet.land.ways.map((way) => way.kind))) {
      if (kind === "rail" || !this.lines(sheet.roads(kind))) continue;
      const canal = kind === "canal";
      this.stroke(5, ink.halo, 0.5);
      this.stroke(3.3, canal ? ink.majorEdge : ink.roadEdge);
      this.stroke(1.7, canal ? ink.major : ink.road);
    }
    ctx.lineCap = "round";
  }

  // 7. Railways with their ticks.
  private rails(): void {
    const { ctx, ink, sheet, px } = this;
    if (!sheet.land.ways.some((way) => way.kind === "rail") || !this.lines(sheet.tracks("rail"))) return;
    this.stroke(5, ink.halo, 0.55);
    this.stroke(1.5, ink.rail);
    const every = this.detail === "far" ? 2 : 1;
    ctx.lineCap = "butt";
    ctx.beginPath();
    sheet.ticks("rail").forEach(({ x, y, dx, dy }, i) => {
      if (i % every || !this.near(x, y, 0.2)) return;
      ctx.moveTo(x - dy * 3 * px, y + dx * 3 * px);
      ctx.lineTo(x + dy * 3 * px, y - dx * 3 * px);
    });
    this.stroke(1.1, ink.rail);
    ctx.lineCap = "round";
  }

  private bridges(): void {
    if (this.window.radius <= 20) return;
    const { ctx, px } = this;
    ctx.beginPath();
    for (const { x, y, angle } of this.sheet.bridges) {
      if (!this.near(x, y, 1)) continue;
      const [cos, sin] = [Math.cos(angle) * px, Math.sin(angle) * px];
      const at = (along: number, across: number): [number, number] => [x + along * cos - across * sin, y + along * sin + across * cos];
      for (const side of [-1, 1]) {
        ctx.moveTo(...at(-7, side * 7.5));
        for (const [along, across] of [[-5, 5], [5, 5], [7, 7.5]] as const) ctx.lineTo(...at(along, side * across));
      }
    }
    this.stroke(1.3, this.ink.ink);
  }

  // 8. Hex numbers, column and row from a strip of printed pairs: setting type anew for every hex takes far longer.
  private numbers(): void {
    const { ctx, window, sheet } = this;
    const { strip, width, height, widths } = numberStrip(window.theme, window.radius > 50 ? 10.5 : 8.2, window.ratio);
    const [left, top] = window.at ?? [0, 0];
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, left, top);
    const scale = window.radius * window.ratio;
    for (const [column, row] of this.cells()) {
      const [x, y] = sheet.land.grid.centre(column, row);
      const [wide, wider] = [widths[column] ?? width, widths[row] ?? width];
      const start = Math.round((x - window.box.left) * scale - (wide + wider) / 2);
      const upper = Math.round((y - 0.755 - window.box.top) * scale - height / 2);
      ctx.drawImage(strip, column * width, 0, width, height, start, upper, width, height);
      ctx.drawImage(strip, row * width, 0, width, height, Math.round(start + wide), upper, width, height);
    }
    ctx.restore();
  }

  // 9. Places as clustered blocks.
  private places(): void {
    const { ctx, ink, window, px } = this;
    for (const place of this.sheet.land.places) {
      const [x, y] = this.sheet.land.grid.centreOf(place.hex);
      if (!this.near(x, y, 1.5)) continue;
      const city = place.kind === "city" || place.kind === "fortress";
      if (window.small) {
        if (!city) continue;
        ctx.fillStyle = ink.city;
        const half = 2 / window.radius;
        ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
        continue;
      }
      ctx.fillStyle = city ? ink.city : ink.town;
      if (window.radius < 16) {
        ctx.beginPath();
        ctx.arc(x, y, (city ? 3.2 : 1.6) / window.radius, 0, 7);
        ctx.fill();
        continue;
      }
      if (place.kind === "resource") {
        ctx.strokeStyle = ink.ink;
        ctx.lineWidth = 1.2 * px;
        ctx.beginPath();
        [[0, -5.6], [5.6, 0], [0, 5.6], [-5.6, 0]].forEach(([dx = 0, dy = 0], i) => (i ? ctx.lineTo(x + dx * px, y + dy * px) : ctx.moveTo(x + dx * px, y + dy * px)));
        ctx.closePath();
        ctx.stroke();
        continue;
      }
      this.blocks(x, y, Number(place.hex), city ? 13 : place.kind === "town" ? 6 : 3, city ? 0.5 : place.kind === "town" ? 0.26 : 0.16, city);
    }
  }

  private blocks(x: number, y: number, seed: number, count: number, spread: number, city: boolean): void {
    const { ctx, ink, px } = this;
    const turn = (hash(seed, 2) - 0.5) * 1.2;
    for (let i = 0; i < count; i++) {
      const angle = hash(i, seed, 3) * 2 * Math.PI;
      const far = Math.sqrt(hash(i, seed, 4)) * spread;
      const width = (city ? 5.4 : 4.2) * px * (0.6 + hash(i, seed, 6) * 0.7);
      const height = (city ? 4 : 3.2) * px * (0.6 + hash(i, seed, 8) * 0.6);
      ctx.save();
      ctx.translate(x + Math.cos(angle) * far, y + Math.sin(angle) * far * 0.8);
      ctx.rotate(turn);
      ctx.strokeStyle = ink.halo;
      ctx.lineWidth = px;
      ctx.strokeRect(-width / 2, -height / 2, width, height);
      ctx.fillRect(-width / 2, -height / 2, width, height);
      ctx.restore();
    }
  }

  /** A printed map ends in a line. */
  private neatline(): void {
    if (this.window.small) return;
    const { ctx, window } = this;
    const { width, height } = this.sheet.land.grid;
    ctx.strokeStyle = this.ink.ink;
    ctx.lineWidth = 1.5 / window.radius;
    ctx.globalAlpha = 0.6;
    ctx.strokeRect(0, 0, width, height);
    ctx.globalAlpha = 1;
  }
}

export function paintTerrain(ctx: Context, sheet: Sheet, window: Window): void {
  new Painter(ctx, sheet, window).paint();
}

// ---- bitmaps made once

const channels = (colour: string): [number, number, number] => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];

function canvas(width: number, height: number): HTMLCanvasElement {
  const made = document.createElement("canvas");
  made.width = width;
  made.height = height;
  return made;
}

const kept = new Map<string, CanvasImageSource>();

/** The paper's mottle, one pixel to a third of a radius: it is soft, and smoothing does the rest. */
function mottle(theme: Theme, width: number, height: number): CanvasImageSource {
  const key = `${theme} ${width} ${height}`;
  const found = kept.get(key);
  if (found) return found;
  const [land, dark] = [channels(INKS[theme].land), channels(INKS[theme].mottle)];
  const made = canvas(Math.ceil(width * 3), Math.ceil(height * 3));
  const ctx = made.getContext("2d") as CanvasRenderingContext2D;
  const image = ctx.createImageData(made.width, made.height);
  for (let y = 0, at = 0; y < made.height; y++)
    for (let x = 0; x < made.width; x++, at += 4) {
      const depth = noise((x / 3) * 0.16, (y / 3) * 0.16, 3) * 0.7 + noise((x / 3) * 0.5, (y / 3) * 0.5, 4) * 0.3;
      const share = Math.min(1, Math.max(0, (depth - 0.38) / 0.34)) * 0.6;
      for (let i = 0; i < 3; i++) image.data[at + i] = (land[i] as number) + ((dark[i] as number) - (land[i] as number)) * share;
      image.data[at + 3] = 255;
    }
  ctx.putImageData(image, 0, 0);
  kept.set(key, made);
  return made;
}

interface Strip {
  strip: HTMLCanvasElement;
  /** of each pair's place on the strip */
  width: number;
  height: number;
  /** of each pair as printed */
  widths: number[];
}

const strips = new Map<string, Strip>();

/** "00" to "99" side by side. */
function numberStrip(theme: Theme, size: number, ratio: number): Strip {
  const key = `${theme} ${size} ${ratio}`;
  const found = strips.get(key);
  if (found) return found;
  const font = `500 ${size * ratio}px ${NUMBER_FONT}`;
  const texts = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
  let ctx = canvas(1, 1).getContext("2d") as CanvasRenderingContext2D;
  ctx.font = font;
  const widths = texts.map((text) => ctx.measureText(text).width);
  const width = Math.ceil(Math.max(...widths)) + 1;
  const height = Math.ceil(size * ratio * 1.3);
  const strip = canvas(width * 100, height);
  ctx = strip.getContext("2d") as CanvasRenderingContext2D;
  ctx.font = font;
  ctx.fillStyle = INKS[theme].number;
  ctx.textBaseline = "middle";
  texts.forEach((text, number) => ctx.fillText(text, number * width, height / 2));
  const made = { strip, width, height, widths };
  strips.set(key, made);
  return made;
}

/** What was printed in a stand-in's letters is printed again when next needed. */
export const forgetNumbers = (): void => strips.clear();

/** A tree as seen from above, shaded lower right, in four sizes. */
function tuftSprites(theme: Theme, scale: number): CanvasImageSource[] {
  return [0, 1, 2, 3].map((size) => {
    const key = `tuft ${theme} ${scale.toFixed(2)} ${size}`;
    const found = kept.get(key);
    if (found) return found;
    const r = (2.1 + ((size + 0.5) / 4) * 1.3) * scale;
    const half = r + 0.8 * scale;
    const made = canvas(Math.max(2, Math.ceil(half * 2)), Math.max(2, Math.ceil(half * 2)));
    const ctx = made.getContext("2d") as CanvasRenderingContext2D;
    const ink = INKS[theme];
    ctx.translate(made.width / 2, made.height / 2);
    ctx.fillStyle = ink.forest;
    ctx.beginPath();
    ctx.arc(0, 0, r, 0, 7);
    ctx.fill();
    ctx.strokeStyle = `rgba(${ink.tree},.55)`;
    ctx.lineWidth = 0.75 * scale;
    ctx.beginPath();
    ctx.arc(0, 0, r, -0.9, 2.5);
    ctx.stroke();
    ctx.fillStyle = `rgba(${ink.tree},.35)`;
    ctx.beginPath();
    ctx.arc(r * 0.3, r * 0.2, r * 0.55, -0.7, 2.2);
    ctx.fill();
    kept.set(key, made);
    return made;
  });
}
