// The summaries of a table: which stretch of the log is shown as one, and how the points stood at its borders, kept in this
// browser so that a change can be told.

import type { Stretch } from "./summary";

type Score = Record<string, number>;
const name = (table: string): string => `grognard.scores.${table}`;
const KEPT = 40;

export class Summaries {
  open = $state.raw<Stretch | null>(null);
  private scores: Record<string, Score>;
  /** The last border that was seen: only one that comes later opens a summary by itself. */
  private seen: number | null = null;

  constructor(private readonly table: string) {
    this.scores = read(table);
  }

  show = (stretch: Stretch): void => {
    this.open = stretch;
  };

  close(): void {
    this.open = null;
  }

  scoreAt(border: number): Score | null {
    return this.scores[border] ?? null;
  }

  /** A view has come: the newest border in it, how the points stand, and the stretch that ended there. */
  hear(border: number | null, score: Score, stretch: Stretch | null): void {
    const now = border ?? -1;
    if (this.seen !== null && now > this.seen) {
      this.keep(now, score); // only who was there when it came knows how the points stood
      if (stretch) this.open = stretch;
    }
    this.seen = now;
  }

  private keep(border: number, score: Score): void {
    const all: Record<string, Score> = { ...this.scores, [border]: score };
    const latest = Object.entries(all).sort((a, b) => Number(a[0]) - Number(b[0])).slice(-KEPT);
    this.scores = Object.fromEntries(latest);
    try {
      localStorage.setItem(name(this.table), JSON.stringify(this.scores));
    } catch {
      /* a browser that keeps nothing tells no change after a reload */
    }
  }
}

function read(table: string): Record<string, Score> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(name(table)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, Score>) : {};
  } catch {
    return {};
  }
}
