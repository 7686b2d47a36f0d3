// Areas of terrain, each with the marks of its kind: hachures, stipple, peaks, tufts, reeds.

import { tuftSprites } from "./bitmaps";
import type { Brush } from "./brush";

const WOODS = ["wooded", "forest", "woods"];
const MARSHES = ["swamp", "marsh"];

export function areas(brush: Brush): void {
  const { kinds } = brush.sheet.land;
  for (const kind of ["rough", "hills", "heights"])
    if (kinds.has(kind)) slope(brush, kind, kind === "heights" ? brush.ink.heights : brush.ink.rough);
  if (kinds.has("desert")) desert(brush);
  if (kinds.has("mountain")) mountain(brush);
  for (const kind of WOODS) if (kinds.has(kind)) wood(brush, kind);
  for (const kind of MARSHES) if (kinds.has(kind)) marsh(brush, kind);
}

function slope(brush: Brush, kind: string, colour: string): void {
  brush.fill(kind, colour);
  if (brush.window.small) return;
  const { ctx } = brush;
  const strokes = [...brush.cells(1.3, 1)]
    .filter(([column, row]) => brush.sheet.land.terrain(column, row) === kind)
    .map(([column, row]) => brush.sheet.slopes(`${kind}/${brush.detail}/${column}/${row}`));
  ctx.lineWidth = 0.8 * brush.px;
  const faint = brush.window.theme === "night" ? 0.62 : 1; // light on dark glares
  for (const [layer, strength] of [["deep", 0.34], ["rim", 0.5]] as const) {
    ctx.strokeStyle = `rgba(${brush.ink.slope},${strength * faint})`;
    ctx.beginPath();
    for (const { [layer]: lines } of strokes)
      for (let i = 0; i < lines.length; i += 4) {
        ctx.moveTo(lines[i] as number, lines[i + 1] as number);
        ctx.lineTo(lines[i + 2] as number, lines[i + 3] as number);
      }
    ctx.stroke();
  }
}

function desert(brush: Brush): void {
  brush.fill("desert", brush.ink.desert);
  if (brush.window.small) return;
  brush.ctx.fillStyle = `rgba(${brush.ink.slope},.45)`;
  const size = 1.1 * brush.px;
  for (const { x, y } of brush.marks("desert", 7)) brush.ctx.fillRect(x, y, size, size);
}

function mountain(brush: Brush): void {
  slope(brush, "mountain", brush.ink.mountain);
  if (brush.window.small) return;
  const { ctx } = brush;
  ctx.strokeStyle = `rgba(${brush.ink.slope},.9)`;
  const peaks = [...brush.marks("mountain", 17)];
  ctx.lineWidth = brush.px;
  ctx.beginPath();
  for (const { x, y, luck } of peaks) {
    const s = (5 + luck * 4) * brush.px;
    ctx.moveTo(x - s * 0.7, y + s * 0.5);
    ctx.lineTo(x, y - s * 0.6);
    ctx.lineTo(x + s * 0.75, y + s * 0.5);
  }
  ctx.stroke();
  ctx.lineWidth = 0.6 * brush.px;
  ctx.beginPath();
  for (const { x, y, luck } of peaks) {
    const s = (5 + luck * 4) * brush.px;
    for (let i = 1; i < 4; i++) {
      ctx.moveTo(x + s * 0.18 * i, y - s * 0.6 + s * 0.3 * i);
      ctx.lineTo(x + s * 0.12 * i, y + s * 0.45);
    }
  }
  ctx.stroke();
}

function wood(brush: Brush, kind: string): void {
  brush.fill(kind, brush.ink.forest);
  if (brush.window.small) return;
  const tufts = tuftSprites(brush.window.theme, brush.z * brush.window.ratio);
  for (const { x, y, luck } of brush.marks(kind, 8)) {
    if (luck < 0.12) continue;
    const half = (2.1 + luck * 1.3 + 0.8) * brush.px;
    brush.ctx.drawImage(tufts[Math.min(3, Math.floor(luck * 4))] as CanvasImageSource, x - half, y - half, 2 * half, 2 * half);
  }
}

function marsh(brush: Brush, kind: string): void {
  brush.fill(kind, brush.ink.swamp);
  if (brush.window.small) return;
  const { ctx, px } = brush;
  ctx.strokeStyle = `rgba(${brush.ink.reed},.62)`;
  ctx.lineWidth = 0.9 * px;
  ctx.beginPath();
  for (const { x, y, luck } of brush.marks(kind, 10)) {
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
