import { expect, it } from "vitest";
import { bandsOf, ticksOf } from "./bands";

it("turns share a replay among them, the set-up counting to the first", () => {
  const bands = bandsOf([{ turn: 1, step: 10 }, { turn: 2, step: 50, label: "March" }, { turn: 3, step: 90 }], 100);
  expect(bands.map((band) => [band.turn, band.from, band.to])).toEqual([[1, 0, 50], [2, 50, 90], [3, 90, 101]]);
  expect(bands.reduce((sum, band) => sum + band.share, 0)).toBeCloseTo(1);
  expect(bands[1]?.label).toBe("March");
});

it("combats are ticks along a replay, as many as can be told apart", () => {
  expect(ticksOf([10, 11, 500, 1000], 1000)).toEqual([1, 50, 100]);
  expect(ticksOf([0], 0)).toEqual([]);
});

it("a replay without steps or turns has no bands", () => {
  expect(bandsOf([{ turn: 1, step: 0 }], 0)).toEqual([]);
  expect(bandsOf([], 100)).toEqual([]);
});
