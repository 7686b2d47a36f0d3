import { expect, test } from "vitest";
import { dashes, markOf, MARKS, markStyle } from "./marks";
import { settings } from "./settings.svelte";

test("sides at one table have frames of their own", () => {
  expect(["axis", "soviet"].map((side) => markOf(side))).toEqual(["plain", "dashed"]);
  expect(["german", "russian"].map((side) => markOf(side))).toEqual(["plain", "dashed"]);
  expect(["red", "blue", "green", "gold"].map((side) => markOf(side))).toEqual([...MARKS]);
  const others = [{ side: "north" }, { side: "south" }];
  expect(others.map(({ side }) => markOf(side, others))).toEqual(["plain", "dashed"]);
});

test("only a dashed and a dotted frame have gaps", () => {
  expect(MARKS.map((mark) => dashes(mark, 5) !== null)).toEqual([false, true, true, false]);
});

test("squares have frames only where the reader wants them", () => {
  expect(markStyle("blue")).toBeNull();
  settings.set("marks", true);
  expect(markStyle("blue")).toContain("dashed");
  settings.set("marks", false);
});
