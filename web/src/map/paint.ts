// The terrain painter: UI.md's map recipe, step by step, for any window of the map at any size. Called tile by tile.

import { areas } from "./areas";
import { mottle } from "./bitmaps";
import { places } from "./blocks";
import { Brush, type Context, type Window } from "./brush";
import { numbers } from "./numbers";
import type { Sheet } from "./sheet";
import { paintGrid, rivers } from "./sides";
import { waters } from "./waters";
import { bridges, rails, roads } from "./ways";

export function paintTerrain(ctx: Context, sheet: Sheet, window: Window): void {
  const brush = new Brush(ctx, sheet, window);
  const scale = window.radius * window.ratio;
  const [left, top] = window.at ?? [0, 0];
  ctx.setTransform(scale, 0, 0, scale, left - window.box.left * scale, top - window.box.top * scale);
  ctx.lineJoin = "round";
  ctx.lineCap = "round";
  paper(brush);
  const masked = sheet.land.kinds.has("off");
  if (masked) {
    ctx.save();
    ctx.clip(sheet.mask("on"));
  }
  areas(brush);
  waters(brush);
  if (!window.small) paintGrid(brush);
  rivers(brush);
  if (!window.small) {
    roads(brush);
    rails(brush);
    bridges(brush);
    if (window.radius >= 30) numbers(brush);
  }
  if (masked) ctx.restore();
  places(brush);
  neatline(brush);
}

/** Paper with a low-frequency mottle. */
function paper(brush: Brush): void {
  const { ctx, window } = brush;
  const { left, top, right, bottom } = window.box;
  ctx.fillStyle = brush.ink.land;
  ctx.fillRect(left, top, right - left, bottom - top);
  const { width, height } = brush.sheet.land.grid;
  ctx.imageSmoothingEnabled = true;
  ctx.drawImage(mottle(window.theme, width, height), 0, 0, width, height);
}

/** A printed map ends in a line. */
function neatline(brush: Brush): void {
  if (brush.window.small) return;
  const { ctx, window } = brush;
  const { width, height } = brush.sheet.land.grid;
  ctx.strokeStyle = brush.ink.ink;
  ctx.lineWidth = 1.5 / window.radius;
  ctx.globalAlpha = 0.6;
  ctx.strokeRect(0, 0, width, height);
  ctx.globalAlpha = 1;
}
