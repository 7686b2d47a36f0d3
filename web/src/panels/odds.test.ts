import { expect, it } from "vitest";
import type { Odds, Piece } from "../lib/types";
import { attackRows, before, columnRows, defenceRows, gathered, heights, short } from "./odds";

const piece = (id: string, values: Piece["values"], symbol = "infantry"): Piece => ({ id, label: id, side: "german", nation: "german", symbol, size: "II", where: "1010", on_map: true, values, move: 6 });
const view = { pieces: Object.fromEntries([piece("meyer", ["6•", "B", 6]), piece("stug", ["2*", "B", 8]), piece("hq", [8], "hq")].map((one) => [one.id, one])) };

it("groups tell what their counters print and what they count", () => {
  const [row] = attackRows({ hex: "1010", groups: [{ units: ["meyer", "stug"], factor: "1/2", strength: 4, reasons: ["isolated"] }] }, view);
  expect(row).toMatchObject({ strengths: [6, 2], plain: 8, strength: 4, from: "1010" });
});

it("what a counter prints for this fight is the server's to say", () => {
  const [row] = attackRows({ hex: "1010", groups: [{ units: ["meyer"], factor: "1", strength: 9, printed: [9] }] }, view);
  expect(row).toMatchObject({ strengths: [9], plain: 9, strength: 9 });
});

it("a combat that comes first is told first", () => {
  const first: Odds = { hex: "1010", segment: "initial_armored" };
  expect(before({ hex: "1010", initial: first })).toEqual([first]);
  expect(before(first)).toEqual([]);
});

it("defenders are those the server names, else those in the hex without headquarters", () => {
  const told = defenceRows({ hex: "1010", defence: 2, defence_groups: [{ units: ["stug"], factor: "1", strength: 2 }] }, view);
  expect(told.map((row) => row.units.map((unit) => unit.id))).toEqual([["stug"]]);
  expect(defenceRows({ hex: "1010", defence: 8 }, view)[0]).toMatchObject({ plain: 8, strength: 8, from: null });
  expect(defenceRows({ hex: "1010" }, view)).toEqual([]);
});

it("columns stand in the order of their ratios", () => {
  const odds: Odds = { hex: "1010", column: "1/1", by_die: ["-"], neighbours: [{ column: "3/2", by_die: ["-"] }, { column: "1/2", by_die: ["-"] }] };
  expect(columnRows(odds).map((row) => row.column)).toEqual(["1/2", "1/1", "3/2"]);
});

it("a bar is as high as its number, or as its result is severe", () => {
  expect(heights({ by_die: ["0", "0", "-1", "−2"] })).toEqual([0, 0, 0.5, 1]);
  expect(heights({ by_die: ["levels_0", "levels_2"] })).toEqual([0, 1]);
  expect(["levels_2", "1DR", "-/R1"].map(short)).toEqual(["2", "1DR", "-/R1"]);
  expect(heights({ by_die: ["x", "y"], severity: { x: "none", y: "hard" } })).toEqual([0, 1]);
});

it("of many results the rarest share a line, and the others keep their order", () => {
  const bars = [0.2, 0.02, 0.3, 0.25, 0.01, 0.22].map((share, n) => ({ result: `r${n}`, ways: share, share }));
  const names = (most: number): string[][] => Object.values(gathered(bars, most)).map((list) => list.map((one) => one.result));
  expect(names(6)).toEqual([["r0", "r1", "r2", "r3", "r4", "r5"], []]);
  expect(names(5)).toEqual([["r0", "r2", "r3", "r5"], ["r1", "r4"]]);
});
