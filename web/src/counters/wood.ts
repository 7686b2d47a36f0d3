// Blocks: which pieces are blocks, what wood they are of, and what stands on their stickers.

import type { KindFace, Piece } from "../lib/types";

/** A piece of wood that stands upright: its owner sees a face with firepower, everybody else its back. */
export const isBlock = (piece: Pick<Piece, "hidden" | "fire">): boolean => piece.hidden === true || piece.fire !== undefined;

/** Silhouettes stand free on the sticker; arms on land have their box. */
export const isBoxed = (piece: Pick<Piece, "class">): boolean => (piece.class ?? "ground") === "ground";

/** What fits beside the pips: the label, or the first letters of a long one. */
export const codeOf = ({ label }: Pick<Piece, "label">): string =>
  label.length <= 3 ? label : label.split(/[\s-]+/).map((word) => word.charAt(0)).join("").slice(0, 3).toUpperCase();

/** Pips in a row around a middle, as wide as they may be. */
export function pips(count: number, room: number, most = 12): { x: number; size: number }[] {
  const pace = Math.min(most, room / Math.max(count, 1));
  return Array.from({ length: count }, (_, n) => ({ x: (n - (count - 1) / 2) * pace, size: pace * 0.68 }));
}

/** The strengths on the edges of a block around the one on top: turning it loses a step to the right. */
export function edges(steps: number, full: number): { left: number; right: number } {
  return { left: steps < full ? steps + 1 : 0, right: Math.max(steps - 1, 0) };
}

/** Marks in a row below the right shoulder, by flag; the order is that of importance. */
export const BADGES = ["beachhead", "at_sea", "aboard", "responding", "face_up"] as const;
export type Badge = (typeof BADGES)[number];

export const badgesOf = (piece: Pick<Piece, "flags" | "aboard">): Badge[] =>
  BADGES.filter((badge) => (badge === "aboard" ? piece.aboard !== undefined : piece.flags?.includes(badge))).slice(0, 2);

/** A block of a type, as it would be built: for lists of what there is to have. */
export const sample = (kind: string, face: KindFace, side: string, steps = face.full_steps): Piece => ({
  ...face, id: kind, kind, side, nation: side, where: "", on_map: false, values: [steps], steps,
});
