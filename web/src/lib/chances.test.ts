import { describe, expect, it } from "vitest";
import { chances, columnChances, severity } from "./chances";

describe("chances", () => {
  it("sum to one and agree with the column face by face", () => {
    const found = chances({ results: { "-": 2, DR: 3, "1DR": 1 }, by_die: ["-", "-", "DR", "DR", "DR", "1DR"] });
    expect(found.reduce((sum, one) => sum + one.share, 0)).toBeCloseTo(1);
    expect(found.map((one) => one.result)).toEqual(["-", "DR", "1DR"]);
    expect(found.map((one) => one.ways)).toEqual([2, 3, 1]);
  });

  it("are counted from the faces where no sums are given", () => {
    expect(chances({ by_die: ["A1", "-", "-"] })).toEqual([
      { result: "A1", ways: 1, share: 1 / 3 },
      { result: "-", ways: 2, share: 2 / 3 },
    ]);
  });

  it("are none where there is no column", () => {
    expect(chances({})).toEqual([]);
  });

  it("shade a result by what it does", () => {
    expect(["-", "A1", "DR", "1DR", "2DR"].map((result) => severity(result))).toEqual(["none", "bad", "mild", "hard", "hard"]);
  });
});

it("the server's word on severity comes first, and codes of two halves are read as attacker and defender", () => {
  expect(severity("1DR", { "1DR": "none" })).toBe("none");
  expect(["-/-", "R2/-", "-/R", "1/R2", "0"].map((result) => severity(result))).toEqual(["none", "bad", "mild", "hard", "none"]);
});

it("columns may be a table or a list", () => {
  expect(columnChances({ columns: { "2/1": 1, "3/1": 3 } })).toEqual(columnChances({ columns: [{ column: "2/1", ways: 1 }, { column: "3/1", ways: 3 }] }));
  expect(columnChances({})).toEqual([]);
});
