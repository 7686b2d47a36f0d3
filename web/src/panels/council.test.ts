import { expect, it } from "vitest";
import type { Seat } from "../lib/types";
import { council, saidIn } from "./council";

const players = [
  { id: "red", side: "red" },
  { id: "north", side: "blue" },
  { id: "south", side: "blue" },
];
const seat = (kind: Seat["kind"]): Seat => ({ kind, bot: null, name: "" });
const people = { red: seat("human"), north: seat("human"), south: seat("human") };

it("a council is of those who win together", () => {
  expect(council("north", players, people)).toEqual(["south"]);
  expect(council("red", players, people)).toEqual([]);
});

it("who looks on has none", () => {
  expect(council(null, players, people)).toEqual([]);
});

it("nobody confers with bots or with himself", () => {
  expect(council("north", players, { ...people, south: seat("bot") })).toEqual([]);
  expect(council("north", players, people, ["north", "south"])).toEqual([]);
  expect(council("north", players, { ...people, south: seat("open") })).toEqual(["south"]);
});

it("each line is in one of the two rooms", () => {
  const lines = [{ who: "north", text: "all", at: 1 }, { who: "north", text: "us", at: 2, council: "blue" }];
  expect(saidIn(lines, false).map((one) => one.text)).toEqual(["all"]);
  expect(saidIn(lines, true).map((one) => one.text)).toEqual(["us"]);
});
