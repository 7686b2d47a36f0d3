import { describe, expect, it } from "vitest";
import { Progress, understood } from "./progress.svelte";

/** A browser's shelf, with what lies on it. */
class Shelf {
  constructor(public text: string | null = null) {}
  getItem = (): string | null => this.text;
  setItem = (_: string, text: string): void => void (this.text = text);
}

describe("progress in the school", () => {
  it("is there again when the browser comes back", () => {
    const shelf = new Shelf();
    const progress = new Progress(shelf);
    progress.finish("one", "moving");
    progress.finish("one", "moving");
    progress.keep("one", "combat", { answers: [1] });
    progress.coach("table", "two");
    progress.say("first-combat");
    progress.brief("table", "red");
    progress.setOpens(false);
    const again = new Progress(shelf);
    expect(again.of("one").done).toEqual(["moving"]);
    expect(again.kept("one", "combat")).toEqual({ answers: [1] });
    expect([again.coached("one"), again.coached("two")]).toEqual([false, true]);
    expect([again.isCoached("table"), again.isCoached("other")]).toEqual([true, false]);
    expect([again.said("first-combat"), again.said("first-retreat")]).toEqual([true, false]);
    expect([again.briefed("table", "red"), again.briefed("table", "blue")]).toEqual([true, false]);
    expect(again.opens).toBe(false);
  });

  it("forgets where a lesson was left once it is finished, or when told to", () => {
    const progress = new Progress(new Shelf());
    progress.keep("one", "combat", 1);
    progress.finish("one", "combat");
    expect(progress.kept("one", "combat")).toBeNull();
    progress.keep("one", "combat", 2);
    expect(progress.of("one").done).toEqual(["combat"]);
    progress.keep("one", "combat", null);
    expect(progress.kept("one", "combat")).toBeNull();
  });

  it("keeps what two windows learn", () => {
    const shelf = new Shelf();
    const [here, there] = [new Progress(shelf), new Progress(shelf)];
    here.finish("one", "moving");
    there.finish("one", "combat");
    expect(there.of("one").done).toEqual(["moving", "combat"]);
    here.refresh();
    expect(here.of("one").done).toEqual(["moving", "combat"]);
  });

  it("knows that a game was coached when the coach has been sent away", () => {
    const progress = new Progress(new Shelf());
    progress.coach("table", "one");
    progress.sendAway("table");
    expect([progress.isCoached("table"), progress.coached("one")]).toEqual([false, true]);
  });

  it("teaches in a browser that keeps nothing", () => {
    const shut = {
      getItem: (): string | null => null,
      setItem: (): void => {
        throw new Error("full");
      },
    };
    for (const storage of [null, shut]) {
      const progress = new Progress(storage);
      progress.finish("one", "moving");
      expect(progress.of("one").done).toEqual(["moving"]);
    }
  });

  it("counts what was kept as far as it is understood", () => {
    const first = understood(null);
    expect(first).toEqual({ games: {}, opens: true, briefed: [], tables: [], said: [] });
    expect(new Progress(new Shelf("{")).opens).toBe(true);
    expect(understood({ games: { one: { done: ["a", 1], left: [], coached: 1 } }, opens: 0, briefed: "x", said: ["b"] })).toEqual({
      ...first,
      games: { one: { done: ["a"], left: {}, coached: false } },
      said: ["b"],
    });
  });
});
