import { expect, test } from "vitest";
import { partAt } from "./track";

test("a place on the track is the beat that takes that time", () => {
  expect([0, 0.24, 0.26, 0.74, 0.76, 1].map((share) => partAt([100, 200, 100], share))).toEqual([0, 0, 1, 1, 2, 2]);
});

test("beyond either end is the first or the last", () => {
  expect([partAt([5, 5], -1), partAt([5, 5], 2), partAt([], 0.5)]).toEqual([0, 1, 0]);
});
