// What the lobby advises: which thing comes next in a game, in which order games stand, and their facts as they are written.

import { t } from "../i18n/index.svelte";
import type { Advice, Facts, GameInfo, LessonInfo } from "../lib/types";
import type { Learnt } from "../school/progress.svelte";

/** The bot that sits opposite in a first game with the coach. */
export const OPPOSITE = "recruit";

export type Next = { kind: "lesson"; lesson: LessonInfo; begun: boolean } | { kind: "coach" } | { kind: "play" };

/** The next thing that a reader has not done yet: a lesson, the first game with the coach, then to play. */
export function nextOf(game: GameInfo, learnt: Learnt): Next {
  const lesson = lessonsOf(game).find((one) => !learnt.done.includes(one.id));
  if (lesson) return { kind: "lesson", lesson, begun: learnt.done.length > 0 || lesson.id in learnt.left };
  return coachable(game) && !learnt.coached ? { kind: "coach" } : { kind: "play" };
}

export const lessonsOf = (game: GameInfo): LessonInfo[] => game.lessons ?? [];

/** How many of its lessons are still to be learnt. */
export const leftOf = (game: GameInfo, learnt: Learnt): number => lessonsOf(game).length - doneOf(game, learnt);

/** How many of its lessons are done; one that is no longer there does not count. */
export const doneOf = (game: GameInfo, learnt: Learnt): number => lessonsOf(game).filter((one) => learnt.done.includes(one.id)).length;

export const coachable = (game: GameInfo): game is GameInfo & { advice: Advice } => Boolean(game.advice) && game.bots.includes(OPPOSITE);

/** The sides of a first game with the coach, the advised one first. */
export function coachedSides({ advice, scenarios }: GameInfo & { advice: Advice }): string[] {
  const players = scenarios.find((one) => one.id === advice.begin_with)?.players ?? [];
  return [...new Set([advice.first_side, ...players.map(({ side }) => side)])];
}

/** Who sits where in a first game with the coach: the learner on the side that he chose, or the advised one. */
export function coachedSeats({ advice, scenarios }: GameInfo & { advice: Advice }, side = advice.first_side): Record<string, string> {
  const players = scenarios.find((one) => one.id === advice.begin_with)?.players ?? [];
  const mine = players.find((one) => one.side === side)?.id;
  return Object.fromEntries(players.map(({ id }) => [id, id === mine ? "you" : OPPOSITE]));
}

export type Sorting = "newcomer" | "shortest" | "alone" | "scenarios";
export const SORTINGS: readonly Sorting[] = ["newcomer", "shortest", "alone", "scenarios"];
const ALONE: Facts["alone"]["level"][] = ["very_good", "good", "fair", "poor"];

type Ranked = (advice: Advice) => number;
const RANKS: Record<Sorting, Ranked> = {
  newcomer: ({ order }) => order,
  shortest: ({ minutes }) => minutes[0] ?? Infinity,
  alone: ({ alone }) => ALONE.indexOf(alone.level),
  scenarios: ({ order }) => order,
};

/** Games as a reader wants them; those whose author says nothing come last. */
export function sorted(games: readonly GameInfo[], sorting: Sorting): GameInfo[] {
  const by = (rank: Ranked) => (game: GameInfo) => (game.advice ? rank(game.advice) : Infinity);
  const [first, then] = [by(RANKS[sorting]), by(RANKS.newcomer)];
  const less = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
  return [...games].sort((a, b) => less(first(a), first(b)) || less(then(a), then(b)));
}

export interface Listed {
  game: GameInfo;
  scenario: GameInfo["scenarios"][number];
  facts: Told | null;
}

/** All scenarios, those of the easiest game first and of a game the easiest and shortest first. */
export function everyScenario(games: readonly GameInfo[]): Listed[] {
  const weight = ({ facts }: Listed): number => (facts ? facts.complexity.level * 10_000 + (facts.minutes[1] ?? 0) : Infinity);
  return sorted(games, "newcomer").flatMap((game) =>
    game.scenarios.map((scenario) => ({ game, scenario, facts: factsOf(game, scenario.id) })).sort((a, b) => weight(a) - weight(b)),
  );
}

/** The facts of a game or a scenario, with the decisions of a side in the shortest and the longest of them. */
export type Told = Facts & { decisions: [number, number] };

export function factsOf(game: GameInfo, scenario?: string): Told | null {
  if (!scenario) return game.advice ?? null;
  const found = game.advice?.scenarios[scenario];
  return found ? { ...found, decisions: [found.decisions, found.decisions] } : null;
}

/** "2–8", or one figure where both are the same. */
export const span = (low: number, high: number, write: (value: number) => string = String): string => (low === high ? write(low) : t("between", { low: write(low), high: write(high) }));

/** A time as one says it: minutes up to an hour and a quarter, then hours in halves. */
export function timeOf([low = 0, high = low]: readonly number[]): { unit: "minutes" | "hours"; time: string } {
  if (high < 80) return { unit: "minutes", time: span(low, high) };
  const halves = (minutes: number): string => {
    const count = Math.max(1, Math.round(minutes / 30));
    return `${count > 1 ? Math.floor(count / 2) : ""}${count % 2 ? "½" : ""}`;
  };
  return { unit: "hours", time: span(low, high, halves) };
}

/** 2,450. */
export const figure = (value: number): string => value.toLocaleString("en");
