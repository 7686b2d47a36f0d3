import { describe, expect, it } from "vitest";
import { search } from "./search";
import type { Book, BookClause } from "./types";

const clause = (id: string, title: [string, string], text: [string, string], ruling: [string, string] | null = null): BookClause => ({
  id, title: { en: title[0], ja: title[1] }, text: { en: text[0], ja: text[1] }, ruling: ruling && { en: ruling[0], ja: ruling[1] },
  kind: "rule", names: [], named_by: [], beside: [], lessons: [], charts: [], examples: [], answers: [], tests: [],
});
const BOOK: Book = {
  game: "toy", names: { en: "Toy", ja: "おもちゃ" }, chapters: [{ id: "6", title: { en: "Zones of control", ja: "支配地域" }, pages: [{ id: "6", title: null, clauses: ["6.1", "6.10"] }] }], lessons: [], examples: [],
  charts: [{ id: "combat", title: { en: "Combat results", ja: "戦闘結果表" }, words: { en: "1-1 · 2-1", ja: "" } }],
  glossary: [{ id: "zoc", term: { en: "zone of control", ja: "支配地域" }, aliases: { en: ["ZOC"], ja: ["ZOC"] }, says: { en: "", ja: "" }, rule: "6.1" }],
  synonyms: [["sequence of play", "turn order", "ターンの手順"], ["CRT", "combat results", "戦闘結果"]],
  clauses: [
    clause("4.1", ["The turn", "ターン"], ["Chits, then supply: the sequence of play.", "チット、補給の順。ターンの手順。"]),
    clause("6.1", ["Watched hexes", "監視"], ["The six hexes round a unit are in its ZOC.", "周りの6ヘクスはZOCである。"]),
    clause("6.10", ["Others", "その他"], ["Headquarters have none.", "司令部は持たない。"]),
    clause("9.3.3a", ["Terrain shifts", "地形シフト"], ["The ground of the defender shifts the ratio.", "防御側の地形でシフトする。"], ["A village shifts nothing.", "村はシフトなし。"]),
  ],
};
const ids = (wanted: string, language: "en" | "ja" = "en"): string[] => search(BOOK, wanted, language).hits.map((hit) => hit.id);

describe("searching the book", () => {
  it("finds a phrase and its synonyms, and says by what", () => {
    expect(ids("sequence of play")).toEqual(["4.1"]);
    const found = search(BOOK, "turn order", "en");
    expect(found.hits.map((hit) => hit.id)).toEqual(["4.1"]);
    expect(found.hits[0]?.why.filter((part) => part.hit).map((part) => part.text)).toEqual(["sequence of play"]);
    expect(found.also).toContain("sequence of play");
  });

  it("finds a term by its other name, in either language", () => {
    for (const wanted of ["zone of control", "ZOC", "zoc", "支配地域"]) expect(ids(wanted)).toContain("6.1");
    expect(ids("zone of control", "ja")).toContain("6.1");
  });

  it("puts the clause that says what a term is before others that name it", () => {
    const other = clause("5.9", ["ZOC again", "ZOC"], ["Beside a ZOC.", "ZOCの隣。"]);
    expect(search({ ...BOOK, clauses: [other, ...BOOK.clauses] }, "ZOC", "en").hits.filter((hit) => hit.kind === "clause").map((hit) => hit.id)).toEqual(["6.1", "5.9"]);
  });

  it("finds a chapter by its name, before its clauses", () => {
    expect(search(BOOK, "zones of control", "en").hits[0]).toMatchObject({ kind: "page", id: "6.1", title: "6 Zones of control" });
  });

  it("finds a chart beside the clauses", () => {
    expect(search(BOOK, "CRT", "en").hits.map((hit) => hit.kind)).toContain("chart");
    expect(ids("combat results")).toContain("combat");
  });

  it("finds a clause by its number, and not its neighbour", () => {
    expect(ids("6.1")).toEqual(["6.1"]);
    expect(ids("9.3.3")).toEqual(["9.3.3a"]);
  });

  it("puts titles before texts and takes words in any order", () => {
    expect(ids("terrain shift")[0]).toBe("9.3.3a");
    expect(ids("shifts ground")).toEqual(["9.3.3a"]);
    expect(ids("village")).toEqual(["9.3.3a"]);
  });

  it("tells a find in the other language by its word", () => {
    const [hit] = search(BOOK, "司令部", "en").hits;
    expect(hit).toMatchObject({ id: "6.10", other: "司令部", title: "Others" });
  });

  it("finds words that never stand together by their other names, when nothing else is found", () => {
    expect(ids("isolated HQ")).toEqual([]);
    expect(ids("CRT ground")).toEqual([]);
    expect(ids("zocs unit")).toEqual(["6.1"]);
  });

  it("finds nothing for nothing", () => {
    expect(ids("  ")).toEqual([]);
    expect(ids("zeppelin")).toEqual([]);
  });
});
