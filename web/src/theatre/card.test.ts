import { expect, it } from "vitest";
import { facesOn, owes, sidesOn } from "./card";
import type { Beat } from "./script";

it("dice that were rolled for a side before the one that decides are that side's", () => {
  const before = [
    { key: "event.quality", side: "soviet", die: 4 },
    { key: "event.quality", side: "german", die: 2 },
  ];
  const beat = { before, messages: [{ key: "event.combat", side: "soviet", die: 6 }] } as unknown as Beat;
  expect(facesOn(beat)).toEqual([4, 2, 6]);
  expect(sidesOn(beat)).toEqual(["soviet", "german", null]);
});

it("who has still to choose his loss is not told to have none", () => {
  const rolled = (result: string): Parameters<typeof owes>[0] => ({ key: "event.combat", result }) as unknown as Parameters<typeof owes>[0];
  expect(owes(rolled("1/1"), "units", 0)).toBe(true);
  expect(owes(rolled("1/1"), "units", 1)).toBe(false);
  expect(owes(rolled("-/R1"), "units", 0)).toBe(false);
  expect(owes(rolled("-/R1"), "units_defending", 0)).toBe(true);
  expect(owes(rolled("1DR"), "units", 0)).toBe(false);
  expect(owes(rolled("1DR"), "units_defending", 0)).toBe(true);
  expect(owes(rolled("A1"), "units", 0)).toBe(true);
  expect(owes(rolled("DR"), "units_defending", 0)).toBe(false);
});
