import { expect, it } from "vitest";
import { touches } from "../../map/curves";
import { labelled, widthOf } from "./labels";

it("keeps names on the paper and apart", () => {
  const paper = { left: 0, top: 0, right: 300, bottom: 200 };
  const names = ["Kharkov", "Belgorod"];
  const set = labelled(names.map((text, n) => ({ text, at: [290, 100 + 14 * n] as const, size: 12 })), { rings: [], blocks: [], paper, clear: 9 });
  const boxes = set.map(({ x, y, text, size }) => ({ left: x, right: x + widthOf(text, size), top: y - 6, bottom: y + 6 }));
  for (const box of boxes) expect(box.right).toBeLessThanOrEqual(300);
  const [one, two] = boxes;
  expect(one && two && touches(one, two)).toBe(false);
});
