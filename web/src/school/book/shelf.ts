// Rulebooks, examples and glossaries, each fetched once.

import { openFrom as open, read } from "../../lib/api";
import type { TableInfo } from "../../lib/types";
import type { Book, Example, Term } from "./types";

const kept = new Map<string, Promise<unknown>>();

function once<T>(path: string): Promise<T> {
  let found = kept.get(path) as Promise<T> | undefined;
  if (!found) {
    found = read<T>(path);
    kept.set(path, found);
    found.catch(() => kept.delete(path)); // asked again the next time
  }
  return found;
}

export const bookOf = (game: string): Promise<Book> => once<Book>(`/games/${game}/rulebook`);
export const glossaryOf = (game: string): Promise<Term[]> => once<Term[]>(`/games/${game}/glossary`);
export const exampleOf = (game: string, id: string): Promise<Example> => once<Example>(`/games/${game}/examples/${id}`);
/** A table that goes on from a step of an example. */
export const openFrom = (game: string, example: string, step: number, seats: Record<string, string>): Promise<TableInfo> => open({ game, example, step, seats });
