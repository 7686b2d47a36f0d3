import { expect, it } from "vitest";
import { partsOf, placeOf, roomsOf, scored, ticksOf, turningPoint } from "./scale";
import type { Ruler } from "./types";

const ruler = (given: Partial<Ruler>): Ruler => ({ least: -30, most: 30, downwards: false, start: -25, now: null, marks: [-30, 0, 30].map((at) => ({ at, text: String(at) })), ...given });

it("lays scores between defeat and victory", () => {
  expect(placeOf(ruler({}), 0)).toBe(0.5);
  expect(placeOf(ruler({}), -40)).toBe(0);
  const less = ruler({ least: 0, most: 18, downwards: true, start: 0, marks: [0, 8, 10, 11, 13, 16].map((at) => ({ at, text: String(at) })) });
  expect(placeOf(less, 0)).toBe(1);
  expect(placeOf(less, 18)).toBe(0);
  expect(ticksOf(less).map((one) => [one.at, one.worded])).toEqual([[16, true], [13, false], [11, false], [10, true], [8, false], [0, true]]);
  expect(turningPoint(less)).toBeCloseTo(8 / 18);
});

it("is coloured by who wins at each score, not by the middle mark", () => {
  const winners = [{ at: 0, own: false }, { at: 8, own: false }, { at: 10, own: null }, { at: 11, own: true }, { at: 13, own: true }];
  const soviet = ruler({ least: 0, most: 20, start: 0, marks: [0, 8, 10, 11, 13].map((at) => ({ at, text: String(at) })), winners });
  expect(partsOf(soviet)).toEqual([{ from: 0, to: 0.475, own: false }, { from: 0.475, to: 0.525, own: null }, { from: 0.525, to: 1, own: true }]);
  const german = { ...soviet, downwards: true, winners: winners.map(({ at, own }) => ({ at, own: own === null ? null : !own })) };
  expect(partsOf(german).map((part) => part.own)).toEqual([false, null, true]);
  expect(partsOf(german).at(-1)?.from).toBeCloseTo(0.525);
  expect(partsOf(ruler({}))).toEqual([{ from: 0, to: 0.5, own: false }, { from: 0.5, to: 1, own: true }]);
});

it("turns where one begins when nothing lies between the ends", () => {
  expect(turningPoint(ruler({ least: 0, most: 20, start: 10, marks: [{ at: 20, text: "won" }] }))).toBe(0.5);
  expect(turningPoint(ruler({ least: 0, most: 20, start: null, marks: [] }))).toBe(0.5);
});

it("tells a lead with its sign and points without", () => {
  expect([25, 0, -25].map((one) => scored(ruler({}), one))).toEqual(["+25", "0", "−25"]);
  expect(scored(ruler({ least: 0 }), 7)).toBe("7");
});

it("gives words under the bar as much room as their neighbours leave", () => {
  expect(roomsOf([0, 0.5, 1])).toEqual([0.33, 0.34, 0.33].map((one) => expect.closeTo(one) as number));
  const [from, at, to] = roomsOf([0, 0.3, 0.95]) as [number, number, number];
  expect(from).toBeCloseTo(0.15);
  expect(at).toBeCloseTo(0.3);
  expect(to).toBeCloseTo(0.34);
  expect(from).toBeLessThanOrEqual(0.3 - at / 2);
  expect(roomsOf([0, 1])).toEqual([0.34, 0.34]);
  expect(roomsOf([0.5])).toEqual([0.34]);
});
