// Lays a change over a view: the counterpart of table/diff.py.

import type { Change, View } from "./types";

export const LOG_LINES = 40;

export function changed(view: View, change: Change): View {
  const next: View = { ...view, ...change.set };
  for (const key of change.unset ?? []) delete (next as unknown as Record<string, unknown>)[key];
  if (change.pieces || change.pieces_gone) {
    next.pieces = { ...view.pieces, ...change.pieces };
    for (const id of change.pieces_gone ?? []) delete next.pieces[id];
  }
  if (change.log) next.log = change.log;
  if (change.log_add) next.log = [...view.log, ...change.log_add].slice(-LOG_LINES);
  return next;
}
