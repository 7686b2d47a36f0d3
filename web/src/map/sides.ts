// Hexsides: the grid, rivers, and sides that bar the way.

import type { Brush } from "./brush";

const MINOR = ["minor_river", "river", "stream"];

/** Each hexside once. */
export function paintGrid(brush: Brush): void {
  const { ctx, window, sheet } = brush;
  const { grid } = sheet.land;
  ctx.strokeStyle = brush.ink.grid;
  ctx.lineWidth = (window.radius > 50 ? 0.9 : window.radius > 24 ? 0.7 : 0.45) / window.radius;
  ctx.beginPath();
  // A side lies the same way around every centre: north, then clockwise.
  const [ox, oy] = grid.centre(1, 1);
  const sides = grid.around(1, 1).map((other) => grid.side([1, 1], other).flatMap(([x, y]) => [x - ox, y - oy]) as [number, number, number, number]);
  for (const [column, row] of brush.cells()) {
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

/** Rivers on their hexsides; hexsides that bar the way as combs. */
export function rivers(brush: Brush): void {
  const { ctx, sheet, ink, px } = brush;
  for (const kind of MINOR)
    if (sheet.land.sides[kind] && brush.lines(sheet.river(kind))) {
      brush.stroke(4, ink.halo, 0.6);
      brush.stroke(brush.window.small ? 3 : 2, ink.minor);
    }
  for (const kind of ["major_river", "river_impassable"])
    if (sheet.land.sides[kind] && brush.lines(sheet.river(kind))) {
      brush.stroke(6.4, ink.majorEdge);
      brush.stroke(4, ink.major);
      brush.stroke(0.7, ink.majorEdge, 0.5);
    }
  // a strip of wood or shallow water along a hexside
  for (const [kind, colour, edge] of [["forest", ink.forest, `rgba(${ink.tree},.8)`], ["shoal", ink.shoal, `rgba(${ink.waterline},.8)`]] as const)
    if (sheet.land.sides[kind] && brush.lines(sheet.river(kind))) {
      brush.stroke(9, colour);
      ctx.setLineDash([0.1 * px, 4.4 * px]);
      brush.stroke(3, edge);
      ctx.setLineDash([]);
    }
  ctx.lineCap = "butt";
  for (const [kind, colour, dash] of [["alpine", ink.ink, 2], ["impassable", ink.barred, 1.5], ["prohibited", ink.barred, 1.5]] as const)
    if (sheet.land.sides[kind] && brush.lines(sheet.river(kind))) {
      ctx.setLineDash([dash * px, 3 * px]);
      brush.stroke(5.5, colour);
      ctx.setLineDash([]);
      if (kind === "alpine") brush.stroke(1.4, colour);
    }
  ctx.lineCap = "round";
}
