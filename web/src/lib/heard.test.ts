import { expect, it } from "vitest";
import { heardOf } from "./heard";

const first = { who: "red", text: "you toad", at: 1 };
const second = { who: "blue", text: "please stop", at: 2 };

it("each line comes after those before it", () => {
  expect(heardOf([first], second)).toEqual([first, second]);
});

it("a line that is told again takes its own place", () => {
  const gone = { ...first, text: "", removed: true as const };
  expect(heardOf([first, second], gone)).toEqual([gone, second]);
});

it("two lines of one moment are told apart by who said them", () => {
  expect(heardOf([first], { ...second, at: 1 })).toHaveLength(2);
});
