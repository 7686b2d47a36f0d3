// An inquiry into what comes of a step: asked when the reader says so, looked at again until it is done.

import * as api from "../lib/api";
import type { Inquiry } from "./types";

const AGAIN_MS = 1000;

export class InquiryInto {
  now = $state.raw<Inquiry | null>(null);
  failure = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly table: string,
    /** as whom it is asked: a seat, or the spectators' link */
    private readonly who: Record<string, string>,
    readonly step: number,
    readonly whose: string,
  ) {
    void this.look();
  }

  get running(): boolean {
    return this.now?.state === "waiting" || this.now?.state === "playing";
  }

  start(): void {
    void this.tell(api.askOutcomes(this.table, this.step, this.whose, this.who));
  }

  async stop(): Promise<void> {
    await api.stopOutcomes(this.table, this.step, this.whose, this.who).catch(() => undefined);
    await this.look();
  }

  /** One of the games as a table of its own; null where that does not work, and `failure` says why. */
  async open(number: number): Promise<string | null> {
    try {
      return (await api.openOutcome(this.table, this.step, this.whose, number, this.who)).id;
    } catch (error) {
      this.fail(error);
      return null;
    }
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private look(): Promise<void> {
    return this.tell(api.outcomesOf(this.table, this.step, this.whose, this.who));
  }

  private async tell(asked: Promise<Inquiry>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await asked;
      if (this.closed) return;
      this.now = found;
      this.failure = "";
      if (this.running || found.estimating) this.timer = setTimeout(() => void this.look(), AGAIN_MS);
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    this.failure = error instanceof Error ? error.message : String(error);
  }
}
