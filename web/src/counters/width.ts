// How wide words and numbers are when printed on a counter.

import { EM, GLYPHS } from "./glyphs";

/** A letter that is not baked is taken to be as wide as a figure. */
const PLAIN = 225;

export function widthOf(text: string, size: number, weight: 600 | 700 = 700, spacing = 0): number {
  const letters = [...text];
  const advance = letters.reduce((sum, letter) => sum + (GLYPHS[weight][letter]?.[0] ?? PLAIN), 0);
  return (advance * size) / EM + spacing * Math.max(0, letters.length - 1);
}

/** The size at which a text fits into so much room, at most `largest`. */
export function fitted(text: string, largest: number, room: number): number {
  const wide = widthOf(text, largest);
  return wide <= room ? largest : (largest * room) / wide;
}
