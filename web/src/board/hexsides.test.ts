import { describe, expect, it } from "vitest";
import { HexGrid } from "../map/geometry";
import { distanceTo, endsOf, hexesOf, hexsideAt, middleOf } from "./hexsides";

const grid = new HexGrid({ cols: 9, rows: 8, orientation: "flat", shifted: "even" });

describe("a hexside", () => {
  it("is named by its two hexes", () => {
    expect(hexesOf("1110/1210")).toEqual(["1110", "1210"]);
    expect(hexesOf("1110-1210")).toEqual(["1110", "1210"]);
    expect(hexesOf("1110")).toBeNull();
  });

  it("is as long as a radius, and lies between their centres", () => {
    const ends = endsOf(grid, "0303/0403");
    if (!ends) throw new Error("no such side");
    expect(distanceTo(ends[0], [ends[1], ends[1]])).toBeCloseTo(1);
    const [a, b] = [grid.centreOf("0303"), grid.centreOf("0403")];
    expect(middleOf(ends)[0]).toBeCloseTo((a[0] + b[0]) / 2);
    expect(middleOf(ends)[1]).toBeCloseTo((a[1] + b[1]) / 2);
  });

  it("is meant by a pointer beside it and by none in the middle of a hex", () => {
    const sides = ["0303/0403", "0303/0304"];
    expect(hexsideAt(grid, sides, middleOf(endsOf(grid, "0303/0304") ?? [[0, 0], [0, 0]]))).toBe("0303/0304");
    expect(hexsideAt(grid, sides, grid.centreOf("0303"))).toBeNull();
    expect(hexsideAt(grid, [], [1, 1])).toBeNull();
  });
});
