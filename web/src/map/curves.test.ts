import { describe, expect, it } from "vitest";
import { joined, loosened, paced, spline, type Segment } from "./curves";
import { HexGrid, type Point } from "./geometry";
import { outlinePath } from "./regions";

const grid = new HexGrid({ cols: 9, rows: 8, orientation: "flat", shifted: "even" });

describe("hexsides joined", () => {
  it("make one river of sides given in any order and direction", () => {
    const chain: Segment[] = [[[0, 0], [1, 0]], [[2, 1], [1, 0]], [[2, 1], [3, 1]]];
    expect(joined([chain[2], chain[0], chain[1]] as Segment[])).toHaveLength(1);
  });

  it("end where three rivers meet", () => {
    const star: Segment[] = [[[0, 0], [1, 0]], [[1, 0], [2, 0]], [[1, 0], [1, 1]]];
    expect(joined(star)).toHaveLength(3);
  });

  it("outline a hex with six corners and two neighbours with ten", () => {
    const corners = (hexes: string[]) => (outlinePath(grid, hexes).match(/[ML]/g) ?? []).length;
    // a closed line repeats its first corner
    expect(corners(["0404"])).toBe(7);
    expect(corners(["0404", "0405"])).toBe(11);
  });
});

describe("a loosened line", () => {
  const line: Point[] = [[0, 0], [1, 0], [1.5, 0.87], [2.5, 0.87]];

  it("is the same every time", () => expect(loosened(line, 0.085, false, 11)).toEqual(loosened(line, 0.085, false, 11)));

  it("keeps its ends and stays near the truth", () => {
    const loose = loosened(line, 0.085, false, 11);
    expect(loose[0]).toEqual(line[0]);
    expect(loose.at(-1)).toEqual(line.at(-1));
    for (const [x, y] of loose) expect(Math.min(...spline(line, 40).map(([a, b]) => Math.hypot(a - x, b - y)))).toBeLessThan(0.3);
  });
});

it("sleepers are laid at even distances", () => {
  const found = [...paced([[0, 0], [1, 0], [1, 1]], 0.25)];
  expect(found).toHaveLength(8);
  expect(found[0]?.x).toBeCloseTo(0.125);
});
