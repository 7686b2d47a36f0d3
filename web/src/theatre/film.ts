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
