import { expect, it } from "vitest";
import type { Piece, View } from "../lib/types";
import { HexGrid } from "../map/geometry";
import { SIDE } from "../lib/size";
import { countersOf, fanOf, pieceAt, pilesOf } from "./piles";

const grid = new HexGrid({ cols: 9, rows: 8, orientation: "flat", shifted: "even" });
const piece = (id: string, strength: number, range?: number): Piece =>
  ({ id, label: id, side: "red", nation: "red", symbol: "infantry", size: "division", where: "0404", on_map: true, values: [strength, 5], move: 5, ...(range ? { range } : {}) }) as Piece;
const view = (...pieces: Piece[]): View => ({ pieces: Object.fromEntries(pieces.map((one) => [one.id, one])) }) as unknown as View;

it("the strongest lies on top, a headquarters right under it, a chosen unit above all", () => {
  const units = [piece("strong", 6), piece("weak", 2), piece("hq", 9, 5)];
  const order = (onTop: string[]) => pilesOf(view(...units), grid, new Set(onTop))[0]?.pieces.map((one) => one.id);
  expect(order([])).toEqual(["weak", "hq", "strong"]);
  expect(order(["weak", "strong"])).toEqual(["weak", "hq", "strong"]);
  expect(order(["hq"])).toEqual(["weak", "strong", "hq"]);
});

it("three counters of a stack are drawn at most, the top one clickable in its middle", () => {
  const [pile] = pilesOf(view(piece("a", 1), piece("b", 2), piece("c", 3), piece("d", 4)), grid, new Set());
  const drawn = pile ? countersOf(pile, grid, SIDE) : [];
  expect(drawn.map((one) => one.piece.id)).toEqual(["b", "c", "d"]);
  expect(pieceAt(drawn, grid.centreOf("0404"), SIDE)?.id).toBe("d");
});

it("a fanned stack shows every counter, none over another", () => {
  const [pile] = pilesOf(view(...[1, 2, 3, 4, 5, 6, 7].map((n) => piece(`u${n}`, n))), grid, new Set());
  const fan = pile ? fanOf(pile, grid, SIDE) : [];
  expect(fan).toHaveLength(7);
  for (const a of fan)
    for (const b of fan) if (a !== b) expect(Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y))).toBeGreaterThanOrEqual(SIDE);
});

it("a fan goes below its hex where there is no room above, and stays in view", () => {
  const [pile] = pilesOf(view(...[1, 2, 3, 4, 5, 6].map((n) => piece(`u${n}`, n))), grid, new Set());
  const [cx, cy] = grid.centreOf("0404");
  const fan = (room: { left: number; top: number; right: number; bottom: number }) => (pile ? fanOf(pile, grid, SIDE, room) : []);
  expect(fan({ left: 0, top: 0, right: 20, bottom: 20 }).every((one) => one.y < cy)).toBe(true);
  expect(fan({ left: 0, top: cy - 1, right: 20, bottom: 20 }).every((one) => one.y > cy)).toBe(true);
  expect(fan({ left: cx, top: 0, right: 20, bottom: 20 }).every((one) => one.x >= cx)).toBe(true);
});

it("hidden blocks lie as they come, counted from two on; enemies in one hex stand apart", () => {
  const back = (n: number): Piece => ({ id: `hidden:0404:${n}`, side: "blue", army: "blue", where: "0404", on_map: true, hidden: true }) as Piece;
  const [pile] = pilesOf(view(back(1), back(2)), grid, new Set());
  expect(pile && countersOf(pile, grid, SIDE).map((one) => one.count)).toEqual([undefined, 2]);
  const own = { ...piece("own", 4), fire: [1, 1, 2] };
  const [both] = pilesOf({ ...view(back(1), own), viewer: "red", players: [{ id: "red", side: "red" }] } as unknown as View, grid, new Set());
  const drawn = both ? countersOf(both, grid, SIDE) : [];
  expect(drawn.map((one) => one.piece.side)).toEqual(["blue", "red"]);
  expect(drawn[0]!.x).toBeGreaterThan(drawn[1]!.x);
  expect(pieceAt(drawn, [drawn[0]!.x + 0.7, drawn[0]!.y + 0.1], SIDE)?.id).toBe("hidden:0404:1");
});

it("the unit that was taken up lies on top of the others that could be", () => {
  const view = { pieces: Object.fromEntries(["a", "b", "c"].map((id, n) => [id, { id, where: "0404", on_map: true, side: "axis", values: [9 - n], symbol: "infantry" }])) } as never;
  const tops = (chosen: string | null) => pilesOf(view, grid, new Set(["a", "b", "c"]), chosen)[0]?.pieces.at(-1)?.id;
  expect(tops(null)).toBe("a");
  expect(tops("c")).toBe("c");
});

it("where two sides fight over a hex each keeps its corner, whoever lies on top: the viewer's in front", () => {
  const block = (id: string, side: string, strength: number): Piece => ({ ...piece(id, strength), side, fire: [1, 1, 2] });
  const seen = (red: number, blue: number) => {
    const all = { ...view(block("r", "red", red), block("b", "blue", blue)), viewer: "red", players: [{ id: "red", side: "red" }, { id: "blue", side: "blue" }] } as unknown as View;
    const [pile] = pilesOf(all, grid, new Set());
    return pile ? countersOf(pile, grid, SIDE).map(({ piece: one, x, y }) => [one.id, x, y]) : [];
  };
  expect(seen(4, 2)).toEqual(seen(2, 4));
  expect(seen(4, 2).map(([id]) => id)).toEqual(["b", "r"]);
});
