import { expect, it } from "vitest";
import { capital } from "./capital";

it("begins a sentence with a capital, but no label of a unit", () => {
  expect(capital("round 2")).toBe("Round 2");
  expect(capital("the Soviet side")).toBe("The Soviet side");
  expect(capital("mAT1 is destroyed")).toBe("mAT1 is destroyed");
  expect(capital("38G advances")).toBe("38G advances");
  expect(capital("第2ラウンド")).toBe("第2ラウンド");
  expect(capital("")).toBe("");
});
