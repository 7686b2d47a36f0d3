import { describe, expect, it } from "vitest";
import { testsOf } from "./tests";
import type { BookClause } from "./types";

const clause = (id: string, tests: string[]): BookClause => ({ id, title: { en: id, ja: id }, text: { en: "", ja: "" }, ruling: null, kind: "rule", names: [], named_by: [], beside: [], lessons: [], charts: [], examples: [], answers: [], tests });
const BOOK = [clause("1", ["a", "b", "c", "d", "e"]), clause("2", ["b", "c", "e"]), clause("3", ["d", "e"])];

describe("the tests of a clause", () => {
  it("are told by the clauses that they show with it, those of this clause alone first", () => {
    expect(testsOf(BOOK, BOOK[0] as BookClause)).toEqual([
      { with: [], count: 1 },
      { with: ["2"], count: 2 },
      { with: ["3"], count: 1 },
      { with: ["2", "3"], count: 1 },
    ]);
  });

  it("add up to all of them", () => {
    for (const one of BOOK) expect(testsOf(BOOK, one).reduce((sum, group) => sum + group.count, 0)).toBe(one.tests.length);
  });
});
