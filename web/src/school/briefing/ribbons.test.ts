import { describe, expect, it } from "vitest";
import { HexGrid } from "../../map/geometry";
import { arrowOf, direct, pathOf, ribbonsOf } from "./ribbons";

const grid = new HexGrid({ cols: 20, rows: 20, orientation: "flat", shifted: "even" } as ConstructorParameters<typeof HexGrid>[0]);
const row = (number: string): string[] => Array.from({ length: 12 }, (_, n) => `${String(n + 3).padStart(2, "0")}${number}`);

describe("a front", () => {
  it("is two ribbons, each behind its own first row", () => {
    const { own, enemy } = ribbonsOf(grid, { own: row("10"), enemy: row("09"), closed: false }, 0.85);
    const level = (hex: string): number => grid.centreOf(hex)[1];
    for (const [, y] of own.slice(4, -4)) expect(y).toBeGreaterThan(level("0310") + 0.5);
    for (const [, y] of enemy.slice(4, -4)) expect(y).toBeLessThan(level("0309") - 0.1);
  });

  it("runs past a notch that it would go into and out of by the same hexes", () => {
    expect(direct(["3610", "3511", "3411", "3312", "3411", "3511", "3512"])).toEqual(["3610", "3511", "3512"]);
    const ring = Array.from({ length: 12 }, (_, n) => `01${String(n).padStart(2, "0")}`);
    expect(direct([...ring, "0100"])).toHaveLength(13);
  });

  it("that is closed ends where it began", () => {
    const ring = grid.neighbours("1010");
    const outside = ["1008", "1109", "1110", "1012", "0911", "0909"];
    const { own } = ribbonsOf(grid, { own: ring, enemy: outside, closed: true }, 0.5);
    expect(own.at(-1)).toEqual(own[0]);
  });
});

it("an arrow ends in the middle of its last hex", () => {
  const { line, head } = arrowOf(grid, ["0305", "0908", "1010"], 1);
  expect(head[0]).toEqual(grid.centreOf("1010"));
  expect(line[0]).toEqual(grid.centreOf("0305"));
  const near = arrowOf(grid, ["0305", "0908", "1010"], 1, 2).head[0] ?? [0, 0];
  expect(Math.hypot(near[0] - grid.centreOf("1010")[0], near[1] - grid.centreOf("1010")[1])).toBeGreaterThanOrEqual(2);
  expect(pathOf(line)).toMatch(/^M[\d.]+ [\d.]+L/);
});
