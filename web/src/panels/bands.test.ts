import { expect, it } from "vitest";
import type { Band } from "../lib/types";
import { bandAt, placeIn, widthOf } from "./bands";

const band = (from: number, to?: number): Band => ({ from, label: { en: "", ja: "" }, ...(to === undefined ? {} : { to }) });
const BANDS = [band(0, 7), band(8, 9), band(10, 10), band(11, 12), band(13, 15), band(16)];

it("a score stands in its band, beyond the ends in the first or the last", () => {
  expect([-1, 0, 7, 8, 10, 15, 16, 40].map((score) => bandAt(BANDS, score))).toEqual([0, 0, 0, 1, 2, 4, 5, 5]);
});

it("a marker stays inside its band", () => {
  expect(placeIn(band(0, 7), 4)).toBeCloseTo(4.5 / 8);
  expect(placeIn(band(16), 40)).toBeLessThan(1);
  expect(BANDS.map(widthOf)).toEqual([8, 2, 1, 2, 3, 3]);
});
