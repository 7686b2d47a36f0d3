import { describe, expect, it } from "vitest";
import { laid, ROOM } from "./plot";
import { dayOf, monthOf, signed } from "./telling";

const point = (day: number, rating: number, within = 100) => ({ day: day * 86_400, rating, within });

describe("the plot of a rating", () => {
  it("has room for the band and a point for each game", () => {
    const plot = laid([point(0, 1500, 300), point(1, 1540, 250), point(9, 1480, 200)], 600, 240);
    expect(plot.dots.map((one) => one.x)).toEqual([ROOM.left, ROOM.left + (600 - ROOM.left - ROOM.right) / 2, 600 - ROOM.right]);
    expect([plot.across[0]?.rating, plot.across.at(-1)?.rating]).toEqual([1200, 1800]);
    expect(plot.across.length).toBeLessThanOrEqual(7);
    expect(plot.across[0]?.y).toBe(240 - ROOM.bottom);
    expect(plot.band.split(" ")).toHaveLength(6);
    const heights = plot.band.split(" ").map((one) => Number(one.split(",")[1]));
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(ROOM.top);
    expect(Math.max(...heights)).toBeLessThanOrEqual(240 - ROOM.bottom);
  });

  it("puts a single game in the middle", () => {
    const plot = laid([point(0, 1500)], 600, 240);
    expect(plot.dots).toEqual([{ x: ROOM.left + (600 - ROOM.left - ROOM.right) / 2, y: (ROOM.top + 240 - ROOM.bottom) / 2 }]);
    expect(plot.days).toHaveLength(1);
  });

  it("writes no day twice side by side", () => {
    const plot = laid([point(3, 1500), point(3, 1510), point(3, 1520), point(4, 1530)], 600, 240);
    expect(plot.days.map((one) => one.point)).toEqual([0, 3]);
  });

  it("tells days without hours and changes with their sign", () => {
    expect(dayOf(86_400 * 20, "en", 86_400_000 * 30)).toBe("21 Jan");
    expect(dayOf(86_400 * 20, "en", 86_400_000 * 400)).toBe("21 Jan 1970");
    expect([monthOf("2026-04", "en"), monthOf("2026-04", "ja")]).toEqual(["April 2026", "2026年4月"]);
    expect([signed(3), signed(-11), signed(0)]).toEqual(["+3", "−11", "±0"]);
  });
});
