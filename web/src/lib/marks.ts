// Sides told by shape: a frame for each, so that nobody has to tell them by colour alone.

import { wardrobe, wornBy } from "./livery.svelte";
import { settings } from "./settings.svelte";
import type { SideColours } from "./types";

export type Mark = SideColours["pattern"];

/** The frame of a side, the same on its counters, flags, chits and squares. */
export const markOf = (side: string, players?: { side: string }[], livery = wardrobe.now): Mark => wornBy(side, players, livery).pattern;

/** The frame as a line of an SVG of this width; a double line is two, and its middle is drawn over it. */
export function dashes(mark: Mark, wide: number): string | null {
  return mark === "dashed" ? `${wide * 2.2} ${wide * 1.3}` : mark === "dotted" ? `0 ${wide * 1.9}` : null;
}

/** The frame around a square or bar of a page, or within a chit's edge, where the reader wants frames. */
export function markStyle(side: string, players?: { side: string }[], within = false, livery = wardrobe.now): string | null {
  if (!settings.now.marks) return null;
  const mark = markOf(side, players, livery);
  const line = mark === "double" ? "4px double" : `2px ${mark === "plain" ? "solid" : mark}`;
  return within ? `border: ${line} currentcolor;` : `outline: ${line} var(--ink); outline-offset: 1px;`;
}
