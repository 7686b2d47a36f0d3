// A side's colours on a page: as text, by day and by night, and as a filled square.

import { wardrobe, wornBy } from "./livery.svelte";

type Players = { side: string }[];

export function sideInk(side: string, players?: Players, livery = wardrobe.now): string {
  const { text, night } = wornBy(side, players, livery);
  return `light-dark(${text}, ${night})`;
}

export const sideFill = (side: string, players?: Players, livery = wardrobe.now): string => wornBy(side, players, livery).printed.colour;

/** What is printed on such a square. */
export const sidePrint = (side: string, players?: Players, livery = wardrobe.now): string => wornBy(side, players, livery).printed.ink;
