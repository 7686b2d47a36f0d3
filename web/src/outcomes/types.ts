// What the server tells of games that were played on from a position.

import type { Words } from "../lib/types";

export interface Share {
  games: number;
  share: number;
  low: number;
  high: number;
}

export interface Figures {
  side: string;
  won: Record<string, Share>;
  drawn: Share;
  spread: { from: number; to: number; games: number; won: Record<string, number> }[];
  /** the lead that the game really ended with */
  real: number;
  /** quantiles 10, 25, 50, 75 and 90 */
  turns: { turn: number; side: string; points: [number, number, number, number, number] }[];
  places: { hex: string; words: Words; held: Record<string, number> }[];
  open: { typical: number; best: number; worst: number };
}

/** Whether outcomes are told of a game, and whether only a bot is missing that knows it. */
export interface Offered {
  outcomes: boolean;
  no_bot: boolean;
}

export interface Inquiry {
  state: "none" | "waiting" | "playing" | "done" | "stopped" | "failed";
  wanted: number;
  bot: string;
  /** that it will take, or still take; null while nobody knows */
  seconds: number | null;
  /** it is being tried how long it takes */
  estimating?: boolean;
  /** the side that figures are seen from */
  side: string;
  /** the command that plays the same games as a run */
  run: string;
  /** moments of this game that there are figures of, in its order, from the same knowledge */
  along: (Share & { step: number })[];
  /** points at the end of the turns before */
  past: { turn: number; score: Record<string, number> }[];
  done?: number;
  rate?: number | null;
  ahead?: number;
  figures?: Figures | null;
}
