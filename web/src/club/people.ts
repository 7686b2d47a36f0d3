// Ladders and profiles, as the house tells them: of finished rated games alone.

import { call } from "../lib/api";
import type { Words } from "../lib/types";

export interface Rung {
  /** Empty where it is a bot. */
  name: string;
  bot: string | null;
  rating: string;
  provisional: boolean;
  games: number;
}
/** What was thought after a game, and half the width of its 95 % band; the day as the second at which it began. */
export interface Point {
  day: number;
  rating: number;
  within: number;
}
export interface Rating {
  game: string;
  rating: string;
  within: number;
  games: number;
  /** How many points it went up in the last thirty days. */
  month: number;
  /** The first point that is not provisional. */
  settled: number | null;
  points: Point[];
}
export interface BySide {
  game: string;
  side: string;
  games: number;
  won: number;
  drawn: number;
  /** None where the games are too few to say. */
  share: number | null;
  between: [number, number] | null;
}
export interface Finished {
  game: string;
  scenario: string;
  side: string;
  /** Who else sat there; neither a name nor a bot has left the house. */
  others: { name: string | null; bot: string | null }[];
  outcome: "won" | "drawn" | "lost";
  ending: string;
  day: number;
  points: number;
  /** None where the reader may not open it. */
  replay: { table: string; seat: string } | null;
}
/** How somebody begins most often with a side: what he chose, where the game has such a choice, and where he first attacked. */
export interface FavouriteOpening {
  game: string;
  side: string;
  choice: Words | null;
  place: Words | null;
  hex: string;
  games: number;
  won: number;
  /** Of so many games. */
  of: number;
}
/** What dice gave somebody in his last games of one kind, beyond what fair ones would have. */
export interface Luck {
  game: string;
  gained: number[];
  mean: number;
  /** Fair dice stay within so much of nothing four times in five. */
  band: number;
  /** By how many deviations of fair dice all of it together is away from nothing. */
  beyond: number;
  /** The part of the results that goes along with it; null where nothing can be said. */
  explains: number | null;
}
export interface Profile {
  name: string;
  you: boolean;
  /** The month in which the name was taken: "2026-04". */
  since: string;
  ratings: Rating[];
  sides: BySide[];
  games: number;
  streak: { now: number; longest: number };
  openings: FavouriteOpening[];
  luck: Luck[];
  recent: Finished[];
}

/** A level of bot, by the same pool of rated games. */
export type BotProfile = Omit<Profile, "name" | "you" | "since"> & { bot: string };

export const bot = (level: string) => call<BotProfile>(`/bots/${encodeURIComponent(level)}`);
export const gamesOfBot = (level: string, skip: number) => call<Finished[]>(`/bots/${encodeURIComponent(level)}/games?skip=${skip}`);
export const ladder = (game: string) => call<Rung[]>(`/games/${encodeURIComponent(game)}/ratings`);
/** Finished games after so many of them, the newest first. */
export const gamesOf = (name: string, skip: number) => call<Finished[]>(`/people/${encodeURIComponent(name)}/games?skip=${skip}`);
export const person = (name: string) => call<Profile>(`/people/${encodeURIComponent(name)}`);
/** Somebody's rating in a game as it is written; none before his first rated one. */
export const ratingIn = async (name: string, game: string): Promise<string | null> => (await person(name)).ratings.find((one) => one.game === game)?.rating ?? null;
/** Members whose names begin so. */
export const people = (like: string) => call<string[]>(`/people?${new URLSearchParams({ like })}`);
