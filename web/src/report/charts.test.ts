import { describe, expect, it } from "vitest";
import { band, luck, path, running, scale } from "./charts";

describe("a chart", () => {
  it("has round ticks that hold every value", () => {
    const y = scale([25, 7, 41], 100, 0);
    expect(y.ticks).toEqual([0, 20, 40, 60]);
    expect(y(0)).toBe(100);
    expect(y(60)).toBe(0);
    expect(scale([-1.6, 3.8], 100, 0).ticks).toEqual([-2, 0, 2, 4]);
    expect(scale([], 0, 1).ticks.length).toBeGreaterThan(1);
  });

  it("draws its line through its points", () => {
    expect(path([[0, 1], [2, 3]])).toBe("M0.0 1.0L2.0 3.0");
  });

  it("tells luck per roll, and how much of it is nothing special", () => {
    expect(luck({ rolls: 4, total: 18, expected: 14 })).toBe(1);
    expect(luck({ rolls: 0, total: 0, expected: 0 })).toBe(0);
    expect(band(36, 6)).toBeCloseTo(0.365, 3);
  });
});

it("luck runs on from turn to turn", () => {
  const turns = [{ luck: { red: { total: 9, expected: 7 } } }, {}, { luck: { red: { total: 2, expected: 3.5 } } }];
  expect(running(turns, "red")).toEqual([2, 2, 0.5]);
  expect(running(turns, "blue")).toEqual([0, 0, 0]);
});
