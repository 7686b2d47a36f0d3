import { describe, expect, it } from "vitest";
import { byFigures, colourOf, signed, sparkline, timesInSix } from "./told";

describe("hints in figures", () => {
  it("tells a gain with its sign", () => {
    expect(signed(1.84)).toBe("+1.8");
    expect(signed(-0.42)).toBe("−0.4");
    expect(signed(3, 0)).toBe("+3");
  });
  it("tells chances in sixths", () => expect([0, 0.5, 0.83, 1].map(timesInSix)).toEqual([0, 3, 5, 6]));
  it("has a colour for every number", () => expect(new Set([0, 1, 2].map(colourOf)).size).toBe(3));
  it("draws a course from left to right, good on top", () => {
    expect(sparkline([0, 1], 100, 20)).toBe("0.0,20.0 100.0,0.0");
    expect(sparkline([0.5], 100, 20)).toBe("0.0,10.0");
  });
});

it("knows whether figures tell the order", () => {
  expect(byFigures([{ gain: 3 }, { gain: 2 }, { gain: 2 }])).toBe(true);
  expect(byFigures([{ gain: 1.2 }, { gain: 0.4 }, { gain: 2.5 }])).toBe(false);
  expect(byFigures([])).toBe(true);
});
