import { describe, expect, it } from "vitest";
import { hexNamed, placeAt, terrainAt } from "./ground";
import type { MapDocument } from "./types";

const map = {
  id: "toy",
  name: "Toy",
  grid: { cols: 3, rows: 2, orientation: "flat", shifted: "even" },
  terrain: { legend: { ".": "clear", r: "rough" }, grid: "\n..r\n...\n" },
  hexsides: {},
  places: [{ hex: "0202", name: "Rostov", name_ja: "ロストフ", kind: "city" }],
} satisfies MapDocument;

describe("the ground", () => {
  it("knows the terrain of a hex and where the map ends", () => {
    expect(terrainAt(map, "0301")).toBe("rough");
    expect(terrainAt(map, "0102")).toBe("clear");
    expect(terrainAt(map, "0401")).toBeNull();
  });

  it("finds a place by number, name or Japanese name", () => {
    expect(hexNamed(map, "0202")).toBe("0202");
    expect(hexNamed(map, "rost")).toBe("0202");
    expect(hexNamed(map, "ロストフ")).toBe("0202");
    expect(hexNamed(map, "9999")).toBeNull();
    expect(hexNamed(map, "nowhere")).toBeNull();
    expect(placeAt(map, "0202", "ja")).toBe("ロストフ");
  });
});
