// Tournaments as the house tells them, and what one may ask of it.

import { said, t } from "../../i18n/index.svelte";
import { call, Refusal, send } from "../../lib/api";
import type { ClockTerms, Options, Words } from "../../lib/types";

export const KINDS = ["swiss", "round_robin", "knockout"] as const;
export type Kind = (typeof KINDS)[number];

export interface Brief {
  id: string;
  name: string;
  game: string;
  scenario: string;
  kind: Kind;
  stage: "open" | "running" | "over";
  rated: boolean;
  clock: ClockTerms | null;
  players: number;
  bots: number;
  round: number;
  rounds: number | null;
  ends_at: number | null;
  starts: number | null;
  organiser: string | null;
  entered: boolean;
  winners: Words[];
}
export interface Entrant {
  id: string;
  name: Words;
  bot: string | null;
  seed: number;
  rating: string | null;
  withdrawn: boolean;
  you: boolean;
}
export interface Met {
  round: number;
  bye: boolean;
  games: { side: 0 | 1; score: string | null; forfeited: boolean }[];
}
export interface Standing {
  place: number;
  entrant: string;
  figures: string[];
  sides: [number, number];
  rounds: Met[];
  why: { title: Words; lines: { label: Words; terms: Words; total: string }[]; verdicts: Words[] };
}
export interface CupGame {
  game: 0 | 1;
  first: string;
  second: string;
  score: [string, string] | null;
  how: "played" | "forfeited" | "adjudicated" | null;
  table: string | null;
  seat: string | null;
  watch: string | null;
  begun: boolean;
  turn: number | null;
  to_move: string[];
  your_move: boolean;
}
export interface Pair {
  board: number;
  games: CupGame[];
  goes_on: Words | null;
}
export interface Round {
  number: number;
  ends_at: number;
  closed: boolean;
  extended: number;
  byes: string[];
  bye_points: string;
  pairs: Pair[];
}
export interface Cup extends Brief {
  options: Options;
  watched: boolean;
  sides: [string, string];
  both_sides: boolean;
  round_seconds: number;
  criteria: { id: string; words: Words }[];
  decides: boolean;
  entrants: Entrant[];
  standings: Standing[];
  after: number;
  /** The newest first. */
  pairings: Round[];
  stuck: Words[];
  log: { at: number; words: Words }[];
}
export interface Wanted {
  name: string;
  game: string;
  scenario: string;
  options: Options;
  /** The second at which the first round is paired by itself. */
  starts: number | null;
  kind: Kind;
  rounds: number;
  both_sides: boolean;
  clock: ClockTerms | null;
  round_seconds: number;
  rated: boolean;
  watched: boolean;
}
export interface Decided {
  round: number;
  board: number;
  game: number;
  reason: string;
}

const post = (id: string, what: string, body: unknown = {}) => call<Cup>(`/tournaments/${id}/${what}`, send("POST", body));

export const cups = (limit: number) => call<{ tournaments: Brief[]; total: number; may_make: boolean }>(`/tournaments?limit=${limit}`);
export const cup = (id: string) => call<Cup>(`/tournaments/${id}`);
export const make = (wanted: Wanted) => call<Cup>("/tournaments", send("POST", wanted));
export const callOff = (id: string) => call<void>(`/tournaments/${id}`, { method: "DELETE" });
export const enter = (id: string) => post(id, "entry");
export const withdraw = (id: string) => call<Cup>(`/tournaments/${id}/entry`, { method: "DELETE" });
export const addBot = (id: string, level: string) => post(id, "bots", { level });
export const sendAway = (id: string, entrant: string, reason: string) => post(id, "send_away", { entrant, reason });
export const pair = (id: string, reason = "") => post(id, "pair", reason ? { may_give: ["sides", "second_bye", "meet_again"], reason } : {});
export const adjudicate = (id: string, about: Decided, first: number) => post(id, "adjudicate", { ...about, first });
export const forfeit = (id: string, about: Decided, losers: string[]) => post(id, "forfeit", { ...about, losers });

/** Why something was not done, in the reader's language. */
export function why(error: unknown): string {
  if (error instanceof Refusal && error.said) return said(error.said);
  return t("state.failed", { why: error instanceof Error ? error.message : "" });
}
