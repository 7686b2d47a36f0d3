// Places as clustered blocks.

import type { Brush } from "./brush";
import { hash } from "./noise";

export function places(brush: Brush): void {
  const { ctx, ink, window, px } = brush;
  for (const place of brush.sheet.land.places) {
    const [x, y] = brush.sheet.land.grid.centreOf(place.hex);
    if (!brush.near(x, y, 1.5)) continue;
    const city = place.kind === "city" || place.kind === "fortress";
    if (window.small) {
      if (!city) continue;
      ctx.fillStyle = ink.city;
      const half = 2 / window.radius;
      ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
      continue;
    }
    if (place.port && window.radius > 20) anchor(brush, x - 0.52, y + 0.6);
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
    blocks(brush, x, y, Number(place.hex), city ? 13 : place.kind === "town" ? 6 : 3, city ? 0.5 : place.kind === "town" ? 0.26 : 0.16, city);
  }
}

function blocks(brush: Brush, x: number, y: number, seed: number, count: number, spread: number, city: boolean): void {
  const { ctx, ink, px } = brush;
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

/** A port: an anchor at the hex's foot, clear of the counters. */
function anchor(brush: Brush, x: number, y: number): void {
  const { ctx, ink, px } = brush;
  for (const [width, colour] of [[4.6, ink.halo], [1.7, ink.majorEdge]] as const) {
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * px;
    ctx.beginPath();
    ctx.arc(x, y - 5.4 * px, 1.6 * px, 0, 7);
    ctx.moveTo(x, y - 3.8 * px);
    ctx.lineTo(x, y + 5.6 * px);
    ctx.moveTo(x - 3 * px, y - 1.6 * px);
    ctx.lineTo(x + 3 * px, y - 1.6 * px);
    ctx.moveTo(x - 5 * px, y + 1.6 * px);
    ctx.quadraticCurveTo(x - 4 * px, y + 5.6 * px, x, y + 5.6 * px);
    ctx.quadraticCurveTo(x + 4 * px, y + 5.6 * px, x + 5 * px, y + 1.6 * px);
    ctx.stroke();
  }
}
