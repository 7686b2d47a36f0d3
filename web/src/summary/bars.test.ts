import { expect, test } from "vitest";
import { barsOf } from "./bars";

test("between two sides the lead grows from the middle, and what the turn changed lies between then and now", () => {
  const [bar, ...others] = barsOf({ axis: 25, soviet: 0 }, { axis: 25, soviet: 5 }, null, 30);
  expect(others).toEqual([]);
  expect(bar).toMatchObject({ side: "axis", from: 0.5, change: -5, was: 25, is: 20, changed: "soviet" });
  expect([bar?.before, bar?.to].map((share) => share?.toFixed(3))).toEqual(["0.083", "0.167"]);
});

test("with goals each side has its own way, and points that nobody saw before have not changed", () => {
  const bars = barsOf(null, { red: 6, blue: 4 }, { red: 12, blue: 8 }, 10);
  expect(bars.map(({ side, to, change }) => [side, to, change])).toEqual([["red", 0.5, 0], ["blue", 0.5, 0]]);
});

test("one side alone has no lead", () => {
  expect(barsOf(null, { soviet: 6 }, null, 10)).toEqual([]);
});
