// A review being fetched: the server thinks of it for a while, and is asked again until it is done.

import * as api from "../../lib/api";
import type { ReviewDocument, Unable } from "./types";

const AGAIN_MS = 1500;

export class ReviewOf {
  document = $state.raw<ReviewDocument | null>(null);
  failure = $state("");
  /** Why there will be none. */
  unable = $state.raw<Unable | null>(null);
  /** How long it has been thought of, in seconds, and how long that may take; null before the first word. */
  waited = $state<number | null>(null);
  most = $state(0);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly table: string,
    private readonly seat: string | null,
    private readonly side: string | null,
  ) {
    void this.ask();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }

  private async ask(): Promise<void> {
    try {
      const found = await api.reviewOf(this.table, this.seat, this.side);
      if (this.closed) return;
      if (found.state === "done") this.document = found;
      else if (found.state === "unable") this.unable = found;
      else {
        this.waited = found.seconds;
        this.most = found.most;
        this.timer = setTimeout(() => void this.ask(), AGAIN_MS);
      }
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}
