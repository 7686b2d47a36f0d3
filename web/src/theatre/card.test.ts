import { expect, it } from "vitest";
import { facesOn, sidesOn } from "./card";
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
