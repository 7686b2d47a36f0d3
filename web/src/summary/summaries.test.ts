import { beforeEach, describe, expect, it, vi } from "vitest";

const kept = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (name: string) => kept.get(name) ?? null, setItem: (name: string, value: string) => kept.set(name, value) });
const { Summaries } = await import("./summaries.svelte");

beforeEach(() => kept.clear());

describe("when a summary opens", () => {
  it("does not open for what was over when one sat down", () => {
    const found = new Summaries("t");
    found.hear(12, { red: 1 }, { from: 3, to: 12 }, 20);
    expect(found.open).toBeNull();
    expect(found.scoreAt(12)).toBeNull();
  });

  it("opens at the next border, also where none was in sight before, and keeps how the points stood", () => {
    const found = new Summaries("t");
    found.hear(null, { red: 1 }, null, 12);
    found.hear(12, { red: 3 }, { from: -1, to: 12 }, 14);
    expect(found.open).toEqual({ from: -1, to: 12 });
    found.close();
    found.hear(12, { red: 5 }, { from: 3, to: 12 }, 20);
    expect(found.open).toBeNull();
    expect(found.scoreAt(12)).toEqual({ red: 3 });
  });

  it("does not open when an older part of the log is read up", () => {
    const found = new Summaries("t");
    found.hear(null, { red: 1 }, null, 90);
    found.hear(12, { red: 1 }, { from: -1, to: 12 }, 90);
    expect([found.open, found.scoreAt(12)]).toEqual([null, null]);
  });

  it("lets what waits for it go on when it is put away", async () => {
    const found = new Summaries("t");
    await found.closed(); // nothing is open
    found.show({ from: 3, to: 12 });
    let read = false;
    const waiting = found.closed().then(() => (read = true));
    await Promise.resolve();
    expect(read).toBe(false);
    found.close();
    await waiting;
    expect([read, found.open]).toEqual([true, null]);
  });

  it("never lies over the end of a game, and can be opened from the log there", () => {
    const found = new Summaries("t");
    found.hear(null, {}, null, 12);
    found.hear(12, {}, { from: 3, to: 12 }, 14);
    found.hear(12, {}, { from: 3, to: 12 }, 20, true);
    expect(found.open).toBeNull();
    found.hear(22, {}, { from: 12, to: 22 }, 24, true);
    expect(found.open).toBeNull();
    found.show({ from: 3, to: 12 });
    found.hear(22, {}, { from: 12, to: 22 }, 24, true);
    expect(found.open).toEqual({ from: 3, to: 12 });
  });

  it("stays shut for a reader who wants none, and still keeps the points", () => {
    const found = new Summaries("t");
    found.hear(3, {}, null, 9);
    found.hear(12, { red: 3 }, null, 13);
    expect([found.open, found.scoreAt(12)]).toEqual([null, { red: 3 }]);
  });
});

describe("after a reload", () => {
  const played = (): InstanceType<typeof Summaries> => {
    const found = new Summaries("t", "red");
    found.hear(null, { red: 1 }, null, 10);
    found.hear(12, { red: 3 }, { from: -1, to: 12 }, 14);
    found.hear(12, { red: 5 }, { from: 3, to: 12 }, 30);
    return found;
  };

  it("opens what nobody had put away", () => {
    played();
    const again = new Summaries("t", "red");
    again.hear(12, { red: 5 }, { from: 3, to: 12 }, 30);
    expect(again.open).toEqual({ from: 3, to: 12 });
    expect(again.scoreAt(12)).toEqual({ red: 3 }); // as they stood there, not as they stand now
  });

  it("does not open what has been read, nor for another seat", () => {
    played().close();
    for (const seat of ["red", "blue"]) {
      const again = new Summaries("t", seat);
      again.hear(12, { red: 5 }, { from: 3, to: 12 }, 30);
      expect(again.open).toBeNull();
    }
  });
});
