import { expect, it } from "vitest";
import { SEATS, wardrobe } from "../lib/livery.svelte";
import { sideFill, sideInk, sidePrint } from "../lib/sides";
import type { GameInfo, Livery, Piece, SideColours } from "../lib/types";
import { coloursOf, sideColours } from "./colours";

const piece = (facts: Partial<Piece>): Piece => ({
  id: "x", label: "1", side: "north", nation: "north", symbol: "tank", size: "corps", where: "0101", on_map: true, values: [4, 2, 8], move: 8, ...facts,
});
const [first, second] = SEATS as [SideColours, SideColours];
const elite = { colour: "#112233", ink: "#FFFFFF", box: "#222222", lines: "#EEEEEE" };
const livery: Livery = { sides: { north: { ...second, text: "#010203", night: "#A0B0C0" }, south: first }, coats: { elite } };
const game = (id: string, colours: Livery): GameInfo => ({ id, names: { en: id, ja: id }, bots: [], scenarios: [], colours });

it("a piece wears its own coat, else its nation's, else its side's", () => {
  expect(coloursOf(piece({ coat: "elite" }), livery)).toEqual(elite);
  expect(coloursOf(piece({ nation: "elite" }), livery)).toEqual(elite);
  expect(coloursOf(piece({ nation: "ruritanian" }), livery)).toEqual(second.printed);
  expect(coloursOf(piece({ coat: "elite", hidden: true }), livery)).toEqual(second.printed);
});

it("a tinted box has dark lines, and a fort is stone whoever holds it", () => {
  expect(coloursOf(piece({ coat: "elite", box: "red" }), livery)).toMatchObject({ colour: "#112233", box: "#F2B9A6", lines: "#16130F" });
  expect(coloursOf(piece({ symbol: "fort" }), livery)).toEqual(coloursOf(piece({ symbol: "fort", side: "south", coat: "elite" }), livery));
});

it("counters, flags, chips and names of a page are its game's, and those of another game are not", () => {
  const other: Livery = { sides: { north: first, south: second }, coats: {} };
  wardrobe.know([game("mine", livery), game("other", other)]);
  wardrobe.open("mine");
  expect([coloursOf(piece({})).colour, sideColours([piece({})]).get("north"), sideFill("north")]).toEqual(Array(3).fill(second.printed.colour));
  expect(sidePrint("north")).toBe(second.printed.ink);
  expect(sideInk("north")).toBe("light-dark(#010203, #A0B0C0)");
  expect(sideFill("north", [], wardrobe.of("other"))).toBe(first.printed.colour);
});

it("sides of a game that has not told its colours yet differ all the same", () => {
  wardrobe.open("nobody's");
  const players = [{ side: "east" }, { side: "east" }, { side: "west" }];
  expect(sideFill("east", players)).not.toBe(sideFill("west", players));
  expect(coloursOf(piece({ side: "up" })).colour).not.toBe(coloursOf(piece({ side: "down" })).colour);
});
