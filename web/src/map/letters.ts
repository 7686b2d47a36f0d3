// Names drawn on their canvas, which lies between the movement range and the counters: what is in view and a margin.

import type { Language } from "../lib/types";
import { touches, type Box, type Curve } from "./curves";
import type { Point } from "./geometry";
import { INKS, type Inks, type Theme } from "./inks";
import type { Land } from "./land";
import { SERIF, type Lettering, type PlaceName, type WaterName } from "./names";

const NUMBERS = '"Barlow Condensed", "Arial Narrow", sans-serif';
/** A short pan shows no bare map. */
const MARGIN = 360;

export interface NamesView {
  radius: number;
  /** what is in view, in pixels of the stage */
  view: Box;
  theme: Theme;
  language: Language;
  /** every hex with its number, at any size that can be read */
  numbered: boolean;
}

export function drawNames(canvas: HTMLCanvasElement, land: Land, lettering: Lettering, view: NamesView): void {
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const { width: across, height: down } = land.grid;
  const box: Box = {
    left: Math.max(-60, Math.floor(view.view.left - MARGIN)),
    top: Math.max(-60, Math.floor(view.view.top - MARGIN)),
    right: Math.min(across * view.radius + 60, Math.ceil(view.view.right + MARGIN)),
    bottom: Math.min(down * view.radius + 60, Math.ceil(view.view.bottom + MARGIN)),
  };
  const [width, height] = [Math.max(1, Math.round(box.right - box.left)), Math.max(1, Math.round(box.bottom - box.top))];
  canvas.width = width * ratio;
  canvas.height = height * ratio;
  canvas.style.left = `${box.left}px`;
  canvas.style.top = `${box.top}px`;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const ctx = canvas.getContext("2d");
  if (!ctx) return;
  ctx.setTransform(ratio, 0, 0, ratio, -box.left * ratio, -box.top * ratio);
  ctx.lineJoin = "round";
  ctx.textBaseline = "middle";
  const letters = new Letters(ctx, box, INKS[view.theme], view.language);
  if (view.numbered) letters.numbers(land, view.radius);
  for (const water of lettering.waters) letters.water(water);
  for (const place of lettering.places) letters.place(place);
  for (const { x, y, size, points } of lettering.discs) letters.disc(x, y, size, points);
}

/** Below this side in pixels counters show no figures, and the names of places may lie over them. */
const FIGURES = 24;

/** What lies under the counters and what over them: seen from afar a place's name is read across whoever stands there. */
export function layered(lettering: Lettering, counter: number): { under: Lettering; over: Lettering | null } {
  if (counter >= FIGURES) return { under: lettering, over: null };
  return { under: { waters: lettering.waters, places: [], discs: [] }, over: { ...lettering, waters: [] } };
}

class Letters {
  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly box: Box,
    private readonly ink: Inks,
    private readonly language: Language,
  ) {}

  private shows(x: number, y: number, reach: number): boolean {
    return touches({ left: x, top: y, right: x, bottom: y }, this.box, reach);
  }

  private print(text: string, x: number, y: number, colour: string, halo: number): void {
    const { ctx } = this;
    ctx.strokeStyle = this.ink.halo;
    ctx.lineWidth = halo;
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }

  place({ text, x, y, size, kind }: PlaceName): void {
    if (!this.shows(x, y, 200)) return;
    const { ctx } = this;
    const japanese = this.language === "ja";
    ctx.font = `${kind !== "village" ? "bold" : japanese ? "" : "italic"} ${size}px ${SERIF[this.language]}`;
    ctx.letterSpacing = kind === "city" && !japanese ? `${(size * 0.12).toFixed(1)}px` : "0px";
    ctx.textAlign = "left";
    this.print(text, x, y, this.ink.place, 4);
    ctx.letterSpacing = "0px";
  }

  disc(x: number, y: number, size: number, points: number): void {
    if (!this.shows(x, y, 20)) return;
    const { ctx } = this;
    ctx.beginPath();
    ctx.arc(x, y, size, 0, 7);
    ctx.fillStyle = this.ink.points;
    ctx.fill();
    ctx.lineWidth = 1.2;
    ctx.strokeStyle = "rgba(255,248,232,.95)";
    ctx.stroke();
    ctx.fillStyle = "#FFF8E8";
    ctx.font = `700 ${size * 1.35}px ${NUMBERS}`;
    ctx.textAlign = "center";
    ctx.fillText(String(points), x, y + 0.5);
  }

  /** Letter by letter along the course. */
  water({ text, course, size, gap }: WaterName): void {
    const [start, end] = [course[0], course[course.length - 1]];
    if (!start || !end || (!this.shows(...start, 400) && !this.shows(...end, 400))) return;
    const { ctx } = this;
    ctx.font = `${this.language === "ja" ? "" : "italic "}${size}px ${SERIF[this.language]}`;
    ctx.textAlign = "center";
    let at = 0;
    for (const letter of text) {
      const width = ctx.measureText(letter).width;
      const { x, y, angle } = along(course, at + width / 2);
      at += width + gap;
      ctx.save();
      ctx.translate(x, y);
      ctx.rotate(angle);
      this.print(letter, 0, 0, this.ink.waterName, 3.4);
      ctx.restore();
    }
  }

  numbers(land: Land, radius: number): void {
    if (radius < 12) return;
    const { ctx } = this;
    ctx.font = `600 ${Math.max(7.5, Math.min(12.5, radius * 0.34))}px ${NUMBERS}`;
    ctx.textAlign = "center";
    for (const hex of land.hexes()) {
      const [x, y] = land.grid.centreOf(hex);
      const [px, py] = [x * radius, (y - (radius < 20 ? 0 : 0.74)) * radius];
      if (this.shows(px, py, 20)) this.print(hex, px, py, this.ink.ink, 2.6);
    }
  }
}

/** The point and direction so far along a curve. */
function along(curve: Curve, distance: number): { x: number; y: number; angle: number } {
  let left = distance;
  for (let i = 1; i < curve.length; i++) {
    const [[ax, ay], [bx, by]] = [curve[i - 1] as Point, curve[i] as Point];
    const length = Math.hypot(bx - ax, by - ay);
    if (left <= length || i === curve.length - 1) {
      const t = length ? left / length : 0;
      return { x: ax + (bx - ax) * t, y: ay + (by - ay) * t, angle: Math.atan2(by - ay, bx - ax) };
    }
    left -= length;
  }
  return { x: curve[0]?.[0] ?? 0, y: curve[0]?.[1] ?? 0, angle: 0 };
}
