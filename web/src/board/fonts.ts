// The map's fonts are wanted as soon as this code is there, not when the first name is drawn; those of Japanese names only
// where they are read.

import type { Language } from "../lib/types";

const FONTS = ["700 16px 'Old Standard TT'", "italic 16px 'Old Standard TT'", "500 16px 'Barlow Condensed'", "600 16px 'Barlow Condensed'", "700 16px 'Barlow Condensed'"];

export const lettered: Promise<unknown> =
  typeof document === "undefined" ? Promise.resolve() : Promise.allSettled(FONTS.map((font) => document.fonts.load(font, "Abc 123")));

let japanese: Promise<unknown> | null = null;

/** When the letters of a language are there to draw names with. */
export function letteredIn(language: Language): Promise<unknown> {
  if (language !== "ja" || typeof document === "undefined") return lettered;
  japanese ??= Promise.allSettled(["400 16px 'Grognard Japanese'", "700 16px 'Grognard Japanese'"].map((font) => document.fonts.load(font, "ア")));
  return Promise.all([lettered, japanese]);
}
