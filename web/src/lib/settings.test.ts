import { expect, test } from "vitest";
import { FIRST, understood } from "./settings.svelte";

test("what was kept counts as far as it is understood", () => {
  expect(understood(null)).toEqual(FIRST);
  expect(understood({ pace: "slow", sound: true, overlays: ["zoc"] })).toEqual({ ...FIRST, pace: "slow", sound: true, overlays: ["zoc"] });
  expect(understood({ pace: "warp", sound: "loud", overlays: "zoc", left: 1, more: 2 })).toEqual(FIRST);
});
