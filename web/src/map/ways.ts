// Ways: roads, railways with their ticks, bridges.

import type { Brush } from "./brush";

export function roads(brush: Brush): void {
  const { ctx, ink, sheet } = brush;
  ctx.lineCap = "butt";
  for (const kind of new Set(sheet.land.ways.map((way) => way.kind))) {
    if (kind === "rail" || !brush.lines(sheet.roads(kind))) continue;
    const canal = kind === "canal";
    brush.stroke(5, ink.halo, 0.5);
    brush.stroke(3.3, canal ? ink.majorEdge : ink.roadEdge);
    brush.stroke(1.7, canal ? ink.major : ink.road);
  }
  ctx.lineCap = "round";
}

export function rails(brush: Brush): void {
  const { ctx, ink, sheet, px } = brush;
  if (!sheet.land.ways.some((way) => way.kind === "rail") || !brush.lines(sheet.tracks("rail"))) return;
  brush.stroke(5, ink.halo, 0.55);
  brush.stroke(1.5, ink.rail);
  const every = brush.detail === "far" ? 2 : 1;
  ctx.lineCap = "butt";
  ctx.beginPath();
  sheet.ticks("rail").forEach(({ x, y, dx, dy }, i) => {
    if (i % every || !brush.near(x, y, 0.2)) return;
    ctx.moveTo(x - dy * 3 * px, y + dx * 3 * px);
    ctx.lineTo(x + dy * 3 * px, y - dx * 3 * px);
  });
  brush.stroke(1.1, ink.rail);
  ctx.lineCap = "round";
}

export function bridges(brush: Brush): void {
  if (brush.window.radius <= 20) return;
  const { ctx, px } = brush;
  ctx.beginPath();
  for (const { x, y, angle } of brush.sheet.bridges) {
    if (!brush.near(x, y, 1)) continue;
    const [cos, sin] = [Math.cos(angle) * px, Math.sin(angle) * px];
    const at = (along: number, across: number): [number, number] => [x + along * cos - across * sin, y + along * sin + across * cos];
    for (const side of [-1, 1]) {
      ctx.moveTo(...at(-7, side * 7.5));
      for (const [along, across] of [[-5, 5], [5, 5], [7, 7.5]] as const) ctx.lineTo(...at(along, side * across));
    }
  }
  brush.stroke(1.3, brush.ink.ink);
}
