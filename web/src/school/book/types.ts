// The rulebook, its examples and the glossary as the server tells them (school/rulebook.py, example.py, glossary.py).

import type { Options, Piece, Words } from "../../lib/types";

export interface Term {
  id: string;
  term: Words;
  aliases: { en: string[]; ja: string[] };
  says: Words;
  rule: string;
}

export interface BookClause {
  id: string;
  title: Words;
  text: Words;
  ruling: Words | null;
  kind: string;
  /** Clauses that its text names, that name it, and that belong beside it: other parts of its number, and those that the same tests show. */
  names: string[];
  named_by: string[];
  beside: string[];
  lessons: string[];
  charts: string[];
  examples: string[];
  /** Answers that a player gives under it, as their buttons say. */
  answers: Words[];
  /** Tests that show it, in English. */
  tests: string[];
}

export interface Page {
  id: string;
  title: Words | null;
  clauses: string[];
}

export interface Chapter {
  id: string;
  title: Words | null;
  pages: Page[];
}

export interface ListedExample {
  id: string;
  clause: string;
  title: Words;
  /** Whether print tells it; otherwise it is a position of our own. */
  printed: boolean;
  /** Whose decision it is about: who plays on from it. */
  seat: string;
  steps: number;
}

export interface Book {
  game: string;
  names: Words;
  chapters: Chapter[];
  clauses: BookClause[];
  lessons: { id: string; order: number; title: Words }[];
  charts: { id: string; title: Words; words: Words }[];
  examples: ListedExample[];
  glossary: Term[];
  synonyms: string[][];
}

export interface Pointed {
  unit?: string;
  hex?: string;
  hexside?: string;
  panel?: string;
  verb?: string;
}

export interface ExampleStep {
  say: Words;
  rules: string[];
  point: Pointed[];
  pieces: Piece[];
  odds?: { hex: string; column: string };
  /** Whose step it is: who plays on from it. */
  seat: string;
  reasons?: { rule: string; text: Words }[];
  /** The game has ended here: nobody plays on. */
  over: boolean;
}

export interface Example extends ListedExample {
  game: string;
  scenario: string;
  options: Options;
  players: { id: string; side: string }[];
  step: ExampleStep[];
}
