import { expect, it } from "vitest";
import { amount, attackOf, defenceOf, qualityOf } from "./figures";

it("a figure with a mark counts its number, a letter nothing", () => {
  expect([4, "3*", "3•", "+1", "B", undefined].map(amount)).toEqual([4, 3, 3, 1, 0, 0]);
});

it("three figures are attack, defence and movement, or strength, quality and movement", () => {
  expect(qualityOf([7, "C", 6])).toBe("C");
  expect(qualityOf([4, 2, 8])).toBeNull();
  expect([attackOf({ values: [4, 2, 8] }), defenceOf({ values: [4, 2, 8] })]).toEqual([4, 2]);
  expect([attackOf({ values: ["3*", "B", 8] }), defenceOf({ values: ["3*", "B", 8] })]).toEqual([3, 3]);
  expect(defenceOf({ values: [2, 5] })).toBe(2);
});
