import { expect, test } from "vitest";
import type { MapDocument } from "../../lib/types";
import { Land } from "../../map/land";
import { spotOf } from "./swatch";

const map = {
  id: "toy", name: "Toy", grid: { cols: 4, rows: 3, orientation: "flat", shifted: "even" },
  terrain: { legend: { ".": "clear", f: "forest" }, grid: "..ff\n..ff\n..ff" },
  hexsides: { river: "0101-0102 0201-0202" },
  paths: [{ kind: "road", name: "", hexes: "0201 0202 0203" }],
  places: [{ hex: "0402", name: "Town", kind: "town" }],
} as unknown as MapDocument;
const land = new Land(map);
const sheet = { land, bridges: [{ x: 9, y: 9, angle: 0 }] };

test("a scrap of the map shows ground, hexside, way, place or bridge where it is best seen, and nothing where there is none", () => {
  expect(spotOf(sheet, "town")).toEqual(land.grid.centreOf("0402"));
  expect(spotOf(sheet, "bridge")).toEqual([9, 9]);
  const [x, y] = spotOf(sheet, "river") ?? [0, 0];
  const [[ax, ay], [bx, by]] = [land.grid.centreOf("0101"), land.grid.centreOf("0102")];
  expect([x, y]).toEqual([(ax + bx) / 2, (ay + by) / 2]); // not the side that the road crosses
  expect(land.terrainOf(land.hexAt(...(spotOf(sheet, "forest") ?? [0, 0])) ?? "")).toBe("forest");
  expect(spotOf(sheet, "desert")).toBeNull();
});
