// Searching the book: words and their synonyms, in the reader's language and in the other one, with the reason of each find.

import type { Language, Words } from "../../lib/types";
import { headed } from "./clauses";
import type { Book } from "./types";

export interface Hit {
  kind: "page" | "clause" | "chart";
  /** The clause to open, a page's first one; the chart's id. */
  id: string;
  title: string;
  /** A piece of the text in which it was found, cut where the words are. */
  why: { text: string; hit: boolean }[];
  /** Found by a word of the other language. */
  other?: string;
}

export interface Found {
  hits: Hit[];
  /** What was looked for besides. */
  also: string[];
}

const MOST = 60;
/** What the clause is worth that the glossary names for a term: more than any other that has the word in its title. */
const DEFINES = 103;
const plain = (text: string): string => text.normalize("NFKC").toLowerCase();
const latin = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);
const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where a phrase stands in a text: at the beginning of a word, and short ones by themselves. */
function spot(text: string, phrase: string): [number, number] | null {
  const found = new RegExp(latin(phrase) ? `(?<![a-z0-9])${escape(phrase)}${phrase.length <= 3 ? "(?![a-z0-9])" : ""}` : escape(phrase), "u").exec(plain(text));
  return found ? [found.index, found.index + found[0].length] : null;
}

/** Whether a name is what is looked for, one or many of it. */
const called = (name: string, sought: string): boolean => plain(name) === sought || plain(name) === `${sought}s` || `${plain(name)}s` === sought;

/** All names of what is looked for: synonyms of the house, and other names of the glossary's terms. */
export function alternatives(book: Pick<Book, "synonyms" | "glossary">, wanted: string): string[] {
  const sought = plain(wanted.trim());
  const groups = [...book.synonyms, ...book.glossary.map((one) => [one.term.en, one.term.ja, ...one.aliases.en, ...one.aliases.ja])];
  const same = groups.filter((group) => group.some((name) => called(name, sought))).flat();
  return [...new Map(same.map((name) => [plain(name), name])).values()].filter((name) => plain(name) !== sought);
}

const AROUND = 34;

/** A piece of a text around the words that were found, those marked. */
function snippet(text: string, spots: [number, number][]): Hit["why"] {
  const sorted = [...spots].sort((a, b) => a[0] - b[0]);
  const first = sorted[0]?.[0] ?? 0;
  let begin = Math.max(0, first - AROUND);
  if (begin && latin(text)) begin = text.indexOf(" ", begin) + 1;
  const end = Math.min(text.length, Math.max(...sorted.map((one) => one[1]), first) + AROUND * 2);
  const parts: Hit["why"] = [];
  let at = begin;
  for (const [from, to] of sorted) {
    if (from < at) continue;
    if (from > at) parts.push({ text: text.slice(at, from), hit: false });
    parts.push({ text: text.slice(from, to), hit: true });
    at = to;
  }
  parts.push({ text: text.slice(at, end) + (end < text.length ? "…" : ""), hit: false });
  if (begin) parts.unshift({ text: "…", hit: false });
  return parts.filter((part) => part.text);
}

interface Asked {
  sought: string;
  words: string[];
  also: string[];
  language: Language;
}

/** How well a title and texts fit, and why; null where they do not. */
function judged(title: Words, texts: (Words | null)[], { sought, words, also, language }: Asked): { score: number; why: Hit["why"]; other?: string } | null {
  const own = texts.flatMap((text) => (text?.[language] ? [text[language]] : []));
  const body = own[0] ?? "";
  const named = spot(title[language], sought);
  if (named) return { score: 100 - (named[0] ? 5 : 0), why: snippet(body, words.flatMap((word) => spot(body, word) ?? []).length ? words.map((word) => spot(body, word)).filter((one) => one !== null) : []) };
  for (const [n, text] of own.entries()) {
    const at = spot(text, sought);
    if (at) return { score: 70 - n * 5, why: snippet(text, [at]) };
  }
  if (words.length > 1)
    for (const text of own) {
      const spots = words.map((word) => spot(text, word) ?? spot(title[language], word));
      if (spots.every((one) => one !== null)) return { score: 45, why: snippet(text, words.map((word) => spot(text, word)).filter((one) => one !== null)) };
    }
  for (const other of also) {
    const phrase = plain(other);
    if (spot(title[language], phrase)) return { score: 60, why: snippet(body, [spot(body, phrase)].filter((one) => one !== null)) };
    for (const text of own) {
      const at = spot(text, phrase);
      if (at) return { score: 25, why: snippet(text, [at]) };
    }
  }
  const foreign: Language = language === "en" ? "ja" : "en";
  for (const text of [title, ...texts]) if (text && spot(text[foreign], sought)) return { score: text === title ? 40 : 12, why: snippet(body, []), other: sought };
  return null;
}

