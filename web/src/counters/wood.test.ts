import { expect, it } from "vitest";
import type { KindFace, Piece } from "../lib/types";
import { badgesOf, codeOf, edges, isBlock, pips, sample } from "./wood";

const face = { name: { en: "Fighter", ja: "戦闘機" }, label: "FA", symbol: "fighter", size: "wing", class: "air", turn: "A", move: 3, fire: [2, 0, 1], full_steps: 4, cost: 1 } as KindFace;

it("a block is what has firepower or is hidden; a counter is neither", () => {
  expect(isBlock({ hidden: true })).toBe(true);
  expect(isBlock(sample("fighter", face, "red"))).toBe(true);
  expect(isBlock({} as Piece)).toBe(false);
});

it("strength is a row of pips that stays in its room, and its neighbours stand on the sides", () => {
  expect(pips(4, 46, 11).map((pip) => pip.x)).toEqual([-16.5, -5.5, 5.5, 16.5]);
  expect(Math.max(...pips(8, 46, 11).map((pip) => pip.x + pip.size / 2))).toBeLessThan(23);
  expect(edges(3, 4)).toEqual({ left: 4, right: 2 });
  expect(edges(4, 4)).toEqual({ left: 0, right: 3 });
});

it("shows at most two badges, the most important ones", () => {
  expect(badgesOf({ flags: ["moved", "face_up", "at_sea", "beachhead"] })).toEqual(["beachhead", "at_sea"]);
  expect(badgesOf({ flags: ["face_up"], aboard: "red-carrier-1" })).toEqual(["aboard", "face_up"]);
});

it("a long label is cut to its first letters", () => expect([codeOf({ label: "FA" }), codeOf({ label: "Air Factory" })]).toEqual(["FA", "AF"]));
