import { describe, expect, it } from "vitest";
import { chancesOf, consequencesOf, oddsLine, pictureOf } from "./consequences";
import { WORDS } from "./words";

describe("consequences in a preview", () => {
  it("reads what the server tells and nothing else", () => {
    const one = { kind: "zoc", bad: true, rule: "8.2", text: { en: "In a ZOC", ja: "ZOC内" } };
    expect(consequencesOf({ consequences: [one] })).toEqual([one]);
    expect(consequencesOf({ cost: 3 })).toEqual([]);
    expect(consequencesOf(null)).toEqual([]);
    expect(chancesOf({ cost: 3 })).toBeUndefined();
  });
  it("has a picture for a kind that it does not know", () => {
    expect(pictureOf({ kind: "moonlight", bad: true })).not.toBe(pictureOf({ kind: "moonlight", bad: false }));
  });
  it("says in both languages what more would help", () => {
    const chance = { before: "1-1", column: "3-1", next: { column: "4-1", needs: 2 } };
    expect(oddsLine("62", chance, WORDS.en)).toEqual({ odds: "62: 1–1 ▸ 3–1", more: "+2 would make it 4–1" });
    expect(oddsLine("62", chance, WORDS.ja).more).toContain("4–1");
    expect(oddsLine("62", { before: "1-1", column: null }, WORDS.en)).toEqual({ odds: "62: 1–1 ▸ –", more: "" });
  });
});
