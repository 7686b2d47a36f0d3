// Tracks of a view by name, and the texts of panels with the tracks' values in them.

import { said, type GameWords } from "../i18n/index.svelte";
import type { Panel, Track, View, Words } from "../lib/types";

type Catalogue = Pick<GameWords, "word">;

export const trackOf = (view: Pick<View, "tracks">, id: string): Track | undefined => view.tracks.find((track) => track.id === id);

/** A track's own words beside its value: a date. */
export const trackLabel = (track: Track | undefined): string => (typeof track?.label === "string" ? track.label : track?.label ? said(track.label) : "");

/** How full a track is; null where it is not in play. */
export function filling(track: Track | undefined): { value: number; last: number } | null {
  if (track === undefined || track.value === null) return null;
  const value = Math.max(0, Number(track.value) || 0);
  return { value, last: Math.max(track.last ?? (typeof track.value === "boolean" ? 1 : value), value) };
}

/** A text with {track} and {track.last} filled in; words are worded by the game. */
export function filled(text: Words, view: Pick<View, "tracks">, words: Catalogue): string {
  return said(text).replace(/\{([^{}]+)\}/g, (whole, name: string) => {
    const last = name.endsWith(".last");
    const track = trackOf(view, last ? name.slice(0, -5) : name);
    const value = last ? track?.last : track?.value;
    return value === undefined || value === null ? whole : typeof value === "string" ? words.word(value) : String(value);
  });
}

/** The sentences below a panel that hold now. */
export function linesOf(panel: Panel, view: Pick<View, "tracks">, words: Catalogue): string[] {
  return (panel.line ?? [])
    .filter(({ track: id, is }) => {
      if (id === undefined) return true;
      const value = trackOf(view, id)?.value ?? false;
      return is === undefined ? value !== false : value === is;
    })
    .map(({ text }) => filled(text, view, words));
}
