import { describe, expect, it } from "vitest";
import { arrivals, offMap, otherSide, stillToAct } from "./stacks";
import type { Piece, View } from "./types";

const piece = (id: string, over: Partial<Piece>): Piece => ({ id, label: id, values: [1], where: "0101", on_map: true, ...over }) as Piece;
const view = (...pieces: Piece[]): View => ({ turn: 3, pieces: Object.fromEntries(pieces.map((one) => [one.id, one])) }) as View;

describe("counters in the rail", () => {
  it("arrive by turn and are not counted among the dead", () => {
    const now = view(
      piece("a", { on_map: false, where: "not arrived", arrives: 5 }),
      piece("b", { on_map: false, where: "not arrived", arrives: 3 }),
      piece("c", { on_map: false, where: "eliminated", arrives: 1 }),
      piece("d", {}),
    );
    expect(arrivals(now).map((one) => [one.turn, one.units.map((unit) => unit.id)])).toEqual([
      [3, ["b"]],
      [5, ["a"]],
    ]);
    expect(offMap(now).map((one) => [one.place, one.units.map((unit) => unit.id)])).toEqual([["eliminated", ["c"]]]);
  });

  it("are still to act while activated and unmoved", () => {
    const now = view(piece("a", { flags: ["activated"] }), piece("b", { flags: ["activated", "moved"] }), piece("c", {}));
    expect(stillToAct(now, null).map((unit) => unit.id)).toEqual(["a"]);
  });

  it("have another side only with two steps", () => {
    const two = piece("a", { values_by_steps: [[0], [2, 1, 8], [4, 2, 8]], steps: 2, full_steps: 2 });
    expect(otherSide(two)).toEqual([2, 1, 8]);
    expect(otherSide({ ...two, steps: 1 })).toEqual([4, 2, 8]);
    expect(otherSide(piece("b", { values_by_steps: [[0], [3, 5]], steps: 1, full_steps: 1 }))).toBeNull();
  });
});
