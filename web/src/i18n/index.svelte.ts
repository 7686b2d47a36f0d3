// Words on the page: the client's own by key, and those of a game as the server tells them.

import * as api from "../lib/api";
import { specOf } from "../lib/botspec";
import { printed } from "../lib/clauses";
import { prefs } from "../lib/prefs.svelte";
import type { Language, Words } from "../lib/types";
import { en, type Key } from "./en";
import { fill } from "./fill";
import { ja } from "./ja";

export type { Key } from "./en";
export { fill } from "./fill";
export const catalogues: Record<Language, Record<Key, string>> = { en, ja };

/** The client's own word in the reader's language. */
export function t(key: Key, facts: Record<string, unknown> = {}): string {
  return fill(catalogues[prefs.language][key], facts);
}

/** Whether the client has a word of its own for this. */
export const isKey = (key: string): key is Key => key in en;

/** A sentence that came from the server in both languages. */
export const said = (words: Words): string => words[prefs.language] || words.en;

/** A label that is the same in both languages, or one in each. */
export const worded = (label: string | Words | null | undefined): string => (typeof label === "string" ? label : label ? said(label) : "");

/** How many games' words have come: who asked for one before looks again. */
let arrived = $state(0);

/** A game's words: verbs, options, terrain, sides. A word that is not there is shown as the game writes it. */
export class GameWords {
  private catalogue = $state.raw<Record<Language, Record<string, string>>>({ en: {}, ja: {} });

  static of(game: string): GameWords {
    let found = GameWords.known.get(game);
    if (!found) {
      const words = new GameWords();
      GameWords.known.set(game, words);
      api.wordsOf(game).then(
        (catalogue) => {
          words.catalogue = catalogue;
          arrived++;
        },
        () => GameWords.known.delete(game), // asked again when the next page opens
      );
      found = words;
    }
    return found;
  }
  private static known = new Map<string, GameWords>();

  /** A rule as it is shown: its printed number, or what it is called where print gives it none; nothing while that is on its way. */
  static rule(rule: string): string {
    if (printed(rule)) return rule;
    if (!arrived) return "";
    for (const words of GameWords.known.values()) {
      const title = words.find(`rule.${rule}`);
      if (title) return title;
    }
    return rule;
  }

  find(key: string): string | null {
    return this.catalogue[prefs.language][key] ?? null;
  }

  word(name: string): string {
    return this.find(`word.${name}`) ?? plain(name);
  }

  verb(verb: string): string {
    return this.find(`verb.${verb}`) ?? plain(verb);
  }
}

/** A bot's name: the client knows some, others are shown as they are called. */
export function botName(bot: string): string {
  const { level, errs, seconds } = specOf(bot);
  let name = isKey(`bot.${level}`) ? t(`bot.${level}` as Key) : plain(level);
  if (seconds) name = t("bot.seconds", { bot: name, seconds });
  return errs ? t("bot.errs", { bot: name, share: Math.round(100 * errs) }) : name;
}

/** "end_movement" as a person writes it. */
export const plain = (name: string): string => {
  const spaced = name.replace(/[_-]+/g, " ");
  return spaced === name ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1);
};
