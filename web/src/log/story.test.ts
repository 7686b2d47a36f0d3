// One real turn of each game as one of its players is told it (tests/web/logs.py records them), and single points on small logs.

import { describe, expect, it } from "vitest";
import type { Message } from "../lib/types";
import avl from "./logs/avl.json";
import lb from "./logs/lb.json";
import victory from "./logs/victory.json";
import vl from "./logs/vl.json";
import type { Stage } from "./kinds";
import { kindOf } from "./kinds";
import { counted, countsOf, linesOf, partCounts, search, sifted, story, type Chapter, type Entry } from "./story";

interface Recorded {
  viewer: string;
  first: number;
  stage: Stage;
  log: Message[];
}
const LOGS = { avl, vl, lb, victory } as unknown as Record<string, Recorded>;
const numbered = (log: Message[], first = 0) => log.map((message, n) => ({ number: first + n, message }));
const told = (name: string): Chapter[] => {
  const { log, first, stage } = LOGS[name] as Recorded;
  return story(numbered(log, first), stage);
};
const entries = (chapters: Chapter[]): Entry[] => chapters.flatMap((chapter) => chapter.parts.flatMap((part) => part.entries));
const message = (key: string, facts: Record<string, unknown> = {}): Message => ({ key, rule: "", text: { en: key, ja: key }, ...facts });

const STAGE: Stage = { "event.turn": "turn", "event.phase": "phase", "event.on": "activation", "event.drawn": "draw", "event.moved": "move", "event.block": "move", "event.fight": "fight", "event.die": "roll", "event.back": "retreat", "event.gone": "loss", "event.less": "step", "event.put": "place", "event.fell": "taken", "event.said": "note" };
const tell = (...log: Message[]): Chapter[] => story(numbered(log), STAGE);

describe.each(Object.keys(LOGS))("a turn of %s", (name) => {
  it("is parted by its activations and phases, and every fight stands under one", () => {
    const parts = told(name).flatMap((chapter) => chapter.parts);
    expect(parts.filter((part) => part.head).length).toBeGreaterThan(2);
    const fought = parts.filter((part) => part.entries.some((entry) => entry.kind === "fight"));
    expect(fought.length).toBeGreaterThan(0);
    for (const part of fought) expect(part.head).not.toBeNull();
  });

  it("tells every event exactly once", () => {
    const { log, first, stage } = LOGS[name] as Recorded;
    const chapters = story(numbered(log, first), stage); // nothing is left out but what a way tells too
    const numbers = chapters.flatMap((chapter) => [
      ...(chapter.turn ? [chapter.turn.number] : []),
      ...chapter.parts.flatMap((part) => [part.drawn, part.head].flatMap((line) => (line ? [line.number] : [])).concat(part.entries.flatMap((entry) => linesOf(entry).map((line) => line.number)))),
    ]);
    expect(new Set(numbers).size).toBe(numbers.length);
    const untold = numbered(log, first).filter(({ number }) => !numbers.includes(number));
    for (const { message } of untold) expect(kindOf(message, stage)).toBe("place"); // a unit that enters and moves on
  });

  it("begins with its heading and puts every loss of a fight into it", () => {
    const chapters = told(name);
    expect(chapters[0]?.turn?.kind).toBe("turn");
    const fights = entries(chapters).filter((entry) => entry.kind === "fight");
    expect(fights.length).toBeGreaterThan(0);
    const loose = entries(chapters).filter((entry) => entry.kind === "line" && (entry.line.kind === "loss" || entry.line.kind === "retreat"));
    expect(loose).toEqual([]);
  });

  it("tells moves with where they came from", () => {
    for (const entry of entries(told(name)))
      if (entry.kind === "moves") for (const journey of entry.journeys) expect([journey.to.length, journey.from === journey.to && journey.lines.length === 1]).toEqual([expect.any(Number), false]);
    const journeys = entries(told(name)).flatMap((entry) => (entry.kind === "moves" ? entry.journeys : []));
    expect(journeys.filter((one) => one.from !== null).length).toBeGreaterThan(0);
  });

  it("counts for a separator what is in its part, in log numbers that follow one another", () => {
    const parts = told(name).flatMap((chapter) => chapter.parts);
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1];
      if (next) expect(next.from).toBeGreaterThanOrEqual(part.to);
      for (const line of part.entries.flatMap(linesOf)) expect(line.number >= part.from && line.number < part.to).toBe(true);
    }
    const all = countsOf(told(name));
    expect(parts.reduce((sum, part) => sum + partCounts(part).fights, 0)).toBe(all.fights);
    expect(parts.reduce((sum, part) => sum + partCounts(part).moves, 0)).toBe(all.moves);
  });
});

