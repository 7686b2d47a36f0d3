// Seeking a game: what one waits for, and the table one was paired at. The page tells the house again and again that it is there.

import { call, send } from "../lib/api";
import type { ClockTerms } from "../lib/types";

export interface Sought {
  /** Any, where there is none. */
  game: string | null;
  scenario: string | null;
  side: string | null;
  clock: ClockTerms | null;
  rated: boolean;
}
export interface Seek extends Sought {
  /** Seconds. */
  waited: number;
  /** How many points away the opponent may be; from and to where, in a game that is named. */
  reach: number;
  rating: string | null;
  low: number | null;
  high: number | null;
}
export interface Paired {
  table: string;
  player: string;
  game: string;
  with: string;
}
interface Told {
  seek: Seek | null;
  paired: Paired | null;
}

class Seeking {
  now = $state.raw<Seek | null>(null);
  paired = $state.raw<Paired | null>(null);

  async begin(wanted: Sought): Promise<void> {
    this.#take(await call<Told>("/seek", send("PUT", wanted)));
  }
  /** The page is still here: how does it stand? */
  async look(): Promise<void> {
    this.#take(await call<Told>("/seek/here", { method: "POST" }));
  }
  /** Whether somebody came at that very moment. */
  async cancel(): Promise<void> {
    this.#take(await call<Told>("/seek", { method: "DELETE" }));
  }
  /** The page goes, or has brought one to the table: nobody waits here any more. */
  leave(): void {
    if (!this.now && !this.paired) return;
    this.now = this.paired = null;
    void fetch("/api/seek", { method: "DELETE", keepalive: true }).catch(() => undefined);
  }
  #take(told: Told): void {
    this.now = told.seek;
    this.paired = told.paired;
  }
}

/** Leave a live game to which the other has not come. */
export const leaveEmpty = (table: string): Promise<void> => call<void>(`/seek/no_show/${table}`, { method: "POST" });

export const seeking = new Seeking();

/** Minutes and seconds. */
export const minutes = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;
