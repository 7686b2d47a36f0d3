// The summaries of a table: which stretch of the log is shown as one, and how the points stood at its borders, kept in this
// browser so that a change can be told.

import type { Stretch } from "./summary";

type Score = Record<string, number>;
const name = (table: string): string => `grognard.scores.${table}`;
const KEPT = 40;

export class Summaries {
  open = $state.raw<Stretch | null>(null);
  private scores: Record<string, Score>;
  /** How long the log was: only a border that is told later opens a summary by itself, not one that is read up afterwards. */
  private length: number | null = null;
  private over = false;
  private waiting: (() => void)[] = [];

  constructor(private readonly table: string) {
    this.scores = read(table);
  }

  show = (stretch: Stretch): void => {
    this.open = stretch;
  };

  close(): void {
    this.open = null;
    for (const goOn of this.waiting.splice(0)) goOn();
  }

  /** When what is open has been put away. */
  closed(): Promise<void> {
    return this.open === null ? Promise.resolve() : new Promise((done) => this.waiting.push(done));
  }

  scoreAt(border: number): Score | null {
    return this.scores[border] ?? null;
  }

  /** Lines have come: the newest border among them, how the points stand, the stretch that ended there, and the log's length. Once the
      game is over, its end is what is told, and no turn's. */
  hear(border: number | null, score: Score, stretch: Stretch | null, length: number, over = false): void {
    if (over && !this.over) this.close();
    this.over = over;
    if (border !== null && this.length !== null && border >= this.length) {
      this.keep(border, score); // only who was there when it came knows how the points stood
      if (stretch && !over) this.open = stretch;
    }
    this.length = Math.max(length, this.length ?? 0);
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