describe("the turns that were recorded", () => {
  it("A Victory Lost: a chit is told with the activation it leads to", () => {
    const parts = told("avl").flatMap((chapter) => chapter.parts);
    const active = parts.filter((part) => part.head?.kind === "activation");
    expect(active.length).toBeGreaterThan(3);
    for (const part of active) expect(part.drawn?.message.key).toBe("event.chit_drawn");
  });

  it("A Victory Lost: a fight is one entry with retreat, loss and advances", () => {
    const fight = entries(told("avl")).find((entry) => entry.kind === "fight" && entry.line.message["hex"] === "2028");
    expect(fight && linesOf(fight).map((line) => line.kind)).toEqual(["fight", "loss", "retreat", "loss", "advance", "advance", "advance", "advance"]);
  });

  it("Victory: a battle is one entry with all its shots, and the next one begins anew", () => {
    const fights = entries(told("victory")).filter((entry) => entry.kind === "fight");
    expect(fights.map((entry) => linesOf(entry).length)).toEqual([14, 7]);
    expect(fights.map((entry) => counted(entry, "dice"))).toEqual([4, 0]);
  });

  it("Victory: blocks nobody may tell apart go as a number from here to there", () => {
    const blocks = entries(told("victory")).flatMap((entry) => (entry.kind === "moves" ? entry.journeys.filter((one) => one.unit === null) : []));
    expect(blocks.find((one) => one.from === "0512" && one.to === "0708")?.count).toBe(2);
    expect(blocks.every((one) => one.army === "blue")).toBe(true);
  });

  it("Velikiye Luki: support and quality dice stand in the fight they were rolled for", () => {
    const rolls = entries(told("vl")).flatMap((entry) => (entry.kind === "line" && entry.line.message.key === "event.quality" ? [entry] : []));
    expect(rolls).toEqual([]);
  });
});

