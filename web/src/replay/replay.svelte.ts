// A game again, step by step, as its viewer may see it. Views are fetched when they are needed and the next few ahead.

import { why } from "../account/why";
import * as api from "../lib/api";
import { keptSince, stepAfter } from "../lib/since";
import { wholeView } from "../lib/whole";
import type { ReplayInfo, Taken, View } from "../lib/types";
import { layout, Look } from "../table/look.svelte";
import { stepOf } from "../theatre/script";
import type { Drawn } from "../theatre/theatre.svelte";

const AHEAD = 3;
const KEPT = 120;
/** Milliseconds between looks at a game that goes on. */
const FOLLOW = 10_000;

export class Replay extends Look {
  length = $state(0);
  /** Where turns begin, as far as the server says. */
  turns = $state.raw<NonNullable<ReplayInfo["turns"]>>([]);
  /** Steps at which there was a combat. */
  combats = $state.raw<number[]>([]);
  taken = $state.raw<Taken[]>([]);
  /** Whether it can be asked what comes of a position. */
  tells = $state(false);
  /** It could be asked, but no bot plays this game. */
  botless = $state(false);
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  /** Where the viewer's own last decision ended, as far as this browser knows. */
  since = $state<number | null>(null);
  private before = $state.raw<View | null>(null);
  private shown = $state.raw<View | null>(null);
  private kept = new Map<number, Promise<View>>();
  private follower: ReturnType<typeof setInterval> | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly table: string,
    readonly seat: string | null,
    /** begin by playing what happened since the viewer's last move */
    private readonly catchUp = false,
    /** the step to begin with, where one is named */
    protected readonly start: number | null = null,
    readonly outside: api.Outside = null,
    /** begin where something can be asked about */
    private readonly asks = false,
  ) {
    super();
    void this.begin().then(() => {
      if (outside && "shown" in outside) this.follower = setInterval(() => void this.follow(), FOLLOW);
    });
  }

  /** A game that goes on: who looks at its end stays there. */
  private async follow(): Promise<void> {
    if (document.hidden) return;
    try {
      const found = await this.info();
      if (found.length === this.length) return;
      const last = this.at === this.length;
      this.kept.clear(); // something may have been taken back
      [this.length, this.turns, this.combats] = [found.length, found.turns ?? [], found.combats ?? []];
      if (last || this.at > this.length) await this.to(this.length);
    } catch (error) {
      this.failure = worded(error);
    }
  }

  get view(): View | null {
    return this.shown;
  }

  get asker(): Record<string, string> {
    return { ...this.who, step: String(this.at) };
  }

  /** As whom one looks back: a seat, or by the spectators' link. */
  get who(): Record<string, string> {
    const { outside } = this;
    return { ...(this.seat ? { seat: this.seat } : {}), ...(outside && "watch" in outside ? outside : {}) };
  }

  /** Where the last turn begins that has anything after it. */
  get lastTurn(): number {
    return Math.max(0, ...this.turns.map((one) => one.step).filter((step) => step < this.length));
  }

  /** What was done in the step that is shown, as the playback draws it. */
  get drawn(): Drawn[] {
    const { before, shown } = this;
    if (!before || !shown) return [];
    return stepOf(before, shown, this.game?.stage).map((beat) => ({ beat, now: true, settled: true, view: before }));
  }

  close(): void {
    clearInterval(this.follower);
    this.pause();
  }

  protected firstStep(): number {
    return this.start ?? (this.asks && this.tells ? this.lastTurn : this.length);
  }

  /** How long it is; another kind of replay asks elsewhere. */
  protected info(): Promise<ReplayInfo> {
    return api.replayLength(this.table, this.seat, this.outside);
  }

  protected viewAt(step: number): Promise<View> {
    return api.replayView(this.table, step, this.seat, this.outside);
  }

  private async begin(): Promise<void> {
    try {
      const found = await this.info();
      this.length = found.length;
      this.turns = found.turns ?? [];
      this.combats = found.combats ?? [];
      this.taken = found.taken ?? [];
      this.tells = found.outcomes ?? false;
      this.botless = found.no_bot ?? false;
      await this.to(this.firstStep());
      if (this.shown) await this.read(this.shown);
      const kept = this.seat ? keptSince(this.table, this.seat) : null;
      if (kept !== null) this.since = Math.max(0, (await stepAfter(kept, this.length, async (step) => (await this.fetch(step)).log_length)) - 1);
      if (this.catchUp && this.since !== null && this.since < this.length) this.play(this.since);
    } catch (error) {
      this.failure = worded(error);
    }
  }

  async to(step: number): Promise<void> {
    this.at = Math.max(0, Math.min(this.length, step));
    const wanted = this.at;
    const [view, before] = await Promise.all([this.fetch(wanted), wanted ? this.fetch(wanted - 1) : null]);
    if (this.at === wanted) {
      this.before = before;
      const other = this.shown && layout(this.shown) !== layout(view);
      this.shown = view;
      if (other) void this.read(view);
    }
    for (let n = 1; n <= AHEAD && wanted + n <= this.length; n++) void this.fetch(wanted + n).catch(() => undefined);
  }

  private fetch(step: number): Promise<View> {
    let found = this.kept.get(step);
    if (!found) {
      found = this.viewAt(step).then(wholeView);
      this.kept.set(step, found);
      found.catch(() => this.kept.delete(step));
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value as number);
    }
    return found;
  }

  play(from: number | null = null): void {
    if (from !== null) this.at = from;
    else if (this.at >= this.length) this.at = 0;
    this.playing = true;
    void this.tick();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  private async tick(): Promise<void> {
    if (!this.playing) return;
    await this.to(this.at + 1).catch(() => this.pause());
    if (this.at >= this.length) this.pause();
    else this.timer = setTimeout(() => void this.tick(), 700 / this.speed);
  }
}

/** Why it cannot be shown: in the reader's language where the house says which reason. */
const worded = (error: unknown): string => (error instanceof api.Refusal && error.code ? why(error) : error instanceof Error ? error.message : String(error));
