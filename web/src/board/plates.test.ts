import { describe, expect, it } from "vitest";
import { detailAt, isApart, isBetter, plateScale, platesOf, shadesOf } from "./plates";

const chance = (column: string) => ({ column, by_die: ["-", "DR", "1DR"], severity: { "-": "none", DR: "mild", "1DR": "hard" } as const });

describe("plates on targets", () => {
  it("one for every hex, with a cell for each face", () => {
    expect(platesOf({ "4517": chance("3-1") }, undefined)).toEqual([{ hex: "4517", text: "3–1", cells: ["none", "mild", "hard"], changed: null }]);
  });
  it("the legend names the shades that are to be seen, from nothing to the attacker's own loss", () => {
    expect(shadesOf({ "4517": { column: "1-1", by_die: ["A1", "-"] }, "4518": chance("3-1") })).toEqual(["none", "mild", "hard", "bad"]);
    expect(shadesOf({ "4517": { column: "5-1", by_die: ["DR", "DR"] } })).toEqual(["mild"]);
    expect(shadesOf(undefined)).toEqual([]);
  });
  it("shows what the step under the pointer changes, also where there was no attack before", () => {
    const plates = platesOf({ "4517": chance("1-1"), "4518": chance("2-1") }, { "4517": { ...chance("3-1"), before: "1-1" }, "4519": { ...chance("1-2"), before: null } });
    expect(plates.map((plate) => [plate.hex, plate.text, plate.changed])).toEqual([
      ["4517", "1–1 ▸ 3–1", "better"],
      ["4518", "2–1", null],
      ["4519", "– ▸ 1–2", "better"],
    ]);
  });
  it("an attack that a step gives up is worse", () => {
    expect(platesOf({ "4517": chance("1-1") }, { "4517": { column: null, before: "1-1" } })[0]).toMatchObject({ text: "1–1 ▸ –", changed: "worse", cells: [] });
  });
  it("orders columns by what they are worth", () => {
    expect(isBetter("1-1", "1.5-1")).toBe(true);
    expect(isBetter("1-1", "1-2")).toBe(false);
    expect(isBetter("9-1", "10-1+")).toBe(true);
    expect(isBetter("1/1", "2/1")).toBe(true);
    expect(isBetter("1/1", "1/2")).toBe(false);
  });
  it("fits into the gap under a counter as long as it can be read", () => {
    expect(plateScale(60, 27) * 27).toBeCloseTo(0.6);
    expect(plateScale(20, 27) * 20 * 16).toBeCloseTo(12);
  });
  it("odds have room on the smallest map where no other target is close by", () => {
    expect(isApart([3, 3], [[3, 3]], 10)).toBe(true);
    expect(isApart([3, 3], [[3, 3], [6, 3]], 10)).toBe(false);
    expect(isApart([3, 3], [[3, 3], [6, 3]], 16)).toBe(true);
  });
  it("less of it on smaller counters", () => {
    expect([detailAt(50), detailAt(39), detailAt(23)]).toEqual(["all", "odds", "dot"]);
  });
});
