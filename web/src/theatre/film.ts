// A film: what a seat saw happen, position by position, as the server tells it, and the views it is made of.

import { changed, LOG_LINES } from "../lib/change";
import type { Change, Message, View } from "../lib/types";
import { wholeChange, wholeView } from "../lib/whole";

export interface Told {
  view: View;
  frames: { change: Change; log: Message[] }[];
  /** How long the log is at the end. */
  length: number;
}

export interface Film {
  /** One more than there are frames: the first is how it was before. */
  views: View[];
  /** What was told on the way to each view; nothing before the first. */
  events: Message[][];
}

/** A film and what happened next, as one; null where the second does not begin where the first ends. */
export function spliced(first: Film, next: Film): Film | null {
  if (first.views.at(-1)?.log_length !== next.views[0]?.log_length) return null;
  return { views: [...first.views, ...next.views.slice(1)], events: [...first.events, ...next.events.slice(1)] };
}

export function filmOf(told: Told): Film {
  const views = [wholeView(told.view)];
  const events: Message[][] = [[]];
  for (const { change, log } of told.frames) {
    const before = views[views.length - 1] as View;
    const next = changed(before, wholeChange(change, before.kinds));
    views.push({ ...next, log: [...before.log, ...log].slice(-LOG_LINES) });
    events.push(log);
  }
  return { views, events };
}
