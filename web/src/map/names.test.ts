import { expect, it, vi } from "vitest";
import { touches, type Box } from "./curves";
import { HexGrid } from "./geometry";
import type { Land } from "./land";
import { Names } from "./names";

/** Letters that are all as wide as two thirds of their height. */
const ctx = { font: "", letterSpacing: "0px", measureText: (text: string) => ({ width: text.length * 0.66 * Number(/([\d.]+)px/.exec(ctx.font)?.[1]) }) };
vi.stubGlobal("document", { createElement: () => ({ getContext: () => ctx }) });

const grid = new HexGrid({ cols: 16, rows: 12, orientation: "flat", shifted: "even" });
const place = (hex: string, name: string) => ({ hex, kind: "city", points: 1, written: { en: name, ja: name } });
const land = { grid, names: [], places: [place("0503", "Al Marsa"), place("1303", "Bir Sahel"), place("0606", "Safira"), place("1207", "Ras Nadir")] } as unknown as Land;

it("names that lie apart at one size lie apart at all that are about the same, whichever was looked at first", () => {
  for (const first of [9, 12, 15, 19, 24, 33]) {
    const names = new Names(land);
    for (const radius of [first, ...Array.from({ length: 26 }, (_, n) => 9 + n)]) {
      const boxes = names.lay(radius, "en").places.map(({ text, x, y, size }): Box => ({ left: x, right: x + text.length * 0.66 * size, top: y - size * 0.5, bottom: y + size * 0.5 }));
      const met = boxes.flatMap((box, n) => boxes.slice(n + 1).filter((other) => touches(box, other, -1)));
      expect(met, `first ${first}, now ${radius}`).toEqual([]);
    }
  }
});

it("a name keeps its side however near the map comes", () => {
  const sides = (radius: number): string[] => new Names(land).lay(radius, "en").places.map(({ text, x, y }) => {
    const hex = (land.places as unknown as { hex: string; written: { en: string } }[]).find((one) => one.written.en.toUpperCase() === text)?.hex as string;
    const [left, top] = grid.centreOf(hex);
    return `${text} ${x > left * radius ? "right" : "left"} ${Math.abs(y - top * radius) < radius * 0.3 ? "" : y > top * radius ? "below" : "above"}`;
  }).sort();
  const crowded = sides(10);
  for (const radius of [11, 12.4, 12.9, 15, 16, 20, 34, 50, 80]) expect(sides(radius), `at ${radius}`).toEqual(crowded);
});
