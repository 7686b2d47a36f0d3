import { expect, it } from "vitest";
import { labelled } from "./labelled";

const taken = (step: number, name: string, points: number, side = "axis") => ({ step, side, points, name, words: { en: name, ja: name } });
const named = (labels: ReturnType<typeof labelled>): [string, number, boolean][] => labels.map((one) => [one.name, one.step, one.before]);

it("names the places worth most, none over another", () => {
  const found = labelled([taken(10, "Izyum", 1), taken(12, "Kharkov", 5), taken(60, "Rostov", 4), taken(61, "Stalino", 3)], 100, 500);
  expect(named(found)).toEqual([["Kharkov", 12, false], ["Rostov", 60, false]]);
});

it("stands before its step where there is no room behind, and nowhere where there is none", () => {
  expect(named(labelled([taken(98, "Kharkov", 5)], 100, 300))).toEqual([["Kharkov", 98, true]]);
  expect(labelled([taken(50, "Dnepropetrovsk", 5)], 100, 60)).toEqual([]);
});

it("says of two fights for one worth the later, and nothing of what is worth nothing", () => {
  expect(named(labelled([taken(10, "Kharkov", 5, "soviet"), taken(12, "Kharkov", 5), taken(80, "Liski", 0)], 100, 500))).toEqual([["Kharkov", 12, false]]);
});
