// The archive: finished games, rated ones of everybody and friendly ones of the reader.

import { call } from "../lib/api";

export interface Sought {
  player: string;
  game: string;
  scenario: string;
  since: string;
  until: string;
  longest: string;
  outcome: string;
  order: string;
}
export interface Past {
  game: string;
  scenario: string;
  day: number;
  /** None where its table was cleared away. */
  turns: number | null;
  rated: boolean;
  ending: string | null;
  seats: { player: string; side: string; name: string | null; bot: string | null; member: boolean; outcome: "won" | "lost" | "drawn" }[];
  /** None where the reader did not sit there. */
  replay: { table: string; seat: string } | null;
}

const DAY = 86_400;
const second = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** What is asked of the house; the last day counts whole, and fields left empty are not named. */
export function query(sought: Sought, skip: number): string {
  const asked = new URLSearchParams();
  for (const name of ["player", "game", "scenario", "longest", "outcome", "order"] as const) if (sought[name].trim()) asked.set(name, sought[name].trim());
  if (sought.since) asked.set("since", String(second(sought.since)));
  if (sought.until) asked.set("until", String(second(sought.until) + DAY));
  if (skip) asked.set("skip", String(skip));
  return asked.toString();
}

export const search = (sought: Sought, skip = 0) => call<{ games: Past[]; more: boolean }>(`/archive?${query(sought, skip)}`);
