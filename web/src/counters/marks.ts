// Which mark of a counter lies under a point: what is drawn on its shoulders, or the badges of a block.

import type { Piece } from "../lib/types";
import { detailOf, shoulders } from "./face";
import { badgesOf, isBlock } from "./wood";

const REACH = 17;

/** A flag of the counter, or null beside its marks. `at` is in its square of 100, `wide` its side in pixels. */
export function markAt(piece: Piece, [x, y]: readonly [number, number], wide: number): string | null {
  if (piece.hidden || !piece.flags?.length) return null;
  const { action, alarm } = shoulders(piece);
  const far = detailOf(wide, isBlock(piece)) === "far";
  const [left, right, level, reach] = far ? [16, 84, 82, REACH * 1.5] : [8, 92, 45, REACH];
  const near = (cx: number, cy: number, within = reach): boolean => Math.hypot(x - cx, y - cy) <= within;
  if (action && near(left, level)) return action;
  if (alarm && near(right, level)) return piece.flags.find((flag) => flag !== action && shoulders({ flags: [flag] } as Piece).alarm === alarm) ?? piece.flags.find((flag) => flag !== action) ?? null;
  const scale = far ? 1.4 : 1;
  const badge = badgesOf(piece).findIndex((_, n) => (!far || n === 0) && near(93, 26 + n * 27 * scale, 14 * scale));
  return badge >= 0 ? (badgesOf(piece)[badge] ?? null) : null;
}
