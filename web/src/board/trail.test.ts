import { expect, test } from "vitest";
import type { View } from "../lib/types";
import { trailOf } from "./trail";

const piece = (id: string, where: string, more = {}) => ({ id, where, on_map: true, side: "axis", ...more });
const view = (pieces: ReturnType<typeof piece>[], log: object[] = []) =>
  ({ pieces: Object.fromEntries(pieces.map((one) => [one.id, one])), log, log_length: log.length }) as unknown as View;

test("who moved leaves a way, as the log names it", () => {
  const before = view([piece("a", "0101"), piece("b", "0505")]);
  const after = view([piece("a", "0103"), piece("b", "0505")], [{ key: "event.moved", hexes: ["0101", "0102", "0103"] }]);
  expect(trailOf(before, after)).toEqual({ moves: [{ side: "axis", hexes: ["0101", "0102", "0103"] }], attacks: [] });
});

test("a stack that goes together is one arrow, and a hidden block leaves none", () => {
  const before = view([piece("a", "0101"), piece("b", "0101"), piece("h", "0301", { hidden: true })]);
  const after = view([piece("a", "0102"), piece("b", "0102"), piece("h", "0302", { hidden: true })]);
  expect(trailOf(before, after).moves).toEqual([{ side: "axis", hexes: ["0101", "0102"] }]);
});

test("an attack points from those who made it", () => {
  const before = view([piece("a", "0101"), piece("b", "0101"), piece("c", "0202")]);
  const after = view([piece("a", "0101"), piece("b", "0101"), piece("c", "0202")], [{ key: "event.combat", hex: "0102", units: ["a", "b", "c"] }]);
  expect(trailOf(before, after).attacks).toEqual([{ side: "axis", from: "0101", to: "0102" }, { side: "axis", from: "0202", to: "0102" }]);
});