/** Chapters, and their sections where there are several. */
const pagesOf = (book: Book): { id: string; title: Words | null; clauses: string[] }[] =>
  book.chapters.flatMap((chapter) => [{ id: chapter.id, title: chapter.title, clauses: chapter.pages[0]?.clauses ?? [] }, ...(chapter.pages.length > 1 ? chapter.pages : [])]);

/** Clauses in which every word stands by some name, where the words together are found nowhere: "movement phase". */
function piecemeal(book: Book, { words, language }: Asked): { hit: Hit; score: number; at: number }[] {
  const named = words.map((word) => [word, ...alternatives(book, word).map(plain)]);
  return book.clauses.flatMap((clause, at) => {
    const title = clause.title[language];
    const text = clause.text[language];
    const met = named.map((names) => names.find((name) => spot(title, name) ?? spot(text, name)));
    if (met.some((name) => name === undefined)) return [];
    const spots = met.flatMap((name) => (name === undefined ? [] : [spot(text, name)])).filter((one) => one !== null);
    return [{ hit: { kind: "clause" as const, id: clause.id, title, why: snippet(text, spots) }, score: met.filter((name) => name !== undefined && spot(title, name)).length, at }];
  });
}

/** What the book holds of what is looked for, the best first: clauses, then charts. */
export function search(book: Book, wanted: string, language: Language): Found {
  const sought = plain(wanted.trim()).replace(/\s+/g, " ");
  if (!sought) return { hits: [], also: [] };
  const also = alternatives(book, sought);
  const asked: Asked = { sought, words: sought.split(" "), also, language };
  const found: { hit: Hit; score: number; at: number }[] = [];
  const defining = new Set(book.glossary.filter((one) => [one.term.en, one.term.ja, ...one.aliases.en, ...one.aliases.ja].some((name) => called(name, sought))).map((one) => one.rule));
  for (const [at, clause] of book.clauses.entries()) {
    const number = /^\d+(\.\w+)*$/.test(sought) && (clause.id === sought || (clause.id.startsWith(sought) && !/^\d/.test(clause.id.slice(sought.length))));
    let fits = number ? { score: 200 - clause.id.length, why: snippet(clause.text[language], []) } : judged(clause.title, [clause.text, clause.ruling], asked);
    if (defining.has(clause.id)) fits = { ...(fits ?? { why: snippet(clause.text[language], []) }), score: DEFINES };
    if (fits) found.push({ hit: { kind: "clause", id: clause.id, title: clause.title[language], why: fits.why, ...("other" in fits && fits.other ? { other: fits.other } : {}) }, score: fits.score, at });
  }
  for (const { id, title, clauses } of pagesOf(book)) {
    const fits = title && clauses[0] ? [sought, ...also.map(plain)].findIndex((phrase) => spot(title[language], phrase)) : -1;
    if (fits >= 0 && title && clauses[0]) found.push({ hit: { kind: "page", id: clauses[0], title: headed(id, title[language]), why: [] }, score: fits ? 62 : 104, at: -1 });
  }
  const charts: Hit[] = [];
  for (const chart of book.charts) {
    const fits = judged(chart.title, [chart.words], asked);
    if (fits) charts.push({ kind: "chart", id: chart.id, title: chart.title[language], why: fits.why });
  }
  if (!found.length && !charts.length && asked.words.length > 1) found.push(...piecemeal(book, asked));
  found.sort((a, b) => b.score - a.score || a.at - b.at);
  return { hits: [...found.slice(0, MOST).map((one) => one.hit), ...charts], also };
}
