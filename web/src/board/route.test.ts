import { describe, expect, it } from "vitest";
import { points, routeOf } from "./route";

describe("the way of a move", () => {
  it("has what was spent at every hex but the start", () => {
    expect(routeOf({ path: ["0101", "0102", "0103"], costs: ["1", "2.5"] })).toEqual({ hexes: ["0101", "0102", "0103"], costs: ["", "1", "2½"] });
  });

  it("may begin in a box off the map: its first hex then has a price", () => {
    expect(routeOf({ path: ["box", "0102", "0103"], costs: ["1", "2½"] })).toEqual({ hexes: ["0102", "0103"], costs: ["1", "2½"] });
  });

  it("is drawn without prices where none, or too few, are told", () => {
    expect(routeOf({ path: ["0101", "0102"] })?.costs).toEqual(["", ""]);
    expect(routeOf({ path: ["0101", "0102", "0103"], costs: ["1"] })?.costs).toEqual(["", "", ""]);
    expect(routeOf({ cost: "3" })).toBeNull();
    expect(routeOf(null)).toBeNull();
  });

  it("prints halves", () => {
    expect([0.5, "2.5", 3, "2½"].map(points)).toEqual(["½", "2½", "3", "2½"]);
  });
});
