import { describe, expect, it } from "vitest";
import { inOrder, seatOf, standing } from "./standing";
import type { TableInfo } from "../lib/types";

const table = (id: string, over: Partial<TableInfo>): TableInfo =>
  ({ id, waiting: [], yours: ["a"], seats: { a: { kind: "human" }, b: { kind: "bot" } }, result: null, changed: 0, ...over }) as TableInfo;

describe("the lobby", () => {
  it("lists your move first and what is over last", () => {
    const over = table("over", { result: {} as TableInfo["result"], changed: 9 });
    const mine = table("mine", { waiting: ["a"], changed: 1 });
    const theirs = table("theirs", { waiting: ["b"], changed: 5 });
    expect(inOrder([over, theirs, mine]).map((one) => one.id)).toEqual(["mine", "theirs", "over"]);
    expect(standing(table("bots", { yours: [], waiting: ["b"] }))).toBe("watching");
  });

  it("sits you down where you are asked", () => {
    expect(seatOf(table("x", { yours: ["a", "b"], waiting: ["b"] }))).toBe("b");
    expect(seatOf(table("x", { yours: [], waiting: ["b"] }))).toBeNull();
  });
});
