import { describe, expect, it, vi } from "vitest";
import type { Advice, Facts, GameInfo } from "../lib/types";
import type { Learnt } from "../school/progress.svelte";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });
const { prefs } = await import("../lib/prefs.svelte");
const { coachedSeats, coachedSides, leftOf, doneOf, everyScenario, factsOf, nextOf, sorted, timeOf } = await import("./advice");

const words = (text: string) => ({ en: text, ja: text });
const facts = (level: number, alone: Facts["alone"]["level"], minutes: [number, number]): Facts => ({
  pitch: words("pitch"),
  minutes,
  complexity: { level, text: words(String(level)) },
  alone: { level: alone, text: words(alone) },
  players: [2, 2],
});

function game(id: string, order: number | null, { alone = "good", minutes = [60, 120], lessons = ["one", "two"], bots = ["recruit"] }: { alone?: Facts["alone"]["level"]; minutes?: [number, number]; lessons?: string[]; bots?: string[] } = {}): GameInfo {
  const advice: Advice | null = order === null ? null : {
    ...facts(2, alone, minutes), order, start_here: order === 1, begin_with: "short", first_side: "red", decisions: [50, 900],
    scenarios: { long: { ...facts(3, alone, [200, 240]), decisions: 900 }, short: { ...facts(1, alone, minutes), decisions: 50 } },
  };
  const players = [{ id: "blue", side: "blue" }, { id: "red", side: "red" }, { id: "red-2", side: "red" }];
  const scenario = (one: string) => ({ id: one, names: words(one), players, turns: 5, options: [] });
  return { id, names: words(id), bots, advice, lessons: lessons.map((one, n) => ({ id: one, order: n + 1, title: words(one), minutes: 5 })), scenarios: [scenario("long"), scenario("short")] };
}

const learnt = (known: Partial<Learnt> = {}): Learnt => ({ done: [], left: {}, coached: false, ...known });

describe("what comes next", () => {
  const one = game("one", 1);
  it("is the first lesson that is not done", () => {
    expect(nextOf(one, learnt())).toMatchObject({ kind: "lesson", lesson: { id: "one" }, begun: false });
    expect(nextOf(one, learnt({ left: { one: {} } }))).toMatchObject({ kind: "lesson", lesson: { id: "one" }, begun: true });
    expect(nextOf(one, learnt({ done: ["one"] }))).toMatchObject({ kind: "lesson", lesson: { id: "two" }, begun: true });
    expect(nextOf(one, learnt({ done: ["two"] }))).toMatchObject({ lesson: { id: "one" } });
  });

  it("is a game with the coach when all are done, then to play", () => {
    const done = ["one", "two", "one that there was once"];
    expect(nextOf(one, learnt({ done }))).toEqual({ kind: "coach" });
    expect(doneOf(one, learnt({ done }))).toBe(2);
    expect(nextOf(one, learnt({ done, coached: true }))).toEqual({ kind: "play" });
  });

  it("is to play where nobody teaches", () => {
    expect(nextOf(game("bare", null, { lessons: [] }), learnt())).toEqual({ kind: "play" });
    expect(nextOf(game("alone", 2, { lessons: [], bots: [] }), learnt())).toEqual({ kind: "play" });
  });

  it("seats the learner on the advised side, bots elsewhere", () => {
    expect(coachedSeats(one as GameInfo & { advice: Advice })).toEqual({ blue: "recruit", red: "you", "red-2": "recruit" });
  });

  it("or on the side that he chose", () => {
    const asked = one as GameInfo & { advice: Advice };
    expect(coachedSides(asked)).toEqual(["red", "blue"]);
    expect(coachedSeats(asked, "blue")).toEqual({ blue: "you", red: "recruit", "red-2": "recruit" });
  });

  it("counts the lessons that are left, not all of them", () => {
    const done = (one.lessons ?? []).slice(0, 1).map(({ id }) => id);
    expect(leftOf(one, learnt({ done }))).toBe((one.lessons ?? []).length - 1);
  });
});

describe("the order of games", () => {
  const games = [game("silent", null), game("hard", 4, { alone: "very_good", minutes: [300, 420] }), game("easy", 1), game("quick", 2, { alone: "poor", minutes: [30, 60] })];
  const ids = (list: GameInfo[]): string[] => list.map((one) => one.id);
  it("is the newcomer's, the shortest first, or the best alone first; who says nothing comes last", () => {
    expect(ids(sorted(games, "newcomer"))).toEqual(["easy", "quick", "hard", "silent"]);
    expect(ids(sorted(games, "shortest"))).toEqual(["quick", "easy", "hard", "silent"]);
    expect(ids(sorted(games, "alone"))).toEqual(["hard", "easy", "quick", "silent"]);
  });

  it("lists scenarios by game, the easiest first", () => {
    const all = everyScenario(games.slice(1, 3)).map(({ game, scenario }) => `${game.id} ${scenario.id}`);
    expect(all).toEqual(["easy short", "easy long", "hard short", "hard long"]);
    expect(factsOf(games[1] as GameInfo, "long")?.decisions).toEqual([900, 900]);
  });
});

it("tells a time as one says it", () => {
  const told = (...minutes: number[]): string => Object.values(timeOf(minutes)).reverse().join(" ");
  expect(told(10, 20)).toBe("10–20 minutes");
  expect(told(60, 60)).toBe("60 minutes");
  expect(told(60, 90)).toBe("1–1½ hours");
  expect(told(180, 240)).toBe("3–4 hours");
  expect(told(20, 90)).toBe("½–1½ hours");
  prefs.language = "ja";
  expect(told(10, 20)).toBe("10〜20 minutes");
  prefs.language = "en";
});
