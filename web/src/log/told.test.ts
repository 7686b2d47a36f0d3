import { describe, expect, it } from "vitest";
import type { Message, StageKind } from "../lib/types";
import type { Line } from "./story";
import { consequences, fighters, isRead, parted } from "./told";

const line = (kind: StageKind, facts: Record<string, unknown>, number = 0): Line => ({ number, kind, message: { key: kind, rule: "", text: { en: "", ja: "" }, ...facts } as Message });

describe("a fight as it is told", () => {
  it("is cut where its figures begin, in both languages", () => {
    expect(parted("attack on 5124, 1Tk against 8Lw: 8 to 1, die 3")).toEqual(["attack on 5124, 1Tk against 8Lw", "8 to 1, die 3"]);
    expect(parted("5124を1Tkが攻撃：8対1")[0]).toBe("5124を1Tkが攻撃");
    expect(parted("a battle")).toEqual(["a battle", ""]);
  });

  it("has figures only where a die was read", () => {
    expect(isRead(line("fight", { die: 3, column: "8-1" }).message)).toBe(true);
    expect(isRead(line("fight", { hex: "1010" }).message)).toBe(false);
  });

  it("runs the hexes of one advance together, and never those of two units", () => {
    const told = consequences([
      line("advance", { unit: "a", hex_from: "1", hex: "2" }),
      line("advance", { unit: "a", hex_from: "2", hex: "3" }),
      line("advance", { unit: "b", hex_from: "1", hex: "2" }),
      line("advance", { unit: "a", hex_from: "3", hex: "4" }),
      line("retreat", { army: "blue", hex: "5" }),
      line("retreat", { army: "blue", hex_from: "5", hex: "6" }),
    ]);
    expect(told.map((one) => [one.lines.length, one.on])).toEqual([[2, ["3"]], [1, []], [1, []], [1, []], [1, []]]);
  });

  it("knows who is gone", () => {
    const found = fighters(line("fight", { units: ["a", "b"], units_defending: ["c"] }), [line("loss", { unit: "c" }), line("step", { unit: "a" })]);
    expect([found.attack, found.defence, [...found.gone]]).toEqual([["a", "b"], ["c"], ["c"]]);
  });
});
