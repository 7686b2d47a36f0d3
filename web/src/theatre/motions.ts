// How counters go in a beat, and what they are called meanwhile: a block that nobody knows has another name in every beat, and
// those that leave a hex together go as one, so that no eye and no script follows one of them through a stack.

import type { Piece, View } from "../lib/types";
import { STAGGER, UNIT, walking } from "./pace";
import type { Beat, Walk } from "./script";

/** How a counter goes: along these hexes, after a delay, in so many milliseconds. */
export interface Motion {
  way: string[];
  delay: number;
  time: number;
}

/** The view with new names for all blocks that nobody knows; `serial` is never used twice. */
export function renamed(view: View, serial: number): View {
  const all = Object.values(view.pieces);
  if (!all.some((piece) => piece.hidden)) return view;
  let count = 0;
  const named = all.map((piece): Piece => (piece.hidden ? { ...piece, id: `unknown:${serial}:${++count}` } : piece));
  return { ...view, pieces: Object.fromEntries(named.map((piece) => [piece.id, piece])) };
}

/** Who goes how, by the names of the view afterwards; who goes without having been told of goes straight. */
export function motionsOf(beat: Beat, after: View, time: number, before: View | null = null): Map<string, Motion> {
  const found = new Map<string, Motion>();
  const scale = time / Math.max(1, ...beat.walks.map((walk, n) => walking(walk.way.length) + n * STAGGER));
  beat.walks.forEach((walk, n) => {
    const hidden = walk.unit === null;
    const id = hidden ? unknownAt(walk, after, found) : walk.unit;
    // all who are unknown set out at once
    if (id !== null) found.set(id, { way: walk.way, delay: hidden ? 0 : n * STAGGER * scale, time: walking(walk.way.length) * scale });
  });
  for (const [id, { hidden, on_map, where }] of Object.entries(after.pieces)) {
    const was = before?.pieces[id];
    if (was?.on_map && on_map && !hidden && was.where !== where && !found.has(id)) found.set(id, { way: [was.where, where], delay: 0, time: Math.min(time, UNIT) });
  }
  return found;
}

/** How far a beat has been seen: the view then, and how many were on their way. */
export interface Begun {
  view: View;
  walked: number;
}

/** What is left of a beat: who had not set out yet, and who has to go on from where he stands. */
export function restOf(beat: Beat, { view, walked }: Begun): Beat {
  const walks = beat.walks.flatMap((walk, n) => {
    if (n >= walked) return [walk];
    const at = walk.unit === null ? -1 : walk.way.lastIndexOf(view.pieces[walk.unit]?.where ?? "");
    return at < 0 || at === walk.way.length - 1 ? [] : [{ ...walk, way: walk.way.slice(at) }];
  });
  return { ...beat, walks };
}

/** Any block that lies unknown where a walk ends. */
function unknownAt(walk: Walk, after: View, taken: ReadonlyMap<string, Motion>): string | null {
  const end = walk.way[walk.way.length - 1];
  const one = Object.values(after.pieces).find((piece) => piece.hidden && piece.on_map && piece.where === end && piece.side === walk.side && !taken.has(piece.id));
  return one?.id ?? null;
}
