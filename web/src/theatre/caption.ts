// A sentence of the log as a caption of one line.

import { capital } from "../lib/capital";

/** From so many names on only the first two are said. */
const MANY = 4;
/** What follows the news: the card tells it. */
const DETAIL = /, (?=with )|。/;

/** "Soviet: 6A, 1GdA and 5 more activated". */
export function caption(text: string, names: readonly string[], comma: string, more: (count: number) => string): string {
  const [news = ""] = text.split(DETAIL);
  const few = `${names.slice(0, 2).join(comma)} ${more(names.length - 2)}`;
  return capital(names.length < MANY ? news : news.replace(names.join(comma), few));
}
