import { expect, test } from "vitest";
import { SEATS, UNKNOWN } from "./livery.svelte";
import { dashes, markOf, markStyle } from "./marks";
import { settings } from "./settings.svelte";

test("sides at one table have frames of their own", () => {
  const players = [{ side: "north" }, { side: "south" }];
  expect(players.map(({ side }) => markOf(side, players))).toEqual(["plain", "dashed"]);
  const told = { ...UNKNOWN, sides: { north: { ...SEATS[0], pattern: "double" } } } as typeof UNKNOWN;
  expect(markOf("north", players, told)).toBe("double");
});

test("only a dashed and a dotted frame have gaps", () => {
  expect((["plain", "dashed", "dotted", "double"] as const).map((mark) => dashes(mark, 5) !== null)).toEqual([false, true, true, false]);
});

test("squares have frames only where the reader wants them", () => {
  const players = [{ side: "red" }, { side: "blue" }];
  expect(markStyle("blue", players)).toBeNull();
  settings.set("marks", true);
  expect(markStyle("blue", players)).toContain("dashed");
  settings.set("marks", false);
});
