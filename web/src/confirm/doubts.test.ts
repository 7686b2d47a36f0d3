import { afterEach, describe, expect, it, vi } from "vitest";
import type { Ask } from "../lib/types";

vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
const { Doubts, DEAF_MS } = await import("./doubts.svelte");
const { settings } = await import("../lib/settings.svelte");

const ask = { answers: { end: [null], move: ["0101"], choose: ["A", "B"] }, costs: { end: [{ target: null }], choose: [{ target: "B" }] } } as unknown as Ask;

function doubts() {
  let time = 1000;
  const found = new Doubts(() => time);
  return { found, later: (ms: number) => (time += ms) };
}

describe("asking twice", () => {
  afterEach(() => {
    vi.useRealTimers();
    settings.set("confirm", true);
  });

  it("holds back the first press and lets the second through, once it is no longer deaf", () => {
    const { found, later } = doubts();
    expect(found.stops(ask, "end", null)).toBe(true);
    expect(found.open?.verb).toBe("end");
    later(DEAF_MS - 1);
    expect(found.stops(ask, "end", null)).toBe(true);
    expect(found.open).not.toBeNull();
    later(1);
    expect(found.stops(ask, "end", null)).toBe(false);
    expect(found.open).toBeNull();
  });

  it("lets answers through that give nothing up, and folds for them", () => {
    const { found } = doubts();
    expect(found.stops(ask, "move", "0101")).toBe(false);
    found.stops(ask, "end", null);
    expect(found.stops(ask, "move", "0101")).toBe(false);
    expect(found.open).toBeNull();
  });

  it("knows one target from another", () => {
    const { found, later } = doubts();
    expect(found.stops(ask, "choose", "A")).toBe(false);
    expect(found.stops(ask, "choose", "B")).toBe(true);
    later(DEAF_MS);
    expect(found.stops(ask, "end", null)).toBe(true);
    expect(found.open?.verb).toBe("end");
  });

  it("stays as long as it is being read, and folds when another question comes", () => {
    vi.useFakeTimers();
    const { found } = doubts();
    found.stops(ask, "end", null);
    vi.advanceTimersByTime(120_000);
    expect(found.open).not.toBeNull();
    found.fold();
    expect(found.open).toBeNull();
    found.stops(ask, "end", null);
    found.asked(ask);
    expect(found.open).not.toBeNull();
    found.asked({ ...ask });
    expect(found.open).toBeNull();
  });

  it("asks nothing twice where the reader does not want it", () => {
    settings.set("confirm", false);
    expect(doubts().found.stops(ask, "end", null)).toBe(false);
  });
});
