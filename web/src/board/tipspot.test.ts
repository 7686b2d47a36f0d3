import { expect, test } from "vitest";
import { besideHex, overHex, type Beside } from "./tipspot";

const beside = (more: Partial<Beside>): Beside => ({ at: [500, 400], k: 40, wide: 300, high: 160, field: [1000, 800], fromRight: false, kept: [], ...more });
const covers = ([left, top]: readonly [number, number], [x, y]: readonly [number, number]): boolean => x > left && x < left + 300 && y > top && y < top + 160;

test("a tip lies away from the path", () => {
  expect(besideHex(beside({}))[0]).toBe(538);
  expect(besideHex(beside({ fromRight: true }))[0]).toBe(162);
});

test("it covers no target whose odds it tells where there is another side", () => {
  const target = { at: [600, 430], weight: 4 } as const;
  expect(covers(besideHex(beside({ kept: [target] })), target.at)).toBe(false);
});

test("in a corner of the field it stays inside and never lies on its own hex", () => {
  const spot = besideHex(beside({ at: [970, 30] }));
  expect(spot[0]).toBeLessThanOrEqual(1000 - 308);
  expect(spot[1]).toBeGreaterThanOrEqual(8);
  expect(covers(spot, [970, 30])).toBe(false);
});

test("a tip on a narrow map never runs over its edges", () => {
  const field: [number, number] = [390, 460];
  expect(overHex({ at: [40, 200], k: 30, wide: 230, high: 46, field })).toEqual([8, 142.5]);
  expect(overHex({ at: [370, 200], k: 30, wide: 230, high: 46, field })[0]).toBe(152);
  expect(overHex({ at: [200, 20], k: 30, wide: 230, high: 46, field })[1]).toBe(77.5); // no room above: below the hex
});
