import { describe, expect, it } from "vitest";
import { marked } from "./terms";
import type { Term } from "./types";

const term = (id: string, en: string[], ja: string[]): Term => ({
  id,
  term: { en: en[0] as string, ja: ja[0] as string },
  aliases: { en: en.slice(1), ja: ja.slice(1) },
  says: { en: "", ja: "" },
  rule: "1",
});
const TERMS = [term("zoc", ["zone of control", "ZOC"], ["支配地域", "ZOC"]), term("ring", ["ring"], ["環"]), term("mp", ["movement points", "MP"], ["移動力"]), term("line", ["supply line"], ["補給線"]), term("supply", ["supply"], ["補給"])];
const shown = (text: string, language: "en" | "ja" = "en"): string => marked(text, TERMS, language).map((part) => (part.term ? `[${part.text}]` : part.text)).join("");

describe("terms in a text", () => {
  it("are marked where they first stand, and nowhere else", () => {
    expect(shown("A zone of control is a ZOC; another zone of control.")).toBe("A [zone of control] is a ZOC; another zone of control.");
  });

  it("are words by themselves", () => {
    expect(shown("Bring the ring")).toBe("Bring the [ring]");
    expect(shown("mp is no abbreviation, MP is")).toBe("mp is no abbreviation, [MP] is");
  });

  it("take the longer name before the shorter one", () => {
    expect(shown("A supply line needs supply.")).toBe("A [supply line] needs [supply].");
    expect(shown("補給線と補給", "ja")).toBe("[補給線]と[補給]");
  });

  it("stand without spaces in Japanese", () => {
    expect(shown("これはZOCである", "ja")).toBe("これは[ZOC]である");
    expect(shown("敵の支配地域に入ると移動力を失う", "ja")).toBe("敵の[支配地域]に入ると[移動力]を失う");
  });

  it("are not found inside other Japanese words", () => {
    const drop = [term("drop", ["drop"], ["降下"]), term("cup", ["cup"], ["カップ"])];
    const found = (text: string): number => marked(text, drop, "ja").filter((part) => part.term).length;
    expect([found("急降下爆撃機"), found("マグカップル"), found("空から降下する"), found("カップから引く")]).toEqual([0, 0, 1, 1]);
  });

  it("leave the text as it was", () => {
    const text = "ZOC, ring, supply line: 9.3.3a";
    expect(marked(text, TERMS, "en", () => true).map((part) => part.text).join("")).toBe(text);
  });

  it("stand beside the clauses that the text names", () => {
    const parts = marked("see 9.3.3a, not 10-1 or 2.5 or 1.5-1", [], "en", (number) => number === "9.3.3a" || number === "1.5");
    expect(parts.filter((part) => part.rule).map((part) => part.rule)).toEqual(["9.3.3a"]);
  });
});
