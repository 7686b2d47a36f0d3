import { expect, it } from "vitest";
import type { Piece } from "../lib/types";
import { HexGrid } from "../map/geometry";
import { actionAmong } from "./sight";

const grid = new HexGrid({ cols: 20, rows: 20, orientation: "flat", shifted: "even" });
const pile = (hex: string, side: string, count: number) => ({ hex, pieces: Array.from({ length: count }, () => ({ side }) as Piece) });
const own = ["0202", "1010", "1818"];

it("the first sight goes to where most of both sides have met", () => {
  const piles = [pile("0202", "red", 1), pile("0203", "blue", 4), pile("1818", "red", 3), pile("1717", "blue", 3)];
  expect(actionAmong(own, piles, "red", grid)).toBe("1818");
});

it("without enemies it goes to the one in the middle", () => {
  expect(actionAmong(own, own.map((hex) => pile(hex, "red", 1)), "red", grid)).toBe("1010");
});
