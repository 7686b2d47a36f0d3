// Reads one seat's log: keeps what its views bring and fetches what came before, a page at a time.

import * as api from "../lib/api";
import type { Line } from "../lib/line.svelte";
import type { Message, View } from "../lib/types";
import { joined, PAGE, preceded, type Known } from "./annals";

/** Pages that a search may fetch: a log is never that long, and a loop always ends. */
const MOST_PAGES = 100;

export class Reader {
  known = $state.raw<Known>({ first: 0, lines: [] });
  reading = $state(false);
  private heard = false;
  private asked: Promise<boolean> | null = null;

  constructor(private readonly line: Line) {}

  hear(view: View): void {
    this.known = joined(this.heard ? this.known : null, view);
    this.heard = true;
  }

  /** Fetch the page before what is known; false where there is none, or it cannot be had now. Who asks meanwhile waits for the same page. */
  earlier(): Promise<boolean> {
    if (this.known.first === 0) return Promise.resolve(false);
    return (this.asked ??= this.fetch(this.known.first));
  }

  private async fetch(first: number): Promise<boolean> {
    const from = Math.max(0, first - PAGE);
    let found: Message[];
    this.reading = true;
    try {
      found = (await api.logOf(this.line.table, this.line.seat, this.line.watch, from, first)).log;
    } catch {
      return false; // the lines at hand stay; another scroll asks again
    } finally {
      [this.reading, this.asked] = [false, null]; // before the lines are shown: who sees them may ask for more
    }
    const before = this.known;
    this.known = preceded(before, from, found);
    return this.known !== before;
  }

  /** Fetch all of it, or back to a line. */
  async since(number = 0): Promise<void> {
    for (let page = 0; page < MOST_PAGES && this.known.first > number; page++) if (!(await this.earlier())) return;
  }
}

const readers = new WeakMap<Line, Reader>();

/** The reader of a line: the log and the summary share it. */
export function readerOf(line: Line): Reader {
  let found = readers.get(line);
  if (!found) readers.set(line, (found = new Reader(line)));
  return found;
}
