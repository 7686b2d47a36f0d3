import { describe, expect, it } from "vitest";
import type { Piece } from "../../lib/types";
import { HexGrid } from "../../map/geometry";
import { hexesOf, moves, sights } from "./frame";
import type { ExampleStep } from "./types";

const grid = new HexGrid({ cols: 40, rows: 40, orientation: "flat", shifted: "even" } as never);
const piece = (id: string, where: string): Piece => ({ id, where, on_map: true }) as Piece;
const step = (pieces: Piece[], point: ExampleStep["point"] = []): ExampleStep => ({ say: { en: "", ja: "" }, rules: [], point, pieces, seat: "red", over: false });

describe("the pictures of an example", () => {
  it("know who moved, and that two positions are no move", () => {
    expect(moves([piece("a", "0101"), piece("b", "0505")], [piece("a", "0102"), piece("b", "0505")])).toEqual([{ unit: "a", from: "0101", to: "0102" }]);
    expect(moves([piece("a", "0101"), piece("b", "0505")], [piece("c", "0102"), piece("d", "0505")])).toEqual([]);
    expect(moves(undefined, [piece("a", "0101")])).toEqual([]);
  });

  it("look at what is pointed at, at moves and at the attacked hex", () => {
    const one = { ...step([piece("a", "0303")], [{ unit: "a" }, { hexside: "0404-0405" }, { verb: "roll" }]), odds: { hex: "0909", column: "2-1" } };
    expect(hexesOf(one, [{ unit: "a", from: "0302", to: "0303" }])).toEqual(["0303", "0404", "0405", "0302", "0909"]);
  });

  it("stand still while everything fits, and go where it does not", () => {
    const steps = [step([piece("a", "0505")], [{ hex: "0505" }]), step([piece("a", "0505")], [{ hex: "0606" }]), step([piece("a", "0505")]), step([piece("a", "0505")], [{ hex: "3030" }])];
    const found = sights(steps, grid, 12, 9);
    expect(found[0]).toEqual(found[1]);
    expect(found[2]).toEqual(found[1]);
    expect(found[3]?.centre).not.toEqual(found[0]?.centre);
    expect(found.every((one) => one.shrink === 1)).toBe(true);
  });

  it("are drawn smaller where one step reaches far", () => {
    const [only] = sights([step([], [{ hex: "0101" }, { hex: "3030" }])], grid, 12, 9);
    expect(only?.shrink).toBeLessThan(0.4);
  });
});
