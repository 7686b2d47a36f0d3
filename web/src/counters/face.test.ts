import { expect, it } from "vitest";
import type { Piece } from "../lib/types";
import { detailOf, figures, isReduced, labelSize, levels, moved, shoulders, sizeMark, strengths, symbolOf } from "./face";
import { isHeadquarters, symbolWord } from "./symbols";
import { widthOf } from "./width";

const piece = (facts: Partial<Piece>): Piece => ({
  id: "x", label: "24Tk", side: "north", nation: "north", symbol: "tank", size: "corps", where: "0101", on_map: true, values: [4, 2, 8], move: 8, ...facts,
});

// the types in the unit files of two games
const WORDS_OF_GAMES = [
  "anti-tank", "assault-gun", "cadre", "engineer", "fort", "flamethrower-tank", "hq", "infantry", "jaeger", "mechanised", "motorcycle", "motorised-infantry",
  "mountain", "mrl", "paratroop", "recon", "security", "ski", "tank", "anti_aircraft", "anti_tank", "armored_infantry", "assault_gun", "direct_fire_artillery",
  "headquarters", "ranged_artillery", "reconnaissance", "supply",
];

it("every symbol of a game is drawn, by its own word or the part that is known", () => {
  for (const word of WORDS_OF_GAMES) {
    const symbol = symbolOf(piece({ symbol: word }), "close");
    expect(symbol.strokes.length > 0 || symbol.text?.text === "HQ", word).toBe(true);
  }
  for (const word of ["armor-hq", "cavalry", "hq", "infantry", "airborne", "mechanized", "motorized", "mountain", "rifle", "security", "tank"]) {
    const symbol = symbolOf(piece({ symbol: word }), "close");
    expect(symbol.strokes.length + (symbol.text ? 1 : 0)).toBeGreaterThan(0);
  }
  expect(symbolWord("elite-mechanised")).toBe("mechanized");
});

it("shoulders tell the later action and the worse supply", () => {
  expect(shoulders(piece({ flags: ["moved", "fought", "isolated", "unsupplied"] }))).toEqual({ action: "fought", alarm: 2 });
  expect(shoulders(piece({ flags: ["moved", "used", "isolated"] }))).toEqual({ action: "used", alarm: 1 });
  expect(shoulders(piece({ flags: ["out_of_supply"] })).alarm).toBe(1);
  expect(shoulders(piece({}))).toEqual({ action: null, alarm: 0 });
});

it("a game says itself how bad its word for a state of supply is", () => {
  expect(shoulders(piece({ flags: ["isolated"], alarm: 2 })).alarm).toBe(2);
});

it("a unit that has lost a step is reduced", () => {
  expect(isReduced(piece({ steps: 1, full_steps: 2 }))).toBe(true);
  expect(isReduced(piece({}))).toBe(false);
});

it("detail follows the counter's side", () => expect([20, 24, 40, 41].map((side) => detailOf(side))).toEqual(["far", "middle", "middle", "close"]));

it("a path is moved and scaled, steps only scaled", () => {
  expect(moved("M10,20 L30,40 h5 V7Z", 2, 100, 200)).toBe("M120 240L160 280h10V214Z");
  expect(moved("m10,20 5,5", 2, 100, 200)).toBe("m120 240 10 10");
  expect(moved("M0,0 a15,15 0 1 1 30,0", 2, 1, 1)).toBe("M1 1a30 30 0 1 1 60 0");
});

it("a quality stands small between strength and movement", () => {
  const rifle = piece({ values: ["3*", "B", 8] });
  expect(strengths(rifle)).toBe("3* B 8");
  const [strength, letter, move] = figures(rifle);
  expect([strength?.text, letter?.text, move?.text]).toEqual(["3*", "B", "8"]);
  expect(letter?.size).toBeLessThan((strength?.size ?? 0) * 0.7);
  expect(figures(piece({}))).toEqual([{ text: "4–2–8", x: 50, size: 34 }]);
  expect(strengths(piece({ values: ["+1", 8] }))).toBe("+1·8");
});

it("four figures stay on their counter, at the middle distance too", () => {
  for (const values of [[5, 7, 14, 8], [12, 10, 16, 10], [18, 24, 10]]) {
    const [line] = figures(piece({ values }));
    expect(widthOf(line?.text ?? "", (line?.size ?? 0) * 1.08, 700, 0.5), String(values)).toBeLessThan(93);
    expect(line?.size).toBeGreaterThan(19);
  }
});

it("a fort shows its level as pips and no strength", () => {
  const fort = piece({ symbol: "fort", size: "marker", steps: 3, full_steps: 5, values: [3] });
  expect(levels(fort).map((pip) => pip.held)).toEqual([true, true, true, false, false]);
  expect(isReduced(fort)).toBe(false);
  expect(sizeMark(fort)).toBe("");
  const last = levels(fort).at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThan(93);
});

it("headquarters are known by their symbol, whatever range a launcher has", () => {
  expect(["hq", "armor-hq", "headquarters"].every(isHeadquarters)).toBe(true);
  expect(isHeadquarters("mrl")).toBe(false);
});

it("a long label is set small enough for its counter", () => {
  expect(labelSize(piece({ label: "14G" }))).toBe(22);
  const long = piece({ label: "HQ Chevalerie", symbol: "hq", size: "HQ" });
  expect(labelSize(long) * 0.45 * long.label.length).toBeLessThanOrEqual(84.01);
});
