import { describe, expect, it } from "vitest";
import { clauseFor, printed, search } from "./clauses";
import type { Clause } from "./types";

const clause = (id: string, title: string, title_ja: string): Clause => ({ id, title, says: "", title_ja, says_ja: "", kind: "rule", ruling: null });
const clauses = [clause("8.1", "Movement", "移動"), clause("8.1.2", "Costs", "コスト"), clause("9.5.2", "Retreat", "退却")];

describe("the rules index", () => {
  it("tells printed numbers from names of ours", () => {
    expect(["9.5", "8.1.2a", "2.1.A", "10.5b"].every(printed)).toBe(true);
    expect(["scenario2.victory.choice", "6.opt.3", "3.1.coastal", "move.Ka"].some(printed)).toBe(false);
  });

  it("finds a clause, or the one it belongs to", () => {
    expect(clauseFor(clauses, "8.1.2")?.id).toBe("8.1.2");
    expect(clauseFor(clauses, "8.1.2a")?.id).toBe("8.1.2");
    expect(clauseFor(clauses, "9.5")?.id).toBe("9.5.2");
    expect(clauseFor(clauses, "7.1")).toBeNull();
  });

  it("is searched by words of either language and by number", () => {
    expect(search(clauses, "retreat").map((one) => one.id)).toEqual(["9.5.2"]);
    expect(search(clauses, "退却").map((one) => one.id)).toEqual(["9.5.2"]);
    expect(search(clauses, "8.1").map((one) => one.id)).toEqual(["8.1", "8.1.2"]);
    expect(search(clauses, " ")).toHaveLength(3);
  });
});
