import { expect, it } from "vitest";
import { stepTo, type Spot } from "./steps";

const at = (left: number, top: number, wide = 10, high = 10): Spot => ({ left, top, right: left + wide, bottom: top + high });

it("leads to the nearest card that way", () => {
  // one wide card over three small ones
  const cards = [at(0, 0, 40), at(0, 20), at(15, 20), at(30, 20)];
  expect(stepTo("ArrowDown", 0, cards)).toBe(2);
  expect(stepTo("ArrowRight", 1, cards)).toBe(2);
  expect(stepTo("ArrowLeft", 3, cards)).toBe(2);
  expect(stepTo("ArrowUp", 3, cards)).toBe(0);
  expect(stepTo("ArrowRight", 3, cards)).toBeNull();
  expect(stepTo("ArrowDown", 2, cards)).toBeNull();
  expect(stepTo("Enter", 0, cards)).toBeNull();
});
