import { describe, expect, it } from "vitest";
import { points, remarks, routeOf } from "./route";

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

  it("is remarked upon where it goes round, overruns or passes by", () => {
    const words = { round: "saves {points}", overruns: "over {hexes}", avoids: "past {hexes}" };
    expect(remarks({ cost: "3", round: { saved: "2.5" }, overruns: [], avoids: ["0102", "0203"] }, words)).toEqual(["saves 2½", "past 0102, 0203"]);
    expect(remarks({ cost: "3", overruns: ["0102"] }, words)).toEqual(["over 0102"]);
    expect(remarks({ cost: "3" }, words)).toEqual([]);
    expect(remarks(null, words)).toEqual([]);
  });

  it("prints halves", () => {
    expect([0.5, "2.5", 3, "2½"].map(points)).toEqual(["½", "2½", "3", "2½"]);
  });
});
