import { describe, expect, it } from "vitest";
import type { Message, Piece, StageKind } from "../lib/types";
import { kindOf, type Stage } from "../log/kinds";
import avl from "../log/logs/avl.json";
import victory from "../log/logs/victory.json";
import vl from "../log/logs/vl.json";
import type { Line } from "../log/story";
import { borders, destroyed, ended, eventful, summed } from "./summary";

interface Recorded {
  first: number;
  stage: Stage;
  sides: Record<string, string>;
  log: Message[];
}
const read = (name: unknown): { lines: Line[]; pieces: Record<string, Piece> } => {
  const { log, first, stage, sides } = name as Recorded;
  const lines = log.map((message, n) => ({ number: first + n, message, kind: kindOf(message, stage) }));
  return { lines, pieces: Object.fromEntries(Object.entries(sides).map(([id, side]) => [id, { id, side } as Piece])) };
};
const line = (number: number, kind: StageKind, facts: Record<string, unknown> = {}): Line => ({ number, kind, message: { key: kind, rule: "", text: { en: "", ja: "" }, ...facts } });
const same = (army: string): string => army;

describe("what a turn came to", () => {
  it("A Victory Lost: losses by the side that lost them, fights by the side that attacked", () => {
    const { lines, pieces } = read(avl);
    const found = summed(lines, pieces, same);
    const losses = lines.filter((one) => one.kind === "loss" || one.kind === "step").length;
    const counters = Object.values(found.tolls).reduce((sum, toll) => sum + destroyed(toll) + toll.weaker.length, 0);
    expect(counters).toBe(losses); // each of them another counter
    expect(found.tolls["axis"]?.gone).toContain("de-320");
    expect(found.tolls["soviet"]?.gone).toContain("su-1gm");
    expect(Object.values(found.attacks).reduce((sum, count) => sum + count, 0)).toBe(found.fights);
  });

  it("Velikiye Luki: a unit that lost a step and then was destroyed is gone, not weaker", () => {
    const { lines, pieces } = read(vl);
    const toll = summed(lines, pieces, same).tolls["german"];
    expect([toll && destroyed(toll), toll?.weaker, toll?.steps]).toEqual([1, [], 2]);
  });

  it("Victory: blocks that have no name are counted for their army's side", () => {
    const { lines, pieces } = read(victory);
    const found = summed(lines, pieces, same);
    expect(found.tolls["blue"]).toMatchObject({ unnamed: 0, blurred: true, steps: 1 });
    expect(found.fights).toBe(2);
    expect(found.attacks).toEqual({ blue: 2 });
  });

  it("Victory: steps of blocks without a name are no blocks, and only a block that is lost is destroyed", () => {
    const facts = { army: "blue", lost: 1 };
    const lines = [line(1, "step", facts), line(2, "step", facts), line(3, "step", facts), line(4, "loss", facts)];
    const toll = summed(lines, {}, same).tolls["blue"];
    expect([toll && destroyed(toll), toll?.weaker, toll?.blurred, toll?.steps]).toEqual([1, [], true, 4]);
  });

  it("Victory: of blocks without a name those that lay face up have a type, a hidden one has none", () => {
    const lines = [line(1, "loss", { army: "blue", lost: 2, kind: "infantry" }), line(2, "loss", { army: "blue", lost: 1 }), line(3, "loss", { army: "red", unit: "red-tank-1", lost: 1 })];
    const { tolls } = summed(lines, {}, same);
    expect([tolls["blue"]?.unnamed, tolls["blue"]?.types]).toEqual([2, [{ kind: "infantry", steps: 2 }]]);
    expect([tolls["red"]?.gone, tolls["red"]?.types]).toEqual([["red-tank-1"], []]);
  });

  it("a unit that goes on has moved once, and again only in another phase", () => {
    const lines = [line(1, "phase"), line(2, "move", { unit: "a" }), line(3, "move", { unit: "a" }), line(4, "move", { unit: "b" }), line(5, "move"), line(6, "move"), line(7, "phase"), line(8, "move", { unit: "a" })];
    expect(summed(lines, {}, same).moves).toBe(5); // two of them of blocks without a name
  });

  it("begins and ends at headings, and where another player's turn begins if one wants that", () => {
    const lines = [line(3, "turn"), line(4, "phase", { side: "red" }), line(5, "phase", { side: "red" }), line(8, "phase", { side: "blue" }), line(12, "turn"), line(13, "phase", { side: "red" })];
    expect(borders(lines, "turn")).toEqual([3, 12]);
    expect(borders(lines, "player")).toEqual([3, 8, 12]);
    expect(ended([3])).toBeNull();
    expect(ended([3, 8, 12])).toEqual({ from: 8, to: 12 });
  });
});

describe("what is worth a card", () => {
  it("is not the setting up of armies", () => {
    expect(eventful([line(0, "place"), line(1, "turn"), line(2, "phase")])).toBe(false);
    expect(eventful([line(0, "place"), line(1, "move")])).toBe(true);
  });
});
