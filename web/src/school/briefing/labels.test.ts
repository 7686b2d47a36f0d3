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

it("leaves a name out where the paper is too small for it", () => {
  const paper = { left: 0, top: 0, right: 120, bottom: 40 };
  const labels = ["Kharkov", "Belgorod", "Novosokolniki on the Lovat"].map((text) => ({ text, at: [60, 20] as const, size: 12 }));
  const around = { rings: [], blocks: [], paper, clear: 9 };
  expect(labelled(labels, around)).toHaveLength(3);
  const set = labelled(labels, { ...around, small: true });
  expect(set.map(({ text }) => text)).not.toContain("Novosokolniki on the Lovat");
  expect(set.length).toBeGreaterThan(0);
});
