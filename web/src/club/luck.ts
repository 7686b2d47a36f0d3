// Luck in words and figures.

import type { Key } from "../i18n/index.svelte";

/** A figure with one decimal at most, with a true minus, and a plus where a sign is wanted. */
export function decimal(value: number, sign = false): string {
  const rounded = Math.round(value * 10) / 10;
  return `${rounded < 0 ? "−" : sign && rounded > 0 ? "+" : ""}${Math.abs(rounded)}`;
}

/** How often fair dice do as much over as many games, by how many of their deviations it is away from nothing. */
export const chance = (beyond: number): Key => (beyond <= 1 ? "luck.ordinary" : beyond <= 2 ? "luck.seldom" : "luck.rare");
