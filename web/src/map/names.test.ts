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
const landOf = (places: { hex: string }[], ways: { kind: string; hexes: string[] }[] = [], on = grid): Land => ({ grid: on, names: [], ways, places, placeAt: new Map(places.map((one) => [one.hex, one])) }) as unknown as Land;
const land = landOf([place("0503", "Al Marsa"), place("1303", "Bir Sahel"), place("0606", "Safira"), place("1207", "Ras Nadir")]);

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

it("from afar a name that finds no room waits, and what its place is worth does not", () => {
  const crowd = landOf(["0404", "0504", "0405", "0505", "0604", "0605"].map((hex, n) => place(hex, `Port Sankt ${n}`)));
  const far = new Names(crowd).lay(3, "en");
  const boxes = far.places.map(({ text, x, y, size }): Box => ({ left: x, right: x + text.length * 0.66 * size, top: y - size * 0.3, bottom: y + size * 0.3 }));
  expect(boxes.flatMap((box, n) => boxes.slice(n + 1).filter((other) => touches(box, other, -1)))).toEqual([]);
  expect(far.places.length).toBeGreaterThan(0);
  expect(far.places.length).toBeLessThan(6);
  expect(far.discs).toHaveLength(6);
  expect(new Names(crowd).lay(30, "en").places).toHaveLength(6);
});

/** The names of a map, each with its box, at a radius. */
function boxes(of: Land, radius: number): Map<string, Box> {
  return new Map(new Names(of).lay(radius, "en").places.map(({ text, x, y, size }) => [text, { left: x, right: x + text.length * 0.66 * size, top: y - size * 0.5, bottom: y + size * 0.5 }]));
}
const around = (hex: string, half: number, radius: number): Box => {
  const [x, y] = grid.centreOf(hex).map((at) => at * radius) as [number, number];
  return { left: x - half * radius, right: x + half * radius, top: y - half * radius, bottom: y + half * radius };
};

it("a long name stands where it covers no other place's mark", () => {
  const cities = { "0707": "Hope", "1005": "Barcastle", "1303": "Wexmoor", "0306": "Port Alex", "0902": "Northam", "0909": "Ordal" };
  const towns = { "0705": "Garby", "0506": "Granton", "0403": "Mirkwell", "1506": "Selwick", "1210": "Lowick" };
  // the letters of these names are wider, and so is the room between them
  const measured = vi.spyOn(ctx, "measureText").mockImplementation((text: string) => ({ width: text.length * 0.84 * Number(/([\d.]+)px/.exec(ctx.font)?.[1]) }));
  const places = [...Object.entries(cities).map(([hex, name]) => place(hex, name)), ...Object.entries(towns).map(([hex, name]) => ({ ...place(hex, name), kind: "town", points: null }))];
  const sound = landOf(places, [], new HexGrid({ cols: 17, rows: 11, orientation: "flat", shifted: "even" }));
  for (const radius of [24, 34, 60])
    for (const [name, box] of boxes(sound, radius))
      for (const hex of Object.keys({ ...cities, ...towns })) expect(touches(box, around(hex, 0.3, radius)), `${name} on ${hex} at ${radius}`).toBe(false);
  measured.mockRestore();
});

it("a name that counters on a road would hide stands on the side where fewer come by", () => {
  const village = { ...place("0806", "Gribushino"), kind: "village" };
  const road = { kind: "road", hexes: ["1004", "1005", "1006", "1007"] };
  const name = (ways: { kind: string; hexes: string[] }[]): Box => boxes(landOf([village], ways), 34).get("Gribushino") as Box;
  expect(touches(name([]), around("1006", 0.6, 34))).toBe(true); // nothing speaks against it
  expect(touches(name([road]), around("1006", 0.6, 34))).toBe(false);
});
