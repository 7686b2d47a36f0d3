// What is known of a log: one stretch of lines up to its end. A view brings the last ones; earlier ones are fetched.

import type { Message } from "../lib/types";

export interface Known {
  /** The log number of the first line. */
  first: number;
  lines: Message[];
}

/** Log lines at once: what the server tells on a page. */
export const PAGE = 200;

/** What is known once a view has come: lines that were taken back go, and where lines were missed it begins anew. */
export function joined(known: Known | null, view: { log: Message[]; log_length: number }): Known {
  const begin = view.log_length - view.log.length;
  if (!known || begin < known.first || begin > known.first + known.lines.length) return { first: begin, lines: view.log };
  return { first: known.first, lines: [...known.lines.slice(0, begin - known.first), ...view.log] };
}

/** With the lines before, where they fit to what is known now. */
export function preceded(known: Known, from: number, earlier: Message[]): Known {
  return from + earlier.length === known.first ? { first: from, lines: [...earlier, ...known.lines] } : known;
}
