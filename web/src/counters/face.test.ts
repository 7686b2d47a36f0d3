import { expect, it } from "vitest";
import type { Piece } from "../lib/types";
import { coloursOf } from "./colours";
import { detailOf, isReduced, moved, shoulders, symbolOf, symbolWord } from "./face";

const piece = (facts: Partial<Piece>): Piece => ({
  id: "x", label: "24Tk", side: "soviet", nation: "soviet", symbol: "tank", size: "corps", where: "0101", on_map: true, values: [4, 2, 8], move: 8, ...facts,
});

it("every symbol of a game is drawn, by its own word or the part that is known", () => {
  for (const word of ["armor-hq", "cavalry", "hq", "infantry", "luftwaffe", "mechanized", "motorized", "mountain", "panzer", "rifle", "security", "ss-panzer", "tank"]) {
    const symbol = symbolOf(piece({ symbol: word }), "close");
    expect(symbol.strokes.length + (symbol.text ? 1 : 0)).toBeGreaterThan(0);
  }
  expect(symbolWord("ss-mechanised")).toBe("mechanized");
});

it("sides differ by polarity, not by hue alone", () => {
  const light = (colour: string) => [1, 3, 5].reduce((sum, at) => sum + parseInt(colour.slice(at, at + 2), 16), 0);
  const [german, soviet] = [coloursOf(piece({ nation: "german" })), coloursOf(piece({}))];
  expect(light(german.ink)).toBeLessThan(light(german.base));
  expect(light(soviet.ink)).toBeGreaterThan(light(soviet.base));
  expect(coloursOf(piece({ nation: "ruritanian" }))).toEqual(coloursOf(piece({ nation: "ruritanian" })));
});

it("shoulders tell the later action and the worse supply", () => {
  expect(shoulders(piece({ flags: ["moved", "fought", "out_of_supply", "isolated"] }))).toEqual({ action: "fought", supply: "isolated" });
  expect(shoulders(piece({}))).toEqual({ action: null, supply: null });
});

it("a unit that has lost a step is reduced", () => {
  expect(isReduced(piece({ steps: 1, full_steps: 2 }))).toBe(true);
  expect(isReduced(piece({}))).toBe(false);
});

it("detail follows the counter's side", () => expect([20, 24, 40, 41].map(detailOf)).toEqual(["far", "middle", "middle", "close"]));

it("a path is moved and scaled, steps only scaled", () => {
  expect(moved("M10,20 L30,40 h5 V7Z", 2, 100, 200)).toBe("M120 240L160 280h10V214Z");
  expect(moved("m10,20 5,5", 2, 100, 200)).toBe("m120 240 10 10");
  expect(moved("M0,0 a15,15 0 1 1 30,0", 2, 1, 1)).toBe("M1 1a30 30 0 1 1 60 0");
});
