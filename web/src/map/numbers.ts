// Hex numbers, column and row from a strip of printed pairs: setting type anew for every hex takes far longer.

import { numberStrip } from "./bitmaps";
import type { Brush } from "./brush";

export function numbers(brush: Brush): void {
  const { ctx, window, sheet } = brush;
  const { strip, width, height, widths } = numberStrip(window.theme, window.radius > 50 ? 10.5 : 8.2, window.ratio);
  const [left, top] = window.at ?? [0, 0];
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, left, top);
  const scale = window.radius * window.ratio;
  for (const [column, row] of brush.cells()) {
    const [x, y] = sheet.land.grid.centre(column, row);
    const [wide, wider] = [widths[column] ?? width, widths[row] ?? width];
    const start = Math.round((x - window.box.left) * scale - (wide + wider) / 2);
    const upper = Math.round((y - 0.755 - window.box.top) * scale - height / 2);
    ctx.drawImage(strip, column * width, 0, width, height, start, upper, width, height);
    ctx.drawImage(strip, row * width, 0, width, height, Math.round(start + wide), upper, width, height);
  }
  ctx.restore();
}
