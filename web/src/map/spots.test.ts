import { describe, expect, it } from "vitest";
import { HexGrid } from "./geometry";
import { costOf, overlap, spotsAround, stackBoxes, stackHalf } from "./spots";

const grid = new HexGrid({ cols: 9, rows: 8, orientation: "flat", shifted: "even" });
const R = 34;
const paper = { left: 0, top: 0, right: grid.width * R, bottom: grid.height * R };

/** The spot a name of this width takes, with stacks in these hexes. */
function best(hex: string, stacks: string[], width = 70, city = false) {
  const boxes = stackBoxes(grid, new Map(stacks.map((one) => [one, 2])), R);
  const [x, y] = grid.centreOf(hex);
  const spots = spotsAround([x * R, y * R], width, 9, R, { stack: stacks.includes(hex) ? stackHalf(2, R) : 0, city });
  const costs = spots.map(({ box, cost }) => cost + costOf(box, { stacks: boxes, taken: [], blocks: [], paper }));
  const box = spots[costs.indexOf(Math.min(...costs))]?.box ?? paper;
  return { box, covered: boxes.reduce((sum, stack) => sum + overlap(box, stack), 0), right: box.left > x * R };
}

describe("a name", () => {
  it("stands to the right of its place where nothing is in the way", () => {
    expect(best("0404", [])).toMatchObject({ covered: 0, right: true });
  });

  it("slides under no stack, not by more than its halo: not its own, not its neighbours'", () => {
    for (const stacks of [["0404"], ["0504", "0503"], ["0404", "0405"], ["0404", "0403", "0405"], ["0404", "0504", "0503"], ["0504", "0503", "0304", "0303"]])
      expect(best("0404", stacks).covered, stacks.join(" ")).toBeLessThan(0.08);
  });

  it("goes where least of it is covered when stacks are all around", () => {
    expect(best("0404", ["0404", ...grid.neighbours("0404")]).covered).toBeLessThan(0.55);
  });

  it("of a city goes out of a ring that is closed around it", () => {
    expect(best("0504", ["0504", ...grid.neighbours("0504")], 70, true).covered).toBeLessThan(0.08);
  });

  it("stays on the paper", () => {
    const { box } = best("0904", [], 120);
    expect(box.right).toBeLessThanOrEqual(paper.right);
  });
});
