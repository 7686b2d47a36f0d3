import { expect, it } from "vitest";
import { printed } from "./print";

const xs = (d: string | null): number[] => [...(d ?? "").matchAll(/[ML](-?[\d.]+) /g)].map((found) => Number(found[1]));

it("strengths are printed as outlines, centred on their point", () => {
  const found = xs(printed("4–2–8", 50, 93, 34, 700, "middle"));
  expect(found.length).toBeGreaterThan(10);
  expect((Math.min(...found) + Math.max(...found)) / 2).toBeCloseTo(50, -0.5);
});

it("a label ends where it should", () => expect(Math.max(...xs(printed("XXX", 92, 20, 15, 700, "end")))).toBeLessThanOrEqual(92.5));

it("letters that are not baked are left to text", () => expect(printed("第24", 0, 0, 20, 600)).toBeNull());
