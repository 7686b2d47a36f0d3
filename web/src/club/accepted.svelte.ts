// A seat that was accepted a moment ago: for ten seconds one may give it back, and what one adds to the dice waits so long.

import * as api from "../lib/api";
import { holdBack } from "../lib/nonce";

const SECONDS = 10;

class Accepted {
  now = $state.raw<{ table: string; player: string } | null>(null);
  left = $state(0);
  #timer: ReturnType<typeof setInterval> | undefined;
  #kept: () => void = () => undefined;

  take(table: string, player: string): void {
    this.keep();
    holdBack(table, player, true);
    this.now = { table, player };
    this.left = SECONDS;
    this.#timer = setInterval(() => {
      this.left -= 1;
      if (this.left <= 0) this.keep();
    }, 1000);
  }
  /** Who is at the table hears when the seat is kept: then he adds to the dice. */
  onKept(then: () => void): void {
    this.#kept = then;
  }
  keep(): void {
    clearInterval(this.#timer);
    if (!this.now) return;
    holdBack(this.now.table, this.now.player, false);
    this.now = null;
    this.#kept();
  }
  /** Whether the seat is open again; it is kept where that is too late. */
  async undo(): Promise<boolean> {
    const given = this.now;
    if (!given) return false;
    clearInterval(this.#timer);
    try {
      await api.undoAccept(given.table, given.player);
    } catch {
      this.keep();
      return false;
    }
    this.now = null;
    return true;
  }
}

export const accepted = new Accepted();
