// What a piece wears: its own coat, its nation's, else its side's.

import { wardrobe, wornBy } from "../lib/livery.svelte";
import type { Coat, Piece } from "../lib/types";
import { isFort } from "./symbols";
import { isBlock } from "./wood";

/** A fort is stone, whoever holds it. */
const STONE: Coat = { colour: "#525A4D", ink: "#F6F1E3", box: "#F6F1E3", lines: "#F6F1E3" };

/** What a tinted box looks like; a game uses it to tell which HQ a unit belongs to. */
const BOXES: Record<string, string> = { red: "#F2B9A6", blue: "#BFD8EC", yellow: "#F6E49B", grey: "#CFD4CA" };

export function coloursOf(piece: Piece, livery = wardrobe.now): Coat {
  const side = wornBy(piece.side, [], livery).printed;
  if (isBlock(piece)) return side;
  if (isFort(piece.symbol)) return STONE;
  const worn = livery.coats[piece.coat ?? ""] ?? livery.coats[piece.nation] ?? side;
  const tint = piece.box && BOXES[piece.box];
  // a tinted box has dark lines even where the coat's own has light ones
  return tint ? { ...worn, box: tint, lines: "#16130F" } : worn;
}

/** The colour of every side that sits at the table or has pieces on it. */
export function sideColours(pieces: Iterable<Piece>, players: { side: string }[] = []): Map<string, string> {
  const sides = new Set([...players.map((player) => player.side), ...[...pieces].map((piece) => piece.side)]);
  return new Map([...sides].map((side) => [side, wornBy(side, players).printed.colour]));
}
