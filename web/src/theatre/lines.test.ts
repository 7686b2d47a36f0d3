import { expect, it } from "vitest";
import { SIDE, SIDE_IN_COMBAT } from "../lib/size";
import { HexGrid } from "../map/geometry";
import { strikesOf } from "./lines";

it("no arrow of a fight reaches the figures of a counter, whichever side it comes from", () => {
  for (const orientation of ["flat", "pointy"] as const)
    for (const side of [SIDE, SIDE_IN_COMBAT]) {
      const grid = new HexGrid({ cols: 9, rows: 9, orientation, shifted: "even" });
      const around = grid.neighbours("0404");
      const strikes = strikesOf(grid, [...around, "0408"], ["0404"], side);
      expect(strikes).toHaveLength(7);
      for (const { key, tip, angle, room } of strikes) {
        expect(room, key).toBeGreaterThan(0.3);
        const [from, to] = key.split(" ") as [string, string];
        const turned = (angle * Math.PI) / 180;
        for (const back of [0, room / 2, room])
          for (const hex of [from, to]) {
            const [x, y] = grid.centreOf(hex);
            const off = Math.max(Math.abs(tip[0] - Math.cos(turned) * back - x), Math.abs(tip[1] - Math.sin(turned) * back - y));
            expect(off, `${key}, ${back} behind its point, in ${hex}`).toBeGreaterThan(side / 2 - 0.08);
          }
      }
    }
});
