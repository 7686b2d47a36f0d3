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

  it("tells what dice did beyond what fair ones do, and how much of it is nothing special", () => {
    expect(luck({ dice: 4, actual: 3, expected: 1.5, variance: 1 })).toBe(1.5);
    expect(band({ dice: 4, actual: 3, expected: 1.5, variance: 4 })).toBeCloseTo(2.563, 3);
  });
});

it("luck runs on from turn to turn", () => {
  const told = (actual: number, expected: number) => ({ luck: { red: { effect: { dice: 1, actual, expected, variance: 1 } } } });
  const turns = [told(9, 7), {}, told(2, 3.5)];
  expect(running(turns, "red")).toEqual([2, 2, 0.5]);
  expect(running(turns, "blue")).toEqual([0, 0, 0]);
});
