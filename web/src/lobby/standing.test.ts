import { describe, expect, it } from "vitest";
import { inOrder, left, pages, seatOf, standing } from "./standing";
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

  it("lists your moves by the time that is left, then theirs, then what waits for somebody", () => {
    const clocks = (left: number, running = ["a"]): NonNullable<TableInfo["clocks"]> => ({ left: { a: left, b: 5 }, running, now: 0 });
    const days = table("days", { waiting: ["a"], changed: 9, clocks: clocks(90_000) });
    const minutes = table("minutes", { waiting: ["a"], changed: 1, clocks: clocks(860) });
    const free = table("unclocked", { waiting: ["a"], changed: 99 });
    const theirs = table("theirs", { waiting: ["b"], changed: 100, clocks: clocks(1, ["b"]) });
    const offer = table("offer", { seats: { a: { kind: "human" }, b: { kind: "open" } } as unknown as TableInfo["seats"], waiting: ["b"], changed: 200 });
    expect(inOrder([offer, theirs, free, days, minutes]).map((one) => one.id)).toEqual(["minutes", "days", "unclocked", "theirs", "offer"]);
    expect(left(theirs)).toBe(5);
    expect(left(free)).toBeNull();
  });

  it("lists what cannot be opened after everything else, whatever it was", () => {
    const shut = table("shut", { shut: { kind: "game", why: "gone" }, waiting: ["a"], changed: 9 });
    const over = table("over", { result: {} as TableInfo["result"] });
    expect(inOrder([shut, over]).map((one) => one.id)).toEqual(["over", "shut"]);
    expect(standing(shut)).toBe("shut");
  });

  it("shows a page that is there", () => {
    expect(pages(0, 48, 0)).toEqual({ count: 1, shown: 0 });
    expect(pages(48, 48, 1)).toEqual({ count: 1, shown: 0 });
    expect(pages(1151, 48, 23)).toEqual({ count: 24, shown: 23 });
    expect(pages(97, 48, 7)).toEqual({ count: 3, shown: 2 });
  });

  it("does not call you to a seat that a bot plays for you", () => {
    const seats = { a: { kind: "human", bot: null, name: "", stand_in: "recruit" } } as TableInfo["seats"];
    const handed = table("handed", { waiting: ["a"], seats });
    expect(standing(handed)).toBe("waiting");
    expect(seatOf(handed)).toBe("a");
  });

  it("sits you down where you are asked", () => {
    expect(seatOf(table("x", { yours: ["a", "b"], waiting: ["b"] }))).toBe("b");
    expect(seatOf(table("x", { yours: [], waiting: ["b"] }))).toBeNull();
  });
});
