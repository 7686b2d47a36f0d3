// Stacks on the board: who lies in which hex, who on top, and where each counter is drawn, in radii of a hex.

import { isHeadquarters } from "../counters/symbols";
import { amount } from "../lib/figures";
import type { Piece, View } from "../lib/types";
import { isBlock } from "../counters/wood";
import { BLOCK_LEAN, DRAWN, LEAN } from "../lib/size";
import type { HexGrid, Point } from "../map/geometry";

export interface Pile {
  hex: string;
  /** lowest first */
  pieces: Piece[];
  /** whose blocks stand in front where two sides fight: the viewer's */
  mine?: string | null;
}

export interface Counter {
  piece: Piece;
  /** upper left corner */
  x: number;
  y: number;
  /** its side, where that is not what all have */
  side?: number;
  /** how many lie here, on the topmost of those */
  count?: number;
}

const weight = (piece: Piece): number => (piece.hidden ? -1000 : 0) + (leads(piece) ? 0 : 1) * 1000 + (piece.values ?? []).reduce<number>((sum, value) => sum + amount(value), 0);
const leads = (piece: Piece): boolean => !piece.hidden && (piece.range !== undefined || isHeadquarters(piece.symbol));

/** Stacks, upper hexes first so that lower ones overlap them; the one chosen and then wanted units lie on top, then the strongest, and right under the
    topmost a headquarters: at the bottom it would not be seen. */
export function pilesOf(view: Pick<View, "pieces"> & Partial<Pick<View, "viewer" | "players">>, grid: HexGrid, onTop: ReadonlySet<string>, chosen: string | null = null): Pile[] {
  const rank = ({ id }: Piece): number => (id === chosen ? 2 : onTop.has(id) ? 1 : 0);
  const mine = view.players?.find((player) => player.id === view.viewer)?.side ?? null;
  const found = new Map<string, Piece[]>();
  for (const piece of Object.values(view.pieces)) {
    if (!piece.on_map) continue;
    const here = found.get(piece.where);
    if (here) here.push(piece);
    else found.set(piece.where, [piece]);
  }
  for (const pieces of found.values())
    pieces.sort((a, b) => rank(a) - rank(b) || weight(a) - weight(b) || a.id.localeCompare(b.id));
  for (const pieces of found.values()) {
    const leader = pieces.findIndex(leads);
    if (leader >= 0 && leader < pieces.length - 2) pieces.splice(pieces.length - 2, 0, ...pieces.splice(leader, 1));
  }
  return [...found]
    .map(([hex, pieces]) => ({ hex, pieces, mine }))
    .sort((a, b) => grid.centreOf(a.hex)[1] - grid.centreOf(b.hex)[1] || a.hex.localeCompare(b.hex));
}

/** The counters of a stack that are drawn, lowest first: three at most, with their count where there are more. Blocks are
    counted from two on, for their backs look all alike; where two sides fight over a hex, each has its own corner, the same
    whoever lies on top: in a playback as in the present. */
export function countersOf(pile: Pile, grid: HexGrid, side: number): Counter[] {
  const [cx, cy] = grid.centreOf(pile.hex);
  const top = pile.pieces[pile.pieces.length - 1];
  const block = top !== undefined && isBlock(top);
  const sides = pile.pieces.map((piece) => piece.side).sort();
  const front = sides.find((one) => one === pile.mine) ?? sides[0];
  const others = block ? pile.pieces.filter((piece) => piece.side !== front) : [];
  if (!others.length) return heap(pile.pieces, cx, cy, side, block ? BLOCK_LEAN : LEAN, block);
  const small = side * 0.72;
  const own = pile.pieces.filter((piece) => piece.side === front);
  return [...heap(others, cx + 0.36, cy - 0.34, small, BLOCK_LEAN, true), ...heap(own, cx - 0.3, cy + 0.3, small, BLOCK_LEAN, true)];
}

function heap(pieces: Piece[], cx: number, cy: number, side: number, lean: number, block: boolean): Counter[] {
  const shown = pieces.slice(-DRAWN);
  return shown.map((piece, i) => {
    const off = (i - (shown.length - 1) / 2) * lean * side;
    const counted = i === shown.length - 1 && pieces.length > (block ? 1 : DRAWN);
    return { piece, x: cx - side / 2 + off, y: cy - side / 2 - off, side, ...(counted ? { count: pieces.length } : {}) };
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
export const pieceAt = (counters: readonly Counter[], point: Point, side: number): Piece | null => counterAt(counters, point, side)?.piece ?? null;

export function counterAt(counters: readonly Counter[], [x, y]: Point, side: number): Counter | null {
  for (let i = counters.length - 1; i >= 0; i--) {
    const counter = counters[i] as Counter;
    const wide = counter.side ?? side;
    if (x >= counter.x && y >= counter.y && x <= counter.x + wide && y <= counter.y + wide) return counter;
  }
  return null;
}
