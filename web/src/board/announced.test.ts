import { expect, it } from "vitest";
import type { Attack } from "../lib/types";
import { HexGrid } from "../map/geometry";
import { arrowsOf, tagsOf } from "./announced";

const grid = new HexGrid({ cols: 9, rows: 8, orientation: "flat", shifted: "even" });
const attack = (facts: Partial<Attack>): Attack => ({ kind: "ground", segments: ["III"], rule: "1", hexes: ["0404"], units: [], ...facts });
const where: Record<string, string> = { a: "0403", b: "0403", c: "0405", gun: "0401" };
const whereIs = (unit: string): string | null => where[unit] ?? null;

it("every hex of attackers has one arrow to every hex that it attacks, long where it fires from afar", () => {
  const found = arrowsOf([attack({ units: ["a", "b", "c"] }), attack({ segments: ["I"], units: ["gun", "gone"] })], grid, whereIs);
  expect(found.map((one) => [one.key, one.close])).toEqual([["0403 0404", true], ["0405 0404", true], ["0401 0404", false]]);
  expect(found[0]?.to).toEqual(grid.centreOf("0404"));
});

it("a hex has one tag for all that is announced on it", () => {
  const all = [attack({ segments: ["I"] }), attack({ segments: ["II", "III"] }), attack({ segments: ["IV"], target: "x", points: 12 }), attack({ hexes: ["0505"] })];
  expect(tagsOf(all, [], grid, 1).map((one) => [one.hex, one.text])).toEqual([["0404", "I·II·III·IV 12"], ["0505", "III"]]);
});

it("a tag stands below what is attacked, and above it where an arrow comes from below", () => {
  const [, y] = grid.centreOf("0404");
  const tag = (unit: string) => {
    const all = [attack({ units: [unit] })];
    return tagsOf(all, arrowsOf(all, grid, whereIs), grid, 1)[0]?.at[1];
  };
  expect(tag("a")).toBe(y + 1);
  expect(tag("c")).toBe(y - 1);
});
