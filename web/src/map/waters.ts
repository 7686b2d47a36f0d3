// Water with waterlines along the shore, and shoals.

import type { Brush } from "./brush";

const WATERS = ["water", "lake", "sea+shoal"];

export function waters(brush: Brush): void {
  const { ctx, px, ink } = brush;
  const { kinds } = brush.sheet.land;
  for (const kind of WATERS) {
    if (!kind.split("+").some((one) => kinds.has(one))) continue;
    const area = brush.sheet.area(kind);
    ctx.save();
    ctx.fillStyle = ink.water;
    ctx.fill(area, "evenodd");
    if (!brush.window.small) {
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
    if (kind.includes("shoal") && kinds.has("shoal")) shoal(brush);
    ctx.strokeStyle = ink.shore;
    ctx.lineWidth = 1.3 * px;
    ctx.stroke(area);
  }
}

function shoal(brush: Brush): void {
  brush.fill("shoal", brush.ink.shoal);
  if (brush.window.small) return;
  const { ctx, px } = brush;
  ctx.fillStyle = `rgba(${brush.ink.waterline},.5)`;
  ctx.beginPath();
  for (const { x, y } of brush.marks("shoal", 8)) {
    ctx.moveTo(x + px, y);
    ctx.arc(x, y, px, 0, 7);
  }
  ctx.fill();
}
