import { describe, expect, it } from "vitest";
import { within } from "./within";

describe("a window around some hexes", () => {
  it("has one hex in its middle, as large as wished", () => expect(within([[5, 7]], 22, [206, 148])).toEqual({ middle: [5, 7], radius: 22 }));
  it("shrinks the map until all of them are in it", () => {
    const { middle, radius } = within([[2, 3], [12, 3]], 22, [206, 148]);
    expect(middle).toEqual([7, 3]);
    expect(radius).toBeLessThan(22);
    expect(10 * radius).toBeLessThan(206);
  });
  it("does not shrink it to nothing", () => expect(within([[0, 0], [200, 90]], 22, [206, 148]).radius).toBe(9));
});
