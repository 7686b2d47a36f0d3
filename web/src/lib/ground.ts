// A hex in words, from the map document: its place and its terrain.

import type { Language, MapDocument } from "./types";

export function placeAt(map: MapDocument, hex: string, language: Language): string | null {
  const place = map.places?.find((one) => one.hex === hex);
  return place ? (language === "ja" && place.name_ja) || place.name : null;
}

/** The terrain word of a hex, or null off the map. Hexes are numbered column first, both from 1. */
export function terrainAt(map: MapDocument, hex: string): string | null {
  const half = hex.length / 2;
  const column = Number(hex.slice(0, half)) - 1;
  const row = Number(hex.slice(half)) - 1;
  const mark = map.terrain.grid.trim().split("\n")[row]?.charAt(column);
  return mark ? (map.terrain.legend[mark] ?? null) : null;
}

/** The hex that a reader means by its number or by a place's name in either language; null when there is none. */
export function hexNamed(map: MapDocument, wanted: string): string | null {
  const name = wanted.trim().toLowerCase();
  if (!name) return null;
  if (/^\d{4}$/.test(name)) return terrainAt(map, name) ? name : null;
  const places = map.places ?? [];
  const starts = (one: (typeof places)[number]) => one.name.toLowerCase().startsWith(name) || (one.name_ja ?? "").startsWith(wanted.trim());
  const exact = (one: (typeof places)[number]) => one.name.toLowerCase() === name || one.name_ja === wanted.trim();
  return (places.find(exact) ?? places.find(starts))?.hex ?? null;
}
