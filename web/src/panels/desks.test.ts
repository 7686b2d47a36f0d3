import { expect, it } from "vitest";
import type { Ask, KindFace, Piece, View } from "../lib/types";
import { answersOf, byClass, handRows, listed, pictured, priceRows, purseOf, spentOn } from "./desks";

const kinds = { fighter: { class: "air", cost: 1 }, cruiser: { class: "naval", cost: 2 }, infantry: { class: "ground", cost: 1 } } as unknown as Record<string, KindFace>;
const piece = (id: string, kind: string, steps: number): Piece => ({ id, kind, steps, cost: kinds[kind]?.cost, army: "red", on_map: false, where: "in hand" }) as unknown as Piece;
const ask = (answers: Ask["answers"], answerKinds: Ask["kinds"], focus: Ask["focus"] = {}): Ask => ({ answers, kinds: answerKinds, focus }) as Ask;

const buying = ask(
  { buy: ["fighter", "infantry"], raise: ["a"], lower: ["a", "b"], done: [null] },
  { buy: "chit", raise: "unit", lower: "unit", done: "nothing" },
  { prices: { fighter: 1, cruiser: 2, infantry: 1 }, left: { fighter: 3, cruiser: 1, infantry: 9 }, points: 20, verbs: { buy: "buy", full: "buy_full", raise: "raise", lower: "lower", back: "give_back" } },
);
const hand = [piece("a", "fighter", 2), piece("b", "cruiser", 3)];

it("chits that are types of blocks are listed with their pictures, others are not", () => {
  expect(listed({ ask: buying, kinds })).toBe(true);
  expect(listed({ ask: ask({ play: ["chit-1"] }, { play: "chit" }), kinds })).toBe(false);
  expect(listed({ ask: ask({ unit: ["a"] }, { unit: "unit" }), kinds })).toBe(false);
});

it("a force is bought, raised and lowered by type", () => {
  const rows = priceRows({ kinds } as unknown as View, buying, hand);
  expect(rows.map((row) => [row.kind, row.price, row.left, row.buy?.target ?? null])).toEqual([["fighter", 1, 3, "fighter"], ["cruiser", 2, 1, null], ["infantry", 1, 9, "infantry"]]);
  expect(rows[0]?.owned[0]?.raise?.verb).toBe("raise");
  expect(rows[1]?.owned[0]).toMatchObject({ raise: null, lower: { verb: "lower", target: "b" } });
  expect(spentOn(hand)).toBe(8);
});

it("when nothing can be raised any more, what is left lowers", () => {
  const only = ask({ lower: ["a"] }, { lower: "unit" }, { prices: { fighter: 1 }, verbs: { raise: "raise", lower: "lower" } });
  expect(priceRows({ kinds } as unknown as View, only, hand)[0]?.owned[0]).toMatchObject({ raise: null, lower: { verb: "lower" } });
});

it("equal blocks in hand are one row", () => {
  const rows = handRows([piece("a", "fighter", 4), piece("b", "fighter", 4), piece("c", "fighter", 3)], [{ verb: "deploy", target: "b", kind: "unit" }]);
  expect(rows.map((row) => [row.piece.id, row.count, row.answer?.target ?? null])).toEqual([["b", 2, "b"], ["c", 1, null]]);
});

it("a block that was taken up stays in its row and speaks for it", () => {
  const rows = handRows([piece("a", "fighter", 4), piece("b", "fighter", 4), piece("c", "cruiser", 3)], [{ verb: "deploy", target: "c", kind: "unit" }], "b");
  expect(rows.map((row) => [row.piece.id, row.count, row.chosen, row.answer?.target ?? null])).toEqual([["b", 2, true, null], ["c", 1, false, "c"]]);
});

it("counters in hand are alike where they print the same", () => {
  const counter = (id: string, symbol: string, number: number): Piece => ({ id, symbol, name: { en: `Rifle regiment ${number}`, ja: "" }, nation: "soviet", size: "regiment", values: [5, 3], steps: 1, where: "to place", on_map: false }) as unknown as Piece;
  const rows = handRows([counter("a", "infantry", 1), counter("b", "infantry", 2), counter("c", "tank", 1)], []);
  expect(rows.map((row) => [row.piece.id, row.count])).toEqual([["a", 2], ["c", 1]]);
});

it("types stand by class, and purses by what they hold", () => {
  expect(byClass([{ kind: "infantry" }, { kind: "fighter" }, { kind: "cruiser" }], kinds).map((one) => one.name)).toEqual(["air", "naval", "ground"]);
  expect(purseOf({ hex: "0707", points: 3 })).toEqual([{ name: null, points: 3 }]);
  expect(purseOf({ hex: "0707", air: 1, naval: 0, ground: 2 }).map((one) => one.name)).toEqual(["air", "naval", "ground"]);
  expect(answersOf(buying, "a").map((one) => one.verb)).toEqual(["raise", "lower"]);
});

it("of chits with several verbs each is listed, and none has a picture", () => {
  const maps = { ask: ask({ turn_map: ["north"], shift_map: ["north"] }, { turn_map: "chit", shift_map: "chit" }), kinds };
  expect([listed(maps), pictured(maps)]).toEqual([true, false]);
});
