import { describe, expect, it } from "vitest";
import { HexGrid } from "./geometry";

const grid = (orientation: "flat" | "pointy", shifted: "even" | "odd") => new HexGrid({ cols: 9, rows: 8, orientation, shifted });
const all = [grid("flat", "even"), grid("flat", "odd"), grid("pointy", "even"), grid("pointy", "odd")];

describe("hexes", () => {
  it("have the same neighbours as the engine's grid", () => {
    // core: Grid(4, 3).around["0202"]
    const small = new HexGrid({ cols: 4, rows: 3, orientation: "flat", shifted: "even" });
    expect(small.neighbours("0202").sort()).toEqual(["0102", "0103", "0201", "0203", "0302", "0303"]);
  });

  it("lie one hex apart from each neighbour, in every kind of grid", () => {
    for (const one of all)
      for (const hex of ["0404", "0505", "0101", "0908"]) {
        const [x, y] = one.centreOf(hex);
        for (const other of one.neighbours(hex)) {
          const [ox, oy] = one.centreOf(other);
          expect(Math.hypot(ox - x, oy - y)).toBeCloseTo(Math.sqrt(3));
          expect(one.neighbours(other)).toContain(hex);
          expect(one.distance(hex, other)).toBe(1);
        }
      }
  });

  it("are found under any point inside them", () => {
    for (const one of all)
      for (let column = 1; column <= 9; column++)
        for (let row = 1; row <= 8; row++) {
          const hex = String(column).padStart(2, "0") + String(row).padStart(2, "0");
          for (const [x, y] of [one.centre(column, row), ...one.corners(column, row, 0.95)]) expect(one.hexAt(x, y)).toBe(hex);
        }
  });

  it("share a hexside of the length of a radius, between their corners", () => {
    for (const one of all) {
      const [a, b] = one.sideOf("0404", one.neighbours("0404")[0] as string);
      expect(Math.hypot(b[0] - a[0], b[1] - a[1])).toBeCloseTo(1);
      const corners = one.corners(4, 4).map(([x, y]) => `${x.toFixed(3)},${y.toFixed(3)}`);
      for (const end of [a, b]) expect(corners).toContain(`${end[0].toFixed(3)},${end[1].toFixed(3)}`);
    }
  });

  it("fit into the grid's width and height", () => {
    for (const one of all)
      for (const [column, row] of [[1, 1], [9, 8], [8, 8], [9, 7], [1, 8]] as const)
        for (const [x, y] of one.corners(column, row)) {
          expect(x).toBeGreaterThan(-1e-9);
          expect(y).toBeGreaterThan(-1e-9);
          expect(x).toBeLessThan(one.width + 1e-9);
          expect(y).toBeLessThan(one.height + 1e-9);
        }
  });
});

describe("an arrow key", () => {
  it("moves the cursor up and down a column of a flat map", () => {
    const flat = all[0] as HexGrid;
    expect(flat.toward("0404", 0, -1)).toBe("0403");
    expect(flat.toward("0404", 0, 1)).toBe("0405");
  });

  it("goes along a row of a flat map, and a column of a pointy one, and back", () => {
    const [flat, , pointy] = all as [HexGrid, HexGrid, HexGrid];
    expect(flat.toward("0404", 1, 0)).toBe("0504");
    expect(flat.toward("0504", 1, 0)).toBe("0604");
    expect(flat.toward("0504", -1, 0)).toBe("0404");
    expect(pointy.toward("0404", 0, 1)).toBe("0405");
    expect(pointy.toward("0405", 0, 1)).toBe("0406");
  });

  it("stays on the map", () => {
    expect(all[0]?.toward("0101", 0, -1)).toBe("0101");
    expect(all[0]?.toward("0101", -1, 0)).toBe("0101");
  });
});

it("a line of hexes has no gaps and as many steps as the distance", () => {
  for (const one of all)
    for (const [from, to] of [["0404", "0404"], ["0202", "0807"], ["0505", "0501"], ["0303", "0703"], ["0208", "0902"]] as const) {
      const line = one.line(from, to);
      expect(line[0]).toBe(from);
      expect(line.at(-1)).toBe(to);
      expect(line).toHaveLength(one.distance(from, to) + 1);
      for (let i = 1; i < line.length; i++) expect(one.distance(line[i - 1] as string, line[i] as string)).toBe(1);
    }
});
