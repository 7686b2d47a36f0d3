import { describe, expect, it } from "vitest";
import { buttons, mainVerb, numbers, onlyGoesOn, plainAnswer, primary, step, targets } from "./answers";
import type { Ask } from "./types";

const ask = (answers: Ask["answers"], kinds: Ask["kinds"], more: Partial<Ask> = {}): Ask => ({
  prompt: { key: "prompt.x", rule: "1", text: { en: "x", ja: "x" } },
  rule: "1",
  answers,
  kinds,
  focus: {},
  ...more,
});

describe("an ask", () => {
  const declare = ask(
    { add: ["a", "b"], add_all: [null], resolve: [null], cancel: [null] },
    { add: "unit", add_all: "nothing", resolve: "nothing", cancel: "nothing" },
  );

  it("parts buttons from targets", () => {
    expect(buttons(declare)).toEqual(["add_all", "resolve", "cancel"]);
    expect(targets(declare)).toEqual([
      { verb: "add", target: "a", kind: "unit" },
      { verb: "add", target: "b", kind: "unit" },
    ]);
  });

  it("has a primary button, which neither backs out nor ends anything", () => {
    expect(primary(declare)).toBe("resolve");
    expect(primary(ask({ end_movement: [null], stop: [null] }, { end_movement: "nothing", stop: "nothing" }))).toBe("stop");
    expect(primary(ask({ decline: [null] }, { decline: "nothing" }))).toBeNull();
    expect(primary(ask({ attack: ["0101"], end_combat: [null] }, { attack: "hex", end_combat: "nothing" }))).toBeNull();
    expect(primary(ask({ endure: [null] }, { endure: "nothing" }))).toBe("endure");
    expect(primary(ask({ move: ["0101"] }, { move: "hex" }))).toBeNull();
  });

  it("only goes on where that is all there is to say", () => {
    expect(onlyGoesOn(ask({ go_on: [null] }, { go_on: "nothing" }))).toBe(true);
    expect(onlyGoesOn(ask({ go_on: [null], stop: [null] }, { go_on: "nothing", stop: "nothing" }))).toBe(false);
    expect(onlyGoesOn(declare)).toBe(false);
    expect(onlyGoesOn(null)).toBe(false);
  });

  it("believes the server about the primary button", () => {
    expect(primary({ ...declare, primary: "add_all" })).toBe("add_all");
    expect(primary({ ...declare, primary: "cancel" })).toBe("cancel");
    expect(primary({ ...declare, primary: null })).toBeNull();
    expect(primary({ ...declare, primary: "gone" })).toBeNull();
  });

  it("is about where its unit goes, however many others could be taken up", () => {
    const moving = ask({ unit: ["a", "b", "c"], move: ["0101"] }, { unit: "unit", move: "hex" }, { focus: { unit: "a" } });
    expect(mainVerb(moving)).toBe("move");
    expect(mainVerb({ ...moving, focus: {} })).toBe("unit");
  });

  it("steps through its targets and out at both ends", () => {
    const list = targets(declare);
    const first = step(list, null, 1);
    expect(first?.target).toBe("a");
    expect(step(list, first, 1)?.target).toBe("b");
    expect(step(list, first, -1)).toBeNull();
    expect(step(list, null, -1)?.target).toBe("b");
  });
});

it("many numbers are a range to go through, few are buttons", () => {
  const all = targets(ask({ points: [3, 1, 2, 4, 5, 6, 7], lose: [1, 2] }, { points: "number", lose: "number" }));
  const { few, many } = numbers(all);
  expect(few.map((one) => one.target)).toEqual([1, 2]);
  expect(many.map((group) => group.map((one) => one.target))).toEqual([[1, 2, 3, 4, 5, 6, 7]]);
});

it("a click on a unit is taken as an answer only where no unit can be answered in two ways", () => {
  const one = { answers: { unit: ["a", "b"], end: [null] }, kinds: { unit: "unit", end: "nothing" }, focus: {} } as unknown as Ask;
  const two = { answers: { grow: ["a"], disband: ["a", "b"] }, kinds: { grow: "unit", disband: "unit" }, focus: {} } as unknown as Ask;
  expect(plainAnswer(one, "b")?.verb).toBe("unit");
  expect(plainAnswer(one, "c")).toBeNull();
  expect(plainAnswer(two, "b")).toBeNull();
});
