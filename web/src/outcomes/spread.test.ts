import { expect, it, vi } from "vitest";
import { barsOf, leads, percent, spoken } from "./spread";

vi.mock("../i18n/index.svelte", async () => {
  const [{ en }, { fill }] = await Promise.all([import("../i18n/en"), import("../i18n/fill")]);
  return { t: (key: keyof typeof en, facts = {}) => fill(en[key], facts) };
});

it("bars lie on one axis with nought and with what really happened", () => {
  const { bars, at } = barsOf([{ from: -4, to: -2, games: 1, won: { axis: 1 } }, { from: -2, to: 0, games: 0, won: {} }, { from: 0, to: 2, games: 4, won: { soviet: 2, axis: 1 } }], 5, 100, 50);
  expect(at(-4)).toBe(0);
  expect(at(6)).toBe(100);
  expect(bars.map((bar) => [bar.x, bar.height])).toEqual([[0, 12.5], [20, 0], [40, 50]]);
  expect(bars[2]?.parts).toEqual([{ side: "axis", y: 0, height: 12.5 }, { side: "soviet", y: 12.5, height: 25 }, { side: null, y: 37.5, height: 12.5 }]);
  expect(bars.every((bar) => bar.width === 20)).toBe(true);
});

it("a game that ended below all others widens the axis", () => {
  const { at } = barsOf([{ from: 2, to: 3, games: 1, won: {} }], -7, 100, 50);
  expect(at(-7)).toBe(0);
});

it("times and shares are short", () => {
  expect([spoken(0.2), spoken(55), spoken(200)]).toEqual(["1 s", "55 s", "3 min"]);
  expect(spoken(7200)).toBe("2 h");
  expect(percent(0.614)).toBe("61");
});

it("the axis of leads has round figures, and nought among them", () => {
  expect(leads(-23, 41)).toEqual([-20, 0, 20, 40]);
  expect(leads(-1, 1)).toEqual([-1, 0, 1]);
  expect(leads(0, 0)).toEqual([0]);
});
