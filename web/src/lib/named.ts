// What a piece is called: a block by its type and number, any other counter by its label.

import { isBlock, sample } from "../counters/wood";
import { said, t } from "../i18n/index.svelte";
import type { Piece, View } from "./types";

export function pieceName(piece: Piece): string {
  if (!isBlock(piece)) return piece.label;
  if (piece.hidden) return t("block.hidden");
  const number = /^[a-z].*-(\d+)$/.exec(piece.id)?.[1];
  return [piece.name ? said(piece.name) : piece.label, number].filter(Boolean).join(" ");
}

/** What somebody is called who may be gone: a block that was lost is no longer in the view, but its type is. */
export function nameIn(view: Pick<View, "pieces" | "kinds">, id: string): string {
  const piece = view.pieces[id];
  if (piece) return pieceName(piece);
  const [, type = "", number = ""] = /^[^-]+-(.+)-(\d+)$/.exec(id) ?? [];
  const kind = view.kinds?.[type];
  return kind ? `${said(kind.name)} ${number}` : id;
}

/** The face of somebody who may be gone: of a block that was lost its type is still known. */
export function faceIn(view: Pick<View, "pieces" | "kinds">, id: string, side: string): Piece | null {
  const piece = view.pieces[id];
  if (piece) return piece;
  const type = /^[^-]+-(.+)-\d+$/.exec(id)?.[1] ?? "";
  const kind = view.kinds?.[type];
  return kind ? { ...sample(type, kind, side, 1), id } : null;
}

/** How a block stands, in words. */
export function standingOf(piece: Piece, nameOf: (unit: string) => string): string[] {
  const flags = piece.flags ?? [];
  const known = (["moved", "at_sea", "beachhead", "responding", "face_up"] as const).filter((flag) => flags.includes(flag));
  return [...(piece.aboard ? [t("block.aboard", { unit: nameOf(piece.aboard) })] : []), ...known.map((flag) => t(`block.${flag}`))];
}

/** What a block can do, in words. */
export function abilitiesOf(piece: Piece): string[] {
  const [air = 0, naval = 0, ground = 0] = piece.fire ?? [];
  return [
    `${t("block.steps", { steps: piece.steps ?? 0, full: piece.full_steps ?? 0 })} · ${t("block.moves", { move: piece.move })}`,
    `${t("block.turn", { turn: piece.turn ?? "" })} · ${t("block.fire", { air, naval, ground })}`,
  ];
}
