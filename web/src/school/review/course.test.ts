import { describe, expect, it } from "vitest";
import { chanceAt, courseOf, figured, LEFT, markOf, WIDE, wideIn, worth } from "./course";
import type { Decision } from "./types";

const COURSE = [
  { turn: 1, by: "red", step: 0, chance: 0.5, lead: 0 },
  { turn: 1, by: "blue", step: 10, chance: 0.6, lead: 1 },
  { turn: 2, by: "red", step: 30, chance: 0.4, lead: -1 },
  { turn: 2, by: null, step: 40, chance: 1, lead: 5 },
];

describe("the course of a game", () => {
  const { x, y, turns } = courseOf(COURSE);
  it("gives every turn the same width", () => {
    expect(x(0)).toBe(LEFT);
    expect(x(30)).toBe((LEFT + WIDE) / 2);
    expect(x(40)).toBe(WIDE);
    expect(x(15)).toBeCloseTo((x(0) + x(30)) / 2);
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2]);
  });
  it("is as wide as a phone where there is no more room", () => {
    expect([0, 359, 900, 200].map(wideIn)).toEqual([WIDE, 359, WIDE, 300]);
    expect(courseOf(COURSE, 359).x(40)).toBe(359);
  });
  it("has a good chance on top", () => expect(y(1)).toBeLessThan(y(0)));
  it("knows the chance at any step", () => expect([0, 12, 39, 40].map((step) => chanceAt(COURSE, step))).toEqual([0.5, 0.6, 0.4, 1]));
});

describe("what something was worth", () => {
  it("is told in chances, or in points where it changed none", () => {
    expect(worth({ chance: -0.244, lead: -1.6 })).toBe("−24 %");
    expect(worth({ chance: 0.004, lead: 0.3 })).toBe("+0.3");
  });
});

describe("decisions", () => {
  const decision = (by: string): Decision => ({ by }) as Decision;
  it("are numbers of one's own and letters of others'", () => {
    const all = [decision("red"), decision("red"), decision("blue")];
    expect(all.map((one) => markOf(all, one, "red"))).toEqual(["1", "2", "a"]);
  });
});

describe("figures over bars", () => {
  const turns = [[1, -3, 2], [0.5, 4, 1]];
  it("stand over all, or the largest where they would run into each other", () => {
    expect(figured(turns, 100, 22)).toEqual([[true, true, true], [true, true, true]]);
    expect(figured(turns, 28, 7)).toEqual([[false, true, false], [false, true, false]]);
    expect(figured(turns, 16, 4)).toEqual([[false, false, false], [false, true, false]]);
  });
});
