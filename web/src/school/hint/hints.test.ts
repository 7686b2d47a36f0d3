import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask } from "../../lib/types";
import type { Desk } from "../../table/desk.svelte";
import { Hints } from "./hints.svelte";
import type { Hint } from "./types";

const said = (text: string) => ({ en: text, ja: text });
const hint = (head: string, units: string[], ...answers: [string, string | null][]): Hint => ({
  answers: answers.map(([verb, target]) => ({ verb, target })), head: said(head), units, ways: [], target: null, chance: null, column: null, gain: 1,
  plan: null, for: [], against: [], says: { for: null, against: null }, weighed: [], who: null, threats: [],
});
const ask = (answers: Ask["answers"], unit?: string): Ask => ({ answers, kinds: {}, focus: unit ? { unit } : {} }) as unknown as Ask;
const WHO = ask({ unit: ["a", "b"], end: [null] });
const WHERE = ask({ move: ["0101", "0202"], stop: [null] }, "a");
const ON = ask({ move: ["0303"], stop: [null] }, "a");
const MARCH = hint("a to 0202", ["a"], ["unit", "a"], ["move", "0202"]);
const STOP = hint("a stops", ["a"], ["stop", null]);

let desk: { ask: Ask | null; answer: ReturnType<typeof vi.fn>; follows: ReturnType<typeof vi.fn> };
let hints: Hints;
const told = vi.fn();

/** The table goes on: an answer is given, and the next question asked. */
const goes = (to: Ask | null) => async (verb: string, target: string | null) => {
  hints.answers(verb, target);
  desk.ask = to;
  await hints.follow();
  return true;
};

beforeEach(() => {
  told.mockReset().mockResolvedValue({ type: "told", hints: [MARCH, hint("b to 0101", ["b"], ["unit", "b"], ["move", "0101"])] });
  desk = { ask: WHO, answer: vi.fn(), follows: vi.fn() };
  Object.assign(desk, { seat: "red", yours: ["red"], alone: true, view: {}, game: { advises: true }, line: { seats: {}, hint: told } });
  hints = new Hints(desk as unknown as Desk);
});

describe("a hint that is acted by", () => {
  it("shows what comes next of it at each question, by hand too, and then how the unit ends its march", async () => {
    await hints.ask();
    expect(hints.goesOn).toBe(false);
    await goes(WHERE)("unit", "a");
    expect(hints.goesOn).toBe(true);
    expect(hints.list).toHaveLength(1);
    expect(hints.list?.[0]).toMatchObject({ head: MARCH.head, answers: [{ verb: "move", target: "0202" }] });
    expect(told).toHaveBeenCalledTimes(1); // nobody had to think again
    told.mockResolvedValue({ type: "told", hints: [STOP] });
    await goes(ON)("move", "0202");
    await vi.waitFor(() => expect(hints.list?.[0]?.head.en).toBe("a stops"));
    expect(hints.goesOn).toBe(true);
    await goes(WHO)("stop", null);
    expect(hints.open).toBe(false);
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("does the same after its button", async () => {
    await hints.ask();
    desk.answer.mockImplementation(goes(WHERE));
    desk.follows.mockImplementation(goes(ON));
    told.mockResolvedValue({ type: "told", hints: [STOP] });
    await hints.give();
    expect(desk.follows).toHaveBeenCalledWith("move", "0202");
    expect(hints.list?.[0]?.head.en).toBe("a stops");
    expect(told).toHaveBeenCalledTimes(2);
  });

  it("is left by another answer, by taking one back, and by closing it", async () => {
    await hints.ask();
    await goes(WHERE)("unit", "a");
    await goes(ON)("move", "0101");
    expect(hints.open).toBe(false);
    desk.ask = WHO;
    await hints.ask();
    await goes(WHERE)("unit", "a");
    desk.ask = WHO; // taken back
    await hints.follow();
    expect([hints.open, hints.goesOn]).toEqual([false, false]);
    await hints.ask();
    hints.close();
    await goes(WHERE)("unit", "a");
    expect(hints.open).toBe(false);
    expect(told).toHaveBeenCalledTimes(3);
  });

  it("takes up the other hint where its answer is given", async () => {
    await hints.ask();
    await goes(WHERE)("unit", "b");
    expect(hints.list?.[0]?.answers).toEqual([{ verb: "move", target: "0101" }]);
  });
});

describe("where hints are", () => {
  const at = (seats: Record<string, { kind: string }>, info: object): Hints => {
    const alone = seats.blue?.kind === "bot";
    Object.assign(desk, { line: { seats, hint: told }, info, alone });
    return new Hints(desk as unknown as Desk);
  };
  const BOT = { red: { kind: "human" }, blue: { kind: "bot" } };

  it("is against bots alone, and not in tournaments: there the key says why", async () => {
    expect(at(BOT, {}).offered).toBe(true);
    expect(at({ ...BOT, blue: { kind: "human" } }, {}).offered).toBe(false);
    const cup = at(BOT, { tournament: "T1" });
    expect([cup.offered, cup.judges, cup.barred]).toEqual([false, false, true]);
    cup.toggle();
    expect([cup.none, told.mock.calls.length]).toEqual([true, 0]);
    cup.toggle();
    expect(cup.none).toBe(false);
    expect(at({ ...BOT, blue: { kind: "human" } }, { tournament: "T1" }).barred).toBe(false);
  });

  it("is swept through by a finger, round and round", async () => {
    await hints.ask();
    hints.sweep(1);
    expect([hints.shown, hints.alone]).toEqual([0, true]);
    hints.sweep(1);
    expect(hints.shown).toBe(1);
    hints.sweep(1);
    expect(hints.shown).toBe(0);
    hints.sweep(-1);
    expect(hints.shown).toBe(1);
  });
});
