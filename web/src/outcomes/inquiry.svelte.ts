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
    private readonly seat: string | null,
    readonly step: number,
    readonly whose: string,
  ) {
    void this.look();
  }

  get running(): boolean {
    return this.now?.state === "waiting" || this.now?.state === "playing";
  }

  start(): void {
    void this.tell(api.askOutcomes(this.table, this.step, this.whose, this.seat));
  }

  async stop(): Promise<void> {
    await api.stopOutcomes(this.table, this.step, this.whose, this.seat).catch(() => undefined);
    await this.look();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private look(): Promise<void> {
    return this.tell(api.outcomesOf(this.table, this.step, this.whose, this.seat));
  }

  private async tell(asked: Promise<Inquiry>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const found = await asked;
      if (this.closed) return;
      this.now = found;
      this.failure = "";
      if (this.running) this.timer = setTimeout(() => void this.look(), AGAIN_MS);
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}
