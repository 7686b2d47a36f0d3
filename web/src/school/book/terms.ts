// A text cut into plain parts, terms of art and the clauses that it names. Each term is marked where it first stands.

import type { Language } from "../../lib/types";
import type { Term } from "./types";

export interface Marked {
  text: string;
  term?: Term;
  rule?: string;
}

interface Name {
  term: Term;
  found: RegExp;
  /** In small letters: a text without it need not be searched. */
  small: string;
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
/** "MP" or "DR" is an abbreviation only where it is written so. */
const abbreviation = (name: string): boolean => /^[A-Z][A-Za-z0-9]{0,3}$/.test(name) && /[A-Z]{2}|\d/.test(name);

/** A short word of kanji inside a longer one, or katakana inside katakana, is another word. */
function whole(name: string): string {
  const [left, right] = /^[A-Za-z0-9 .-]+$/.test(name)
    ? ["[A-Za-z0-9-]", "[A-Za-z0-9-]"]
    : /^[ァ-ヶー]+$/u.test(name)
      ? ["[ァ-ヶー]", "[ァ-ヶー]"]
      : /^\p{Script=Han}{1,2}$/u.test(name)
        ? ["\\p{Script=Han}", "\\p{Script=Han}"]
        : ["(?!)", "(?!)"];
  return `(?<!${left})${escape(name)}(?!${right})`;
}

const cut = new WeakMap<readonly Term[], Record<Language, Name[]>>();

function namesOf(terms: readonly Term[], language: Language): Name[] {
  let found = cut.get(terms);
  if (!found) {
    const of = (language: Language): Name[] =>
      terms
        .flatMap((term) => [...new Set([term.term[language], ...term.aliases[language]])].map((name) => ({ term, name })))
        .map(({ term, name }) => {
          return { term, small: name.toLowerCase(), found: new RegExp(whole(name), abbreviation(name) ? "gu" : "giu") };
        })
        .sort((a, b) => b.small.length - a.small.length);
    found = { en: of("en"), ja: of("ja") };
    cut.set(terms, found);
  }
  return found[language];
}

/** A clause number as a text writes it: with a point inside, and nothing of a figure about it. */
const NUMBER = /(?<![\p{L}\p{N}.-])\d+(?:\.\d+)+[a-z]?(?![\p{L}\p{N}-]|\.\d)/gu;

/** `isClause`: whether a number is one of the book's. */
export function marked(text: string, terms: readonly Term[], language: Language, isClause: (number: string) => boolean = () => false): Marked[] {
  const spots: { from: number; to: number; part: Omit<Marked, "text"> }[] = [];
  const free = (from: number, to: number): boolean => spots.every((spot) => to <= spot.from || from >= spot.to);
  for (const found of text.matchAll(NUMBER)) if (isClause(found[0])) spots.push({ from: found.index, to: found.index + found[0].length, part: { rule: found[0] } });
  const done = new Set<string>();
  const small = text.toLowerCase();
  for (const { term, found, small: name } of namesOf(terms, language)) {
    if (done.has(term.id) || !small.includes(name)) continue;
    const at = [...text.matchAll(found)].find((one) => free(one.index, one.index + one[0].length));
    if (!at) continue;
    done.add(term.id);
    spots.push({ from: at.index, to: at.index + at[0].length, part: { term } });
  }
  spots.sort((a, b) => a.from - b.from);
  const parts: Marked[] = [];
  let from = 0;
  for (const spot of spots) {
    if (spot.from > from) parts.push({ text: text.slice(from, spot.from) });
    parts.push({ text: text.slice(spot.from, spot.to), ...spot.part });
    from = spot.to;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}
