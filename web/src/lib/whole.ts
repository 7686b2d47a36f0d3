// Pieces as the rest of the client expects them. A hidden block comes with nothing on it: it is given an empty face here, once;
// a block with a type is given the type's name.

import type { Change, KindFace, Piece, View } from "./types";

type Kinds = Record<string, KindFace> | undefined;

export function wholePiece(piece: Piece, kinds: Kinds): Piece {
  if (piece.hidden) return { label: "", nation: piece.side, symbol: "", size: "", values: [], move: 0, ...(piece as Partial<Piece>) } as Piece;
  const name = piece.kind ? kinds?.[piece.kind]?.name : undefined;
  return name && !piece.name ? { ...piece, name } : piece;
}

const all = (pieces: Record<string, Piece>, kinds: Kinds): Record<string, Piece> =>
  Object.fromEntries(Object.entries(pieces).map(([id, piece]) => [id, wholePiece(piece, kinds)]));

const plain = (view: Pick<View, "kinds" | "pieces">): boolean => !view.kinds && !Object.values(view.pieces).some((piece) => piece.hidden);

export const wholeView = (view: View): View => (plain(view) ? view : { ...view, pieces: all(view.pieces, view.kinds) });

/** The pieces of a change, by the types that the view before it knew. */
export const wholeChange = (change: Change, kinds: Kinds): Change => (change.pieces ? { ...change, pieces: all(change.pieces, change.set?.kinds ?? kinds) } : change);
