import { expect, it } from "vitest";
import { kindsNamed, offeredBy } from "./overlays";

const KINDS = ["zoc:soviet", "zoc:german", "control", "control:soviet", "command:<unit>", "ring", "front:soviet", "front:german", "range:<unit>"];

it("the bar has what every map has and what the game says it has, its own kinds last", () => {
  expect(offeredBy(KINDS)).toEqual(["zoc", "command", "reach", "control", "numbers", "ring", "front", "range"]);
  expect(offeredBy([])).toEqual(["reach", "numbers"]);
  expect(offeredBy(null)).not.toContain("ring");
});

it("a kind that only the game knows is asked for as the game calls it", () => {
  expect(kindsNamed(KINDS, "ring", null)).toEqual(["ring"]);
  expect(kindsNamed(KINDS, "front", "a")).toEqual(["front:soviet", "front:german"]);
  expect(kindsNamed(KINDS, "range", "a")).toEqual(["range:a"]);
  expect(kindsNamed(KINDS, "range", null)).toEqual([]);
  expect(kindsNamed(KINDS, "control", null)).toEqual([]);
});
