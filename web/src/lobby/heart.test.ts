import { expect, it } from "vitest";
import type { MapDocument, Piece } from "../lib/types";
import { Land } from "../map/land";
import { cornerOf, heartOf, radiusOf } from "./heart";

const rows = Array.from({ length: 20 }, () => ".".repeat(30)).join("\n");
const land = new Land({
  id: "x", name: "x", grid: { cols: 30, rows: 20, orientation: "flat", shifted: "even" }, terrain: { legend: { ".": "clear" }, grid: rows }, hexsides: {},
  places: [{ hex: "0202", name: "a", kind: "town" }, { hex: "0203", name: "b", kind: "town" }, { hex: "2515", name: "c", kind: "town" }],
} as MapDocument);
const at = (where: string): Piece => ({ where }) as Piece;

it("a picture looks at the most counters, or without any at the most places", () => {
  expect(heartOf(land, [at("2010"), at("2011"), at("0505")], 20, 10)).toEqual(land.grid.centreOf("2010"));
  expect(heartOf(land, [], 20, 10)).toEqual(land.grid.centreOf("0202"));
});

it("and stays on the map", () => {
  expect(cornerOf(land, land.grid.centreOf("0101"), 20, 10)).toEqual([0, 0]);
  const [x, y] = cornerOf(land, land.grid.centreOf("3020"), 20, 10);
  expect([x + 20, y + 10]).toEqual([land.grid.width, land.grid.height]);
});

it("and no paper shows beside it: a narrow map is drawn larger", () => {
  const { width, height } = land.grid;
  expect(radiusOf(land, 9, [5 * width, 5 * height], false)).toBe(9);
  expect(radiusOf(land, 9, [12 * width, 5 * height], false)).toBe(12);
  expect(radiusOf(land, 9, [5 * width, 14 * height], false)).toBe(14);
});

it("or all of it fits, however small", () => {
  const { width, height } = land.grid;
  expect(radiusOf(land, 19, [12 * width, 5 * height], true)).toBe(5);
  expect(radiusOf(land, 19, [0, 0], true)).toBe(19);
});