describe("single points", () => {
  it("a unit that goes on is one journey, another activation begins anew", () => {
    const chapters = tell(
      message("event.on"),
      message("event.moved", { unit: "a", hexes: ["0101", "0102"] }),
      message("event.moved", { unit: "b", hexes: ["0201", "0202"] }),
      message("event.moved", { unit: "a", hexes: ["0102", "0103"] }),
      message("event.on"),
      message("event.moved", { unit: "a", hexes: ["0103", "0104"] }),
    );
    const journeys = entries(chapters).map((entry) => (entry.kind === "moves" ? entry.journeys.map((one) => [one.unit, one.from, one.to]) : []));
    expect(journeys).toEqual([[["a", "0101", "0103"], ["b", "0201", "0202"]], [["a", "0103", "0104"]]]);
  });

  it("a block that goes on is never followed: who may not know it counts two moves", () => {
    const chapters = tell(message("event.on"), message("event.block", { army: "blue", hex_from: "0101", hex: "0102" }), message("event.block", { army: "blue", hex_from: "0102", hex: "0103" }));
    const [moves] = entries(chapters);
    expect(moves?.kind === "moves" && moves.journeys.map((one) => [one.from, one.to])).toEqual([["0101", "0102"], ["0102", "0103"]]);
  });

  it("every part begins at a number of its own, also where a log is read from its middle", () => {
    const parts = tell(message("event.on"), message("event.said"), message("event.on"), message("event.turn"), message("event.on")).flatMap((chapter) => chapter.parts);
    expect(parts.map((part) => part.from)).toEqual([0, 2, 4]);
  });

  it("a note between two moves does not part them", () => {
    const chapters = tell(message("event.moved", { unit: "a", hexes: ["1", "2"] }), message("event.said"), message("event.moved", { unit: "b", hexes: ["3", "4"] }));
    expect(entries(chapters).map((entry) => entry.kind)).toEqual(["moves", "line"]);
  });

  it("an attack announced among others stays where it was announced", () => {
    const chapters = tell(message("event.said", { hexes: ["0101"], units: ["a"] }), message("event.fight", { hex: "0101" }));
    expect(entries(chapters).map((entry) => entry.kind)).toEqual(["line", "fight"]);
  });

  it("a roll right before a fight is its own, one for another hex is not", () => {
    const fight = message("event.fight", { hex: "0101" });
    const its = tell(message("event.die", { die: 3 }), fight);
    expect(entries(its).map((entry) => linesOf(entry).length)).toEqual([2]);
    const others = tell(message("event.die", { die: 3, hex: "0909" }), fight);
    expect(entries(others).map((entry) => linesOf(entry).length)).toEqual([1, 1]);
  });

  it("support for the next fight never hangs on the fight before it, not even before its die has fallen", () => {
    const before = [message("event.fight", { hex: "0607", die: 1 }), message("event.said", { hex: "1009" })];
    const [first, waits] = entries(tell(...before));
    expect([first && linesOf(first).length, waits?.kind]).toEqual([1, "line"]);
    const [, second] = entries(tell(...before, message("event.fight", { hex: "1009", die: 2 })));
    expect(second && linesOf(second).map((line) => line.number)).toEqual([1, 2]);
  });

  it("what was taken is a line of its own", () => {
    const chapters = tell(message("event.fight", { hex: "0101" }), message("event.gone"), message("event.fell", { hex: "0101" }));
    expect(entries(chapters).map((entry) => entry.kind)).toEqual(["fight", "line"]);
  });

  it("a unit that enters and moves is told once, with where it came in", () => {
    const [moves] = entries(tell(message("event.put", { unit: "a", hex: "0101" }), message("event.moved", { unit: "a", hexes: ["0101", "0102"] })));
    expect(moves?.kind === "moves" && moves.journeys[0]?.from).toBe("0101");
  });

  it("filters and searches leave fights whole and moves one by one", () => {
    const chapters = tell(
      message("event.turn"),
      message("event.on"),
      message("event.moved", { unit: "a", hexes: ["0101", "0102"] }),
      message("event.moved", { unit: "b", hexes: ["0201", "0202"] }),
      message("event.fight", { hex: "0303", die: 4, units: ["a"] }),
      message("event.gone", { unit: "c" }),
    );
    expect(countsOf(chapters)).toEqual({ all: 3, fights: 1, moves: 2, losses: 1, dice: 1 });
    expect(entries(sifted(chapters, "losses", null)).map((entry) => entry.kind)).toEqual(["fight"]);
    const labels: Record<string, string> = { a: "1Tk", b: "47G", c: "8Lw" };
    const by = (text: string): Entry[] => entries(sifted(chapters, "all", search(text, (unit) => labels[unit] ?? unit)));
    expect(by("1tk").map((entry) => linesOf(entry).length)).toEqual([1, 2]);
    expect(by("0202").map((entry) => entry.kind)).toEqual(["moves"]);
    expect(by("8lw").map((entry) => entry.kind)).toEqual(["fight"]);
    expect(by("nowhere")).toEqual([]);
  });

  it("a game without a table of kinds still has fights, moves and dice", () => {
    const none = {};
    expect(kindOf(message("x", { unit: "a", hexes: ["1", "2"] }), none)).toBe("move");
    expect(kindOf(message("x", { units: ["a"], units_defending: ["b"], die: 2 }), none)).toBe("fight");
    expect(kindOf(message("x", { dice: [1, 2] }), none)).toBe("roll");
    expect(kindOf(message("x", { turn: 3 }), none)).toBe("turn");
    expect(kindOf(message("x", { unit: "a" }), none)).toBe("note");
  });
});
