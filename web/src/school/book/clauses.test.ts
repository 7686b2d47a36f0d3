import { describe, expect, it } from "vitest";
import { clauseIn, headed } from "./clauses";

const IDS = ["8.1", "8.1.2", "9.5.2a", "9.5.2b", "9.55"];

describe("a clause of the book", () => {
  it("is found by its number, its section's, or that of a part which is not there", () => {
    expect(clauseIn(IDS, "8.1.2")).toBe("8.1.2");
    expect(clauseIn(IDS, "9.5.2")).toBe("9.5.2a");
    expect(clauseIn(IDS, "8.1.2a")).toBe("8.1.2");
    expect(clauseIn(IDS, "7.1")).toBeNull();
    expect(clauseIn(IDS, "")).toBeNull();
  });

  it("is a link in a text only where it is there", () => {
    expect(clauseIn(IDS, "8.1.2a", true)).toBeNull();
    expect(clauseIn(IDS, "9.5", true)).toBe("9.5.2a");
  });

  it("stands in a chapter that has a number, or only a name", () => {
    expect(headed("9.3", "The combat ratio")).toBe("9.3 The combat ratio");
    expect(headed("artillery", "Artillery")).toBe("Artillery");
    expect(headed("9", undefined)).toBe("9");
  });
});
