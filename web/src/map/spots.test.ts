import { describe, expect, it } from "vitest";
import { touches } from "./curves";
import { HexGrid } from "./geometry";
import { SIDE } from "../lib/size";
import { CLEAR, costOf, spotsAround, squeeze } from "./spots";

const R = 34;
const gridOf = (orientation: "flat" | "pointy") => new HexGrid({ cols: 9, rows: 8, orientation, shifted: "even" });
const grid = gridOf("flat");
const paper = { left: 0, top: 0, right: grid.width * R, bottom: grid.height * R };

const counterIn = (hex: string, on = grid) => {
  const [x, y] = on.centreOf(hex);
  const half = (CLEAR - 0.1) * R;
  return { left: x * R - half, right: x * R + half, top: y * R - half, bottom: y * R + half };
};

/** The spot a name of this width takes where these boxes are taken. */
function best(hex: string, { width = 56, taken = [] as ReturnType<typeof counterIn>[], on = grid } = {}) {
  const [x, y] = on.centreOf(hex);
  const spots = spotsAround([x * R, y * R], width, 8, R, on.flat);
  const costs = spots.map(({ box, cost }) => cost + costOf(box, { taken, blocks: [], paper }));
  return spots[costs.indexOf(Math.min(...costs))]?.box ?? paper;
}

describe("a name", () => {
  it("keeps clear of the counter that its hex may hold, wherever it stands", () => {
    for (const on of [grid, gridOf("pointy")])
      for (const { box } of spotsAround([200, 200], 90, 9, R, on.flat)) {
        const half = (CLEAR - 0.1) * R;
        expect(touches(box, { left: 200 - half, right: 200 + half, top: 200 - half, bottom: 200 + half })).toBe(false);
      }
  });

  it("stays beside its hex", () => {
    for (const { box } of spotsAround([200, 200], 90, 9, R)) {
      const far = Math.hypot(Math.max(box.left - 200, 0, 200 - box.right), Math.max(box.top - 200, 0, 200 - box.bottom));
      expect(far).toBeLessThan(1.05 * R);
    }
  });

  it("stands in the gap between the counters of the next column", () => {
    const box = best("0404");
    for (const next of grid.neighbours("0404")) expect(touches(box, counterIn(next)), next).toBe(false);
  });

  it("goes to another side where one is taken", () => {
    const first = best("0404");
    const second = best("0404", { taken: [first] });
    expect(touches(first, second)).toBe(false);
  });

  it("stays on the paper", () => {
    expect(best("0904", { width: 120 }).right).toBeLessThanOrEqual(paper.right);
  });
});

it("a name that would just reach the counters beyond is set smaller, a long one keeps its size", () => {
  const room = (3 - SIDE / 2 - CLEAR) * 50;
  expect(squeeze(room - 5, 0, 50, true)).toBe(1);
  expect(squeeze(room * 1.1, 0, 50, true) * room * 1.1).toBeCloseTo(room);
  expect(20 + squeeze(room * 1.1, 20, 50, true) * (room * 1.1 - 20)).toBeCloseTo(room);
  expect(squeeze(room * 2, 0, 50, true)).toBe(1);
});

it("a name that only touches another's edge is preferred to one that lies on it, and any free spot to both", () => {
  const taken = [{ left: 0, right: 100, top: 0, bottom: 20 }];
  const paper = { left: -500, right: 500, top: -500, bottom: 500 };
  const cost = (left: number, top: number): number => costOf({ left, right: left + 100, top, bottom: top + 20 }, { taken, blocks: [], paper });
  expect(cost(200, 0)).toBe(0);
  expect(cost(98, 19)).toBeGreaterThan(2.1);
  expect(cost(98, 19)).toBeLessThan(3.1);
  expect(cost(40, 0)).toBeGreaterThan(6);
});
