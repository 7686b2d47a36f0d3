// The keys of the table, as they are told: in the help and on the page of settings. keys.ts does what they say.

import type { Key } from "../i18n/index.svelte";
import { LAYERS } from "../school/layers";

export interface ListedKey {
  keys: string[];
  words: Key;
  /** the overlay it lays over the map, which not every game has */
  overlay?: string;
  /** what it needs, which not every table has */
  needs?: Need;
}

/** A coach who may be asked, one who tells how the game may end, or a lesson. */
export type Need = "hints" | "judges" | "lesson";

export const KEY_GROUPS: { title: Key; keys: ListedKey[] }[] = [
  {
    title: "keys.deciding",
    keys: [
      { keys: ["↵"], words: "keys.enter" },
      { keys: ["Esc"], words: "keys.esc" },
      { keys: ["U", "⇧U"], words: "keys.u" },
      { keys: ["N", "⇧N"], words: "keys.n" },
      { keys: ["Tab", "⇧Tab"], words: "keys.tab" },
      { keys: ["← ↑ → ↓"], words: "keys.arrows" },
      { keys: ["I"], words: "keys.i", needs: "hints" },
      { keys: ["P"], words: "keys.p" },
      { keys: ["O"], words: "keys.o" },
      { keys: ["I"], words: "lesson.key", needs: "lesson" },
    ],
  },
  {
    title: "settings.playback",
    keys: [
      { keys: ["Space", "Esc"], words: "keys.skip" },
      { keys: ["K"], words: "keys.k" },
      { keys: ["A"], words: "keys.a" },
      { keys: ["W"], words: "keys.w" },
      { keys: ["D"], words: "keys.d" },
    ],
  },
  ...(LAYERS.length ? [{ title: "keys.school" as const, keys: LAYERS.map(({ key, words }) => ({ keys: [key.toUpperCase()], words })) }] : []),
  {
    title: "keys.looking",
    keys: [
      { keys: ["Z"], words: "keys.z", overlay: "zoc" },
      { keys: ["C"], words: "keys.c", overlay: "command" },
      { keys: ["R"], words: "keys.r", overlay: "reach" },
      { keys: ["S"], words: "keys.s", overlay: "supply" },
      { keys: ["H"], words: "keys.h", overlay: "numbers" },
      { keys: ["Space"], words: "keys.space" },
      { keys: ["E"], words: "keys.e", needs: "judges" },
      { keys: ["F"], words: "keys.f" },
      { keys: ["/"], words: "keys.slash" },
      { keys: ["M"], words: "keys.m" },
      { keys: ["⇧F10"], words: "charts.what" },
      { keys: ["L"], words: "keys.l" },
      { keys: ["?"], words: "keys.question" },
    ],
  },
];

/** The keys that do something at a table with these overlays and helpers; all of them where none is named. */
export const keysFor = (offered: readonly string[] | null, has: readonly Need[] | null = null): typeof KEY_GROUPS =>
  KEY_GROUPS.map((group) => ({ ...group, keys: group.keys.filter(({ overlay, needs }) => (!overlay || !offered || offered.includes(overlay)) && (!needs || !has || has.includes(needs))) }));

/** Those with a word that is looked for, in a key's name or in what it does. */
export function keysFound(groups: typeof KEY_GROUPS, wanted: string, word: (key: Key) => string): typeof KEY_GROUPS {
  const sought = wanted.trim().toLowerCase();
  const fits = ({ keys, words }: ListedKey): boolean => !sought || keys.some((key) => key.toLowerCase() === sought) || word(words).toLowerCase().includes(sought);
  return groups.map((group) => ({ ...group, keys: group.keys.filter(fits) })).filter((group) => group.keys.length);
}
