// The summaries of a table: which stretch of the log is shown as one, how the points stood at its borders, and how far they have
// been read, kept in this browser so that a change can be told and a reload takes nothing away.

import type { Stretch } from "./summary";

type Score = Record<string, number>;
const name = (table: string): string => `grognard.scores.${table}`;
const place = (table: string, seat: string | null): string => `grognard.summed.${table}.${seat ?? ""}`;
const KEPT = 40;

export class Summaries {
  open = $state.raw<Stretch | null>(null);
  private scores: Record<string, Score>;
  /** How long the log was: only a border that is told later opens a summary by itself, not one that is read up afterwards. */
  private length: number | null;
  /** How far it had been read when the page was opened. */
  private readonly restored: number | null;
  /** The border of a summary that came by itself and has not been put away. */
  private unread: number | null = null;
  private over = false;
  private waiting: (() => void)[] = [];

  constructor(
    private readonly table: string,
    private readonly seat: string | null = null,
  ) {
    this.scores = read(table);
    this.length = this.restored = readPlace(table, seat);
  }

  show = (stretch: Stretch): void => {
    this.open = stretch;
  };

  close(): void {
    this.open = this.unread = null;
    this.keepPlace();
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
      // only who was there when it came knows how the points stood
      if (border !== this.restored || this.scores[border] === undefined) this.keep(border, score);
      if (stretch && !over) {
        this.open = stretch;
        this.unread = border;
      }
    }
    this.length = Math.max(length, this.length ?? 0);
    this.keepPlace();
  }

  /** Up to where all has been read: who comes back is told what he has not. */
  private keepPlace(): void {
    if (this.length === null) return;
    try {
      localStorage.setItem(place(this.table, this.seat), String(this.unread ?? this.length));
    } catch {
      /* a browser that keeps nothing sums up what ends while it looks on */
    }
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

function readPlace(table: string, seat: string | null): number | null {
  try {
    const kept = Number(localStorage.getItem(place(table, seat)) ?? NaN);
    return Number.isInteger(kept) && kept >= 0 ? kept : null;
  } catch {
    return null;
  }
}
