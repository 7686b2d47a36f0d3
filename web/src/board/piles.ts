// Stacks on the board: who lies in which hex, who on top, and where each counter is drawn, in radii of a hex.

import { amount } from "../lib/figures";
import type { Piece, View } from "../lib/types";
import { DRAWN, LEAN } from "../lib/size";
import type { HexGrid, Point } from "../map/geometry";

export interface Pile {
  hex: string;
  /** lowest first */
  pieces: Piece[];
}

export interface Counter {
  piece: Piece;
  /** upper left corner */
  x: number;
  y: number;
}

const weight = (piece: Piece): number => (piece.range ? 0 : 1) * 1000 + piece.values.reduce<number>((sum, value) => sum + amount(value), 0);

/** Stacks, upper hexes first so that lower ones overlap them; wanted units lie on top, then the strongest. */
export function pilesOf(view: Pick<View, "pieces">, grid: HexGrid, onTop: ReadonlySet<string>): Pile[] {
  const found = new Map<string, Piece[]>();
  for (const piece of Object.values(view.pieces)) {
    if (!piece.on_map) continue;
    const here = found.get(piece.where);
    if (here) here.push(piece);
    else found.set(piece.where, [piece]);
  }
  for (const pieces of found.values())
    pieces.sort((a, b) => Number(onTop.has(a.id)) - Number(onTop.has(b.id)) || weight(a) - weight(b) || a.id.localeCompare(b.id));
  return [...found]
    .map(([hex, pieces]) => ({ hex, pieces }))
    .sort((a, b) => grid.centreOf(a.hex)[1] - grid.centreOf(b.hex)[1] || a.hex.localeCompare(b.hex));
}

/** The counters of a stack that are drawn, lowest first: three at most. */
export function countersOf(pile: Pile, grid: HexGrid, side: number): Counter[] {
  const [cx, cy] = grid.centreOf(pile.hex);
  const shown = pile.pieces.slice(-DRAWN);
  return shown.map((piece, i) => {
    const lean = (i - (shown.length - 1) / 2) * LEAN * side;
    return { piece, x: cx - side / 2 + lean, y: cy - side / 2 - lean };
  });
}

/** What of the map is in view, in radii. */
export interface Room {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A stack spread out above its hex, in rows of at most five, so that each counter can be picked: below where there is no room
    above, and never out of view at the sides. */
export function fanOf(pile: Pile, grid: HexGrid, side: number, room: Room | null = null): Counter[] {
  const [cx, cy] = grid.centreOf(pile.hex);
  const pace = side * 1.16;
  const row = Math.min(5, pile.pieces.length);
  const rows = Math.ceil(pile.pieces.length / row);
  const tall = 1.1 + rows * pace;
  const below = room !== null && cy - tall < room.top && cy + tall <= room.bottom;
  const half = (row * pace) / 2;
  const across = room ? Math.max(room.left + half, Math.min(room.right - half, cx)) : cx;
  return [...pile.pieces].reverse().map((piece, i) => {
    const line = Math.floor(i / row);
    const inLine = Math.min(row, pile.pieces.length - line * row);
    return {
      piece,
      x: across - (inLine * pace) / 2 + (i % row) * pace + (pace - side) / 2,
      y: below ? cy + 1.1 + line * pace : cy - 1.1 - (rows - line) * pace,
    };
  });
}

/** The topmost counter under a point. */
export function pieceAt(counters: readonly Counter[], [x, y]: Point, side: number): Piece | null {
  for (let i = counters.length - 1; i >= 0; i--) {
    const counter = counters[i] as Counter;
    if (x >= counter.x && y >= counter.y && x <= counter.x + side && y <= counter.y + side) return counter.piece;
  }
  return null;
}
