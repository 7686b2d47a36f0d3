import { describe, expect, it } from "vitest";
import { Plan, planOf } from "./plan.svelte";

describe("a plan", () => {
  it("has a ghost until it is pushed home again", () => {
    const plan = new Plan();
    plan.move("tank", "0203", "0101");
    plan.move("tank", "0204", "0101");
    expect([...plan.moves]).toEqual([["tank", "0204"]]);
    plan.move("tank", "0101", "0101");
    expect(plan.empty).toBe(true);
  });

  it("has arrows that a second stroke rubs out", () => {
    const plan = new Plan();
    plan.draw("0101", "0101");
    expect(plan.empty).toBe(true);
    plan.draw("0101", "0303");
    plan.draw("0101", "0404");
    plan.draw("0101", "0303");
    expect(plan.arrows).toEqual([{ from: "0101", to: "0404" }]);
  });

  it("is rubbed out by hex, undone step by step, and cleared", () => {
    const plan = new Plan();
    plan.move("a", "0203", "0101");
    plan.draw("0203", "0303");
    plan.erase("0203");
    expect(plan.empty).toBe(true);
    plan.undo();
    expect(plan.moves.size + plan.arrows.length).toBe(2);
    plan.clear();
    expect(plan.empty).toBe(true);
    plan.undo();
    plan.undo();
    plan.undo();
    expect(plan.empty).toBe(true);
    expect(plan.canUndo).toBe(false);
  });

  it("is kept by seat", () => {
    planOf("one").draw("0101", "0102");
    expect(planOf("one").empty).toBe(false);
    expect(planOf("two").empty).toBe(true);
  });
});
