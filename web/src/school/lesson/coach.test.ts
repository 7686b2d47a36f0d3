import { describe, expect, it } from "vitest";
import { panelSelector } from "../pointing";
import { minutesLeft, rowOf } from "./coach.svelte";
import { readRecord } from "./lessons";

describe("a lesson", () => {
  const lesson = { id: "one", order: 1, minutes: 6, title: { en: "", ja: "" }, idea: { en: "", ja: "" }, aim: { en: "", ja: "" } };

  it("tells about how long it still takes, never nothing", () => {
    expect([0, 1, 3, 5, 6].map((step) => minutesLeft({ lesson, step, steps: 6 }))).toEqual([6, 5, 3, 1, 1]);
  });

  it("finds panels by their names and answers by the nearest button", () => {
    expect(panelSelector("prompt")).toBe("#decision");
    expect(panelSelector("supply")).toContain('[data-panel="supply"]');
    expect(rowOf("roll", null)[0]).toBe('[data-verb="roll"]');
    expect(rowOf("add", "su-1")[0]).toBe('[data-verb="add"][data-target="su-1"]');
  });

  it("takes up only what is a record", () => {
    const answers = [["attack", "3913"], null];
    expect(readRecord("one", { lesson: "one", answers })).toEqual({ lesson: "one", answers });
    for (const kept of [null, undefined, 1, "x", {}, { answers: 1 }]) expect(readRecord("one", kept)).toBeNull();
  });
});
