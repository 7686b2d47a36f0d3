import { expect, it } from "vitest";
import { chance, decimal } from "./luck";

it("a figure has a true minus, and a plus where a sign is wanted", () => {
  expect([decimal(-2.04, true), decimal(1.25, true), decimal(0, true), decimal(-0.01), decimal(3)]).toEqual(["−2", "+1.3", "0", "0", "3"]);
});

it("what chance does is told in three degrees", () => {
  expect([0, 1, 1.1, 2, 2.1].map(chance)).toEqual(["luck.ordinary", "luck.ordinary", "luck.seldom", "luck.seldom", "luck.rare"]);
});
