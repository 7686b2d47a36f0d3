import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, MapDocument, Piece, View } from "../lib/types";
import { Cursor } from "./cursor.svelte";
import { Fan } from "./fan.svelte";
import type { Given } from "./given";
import { Hand } from "./hand.svelte";
import { hitAt } from "./hit";
import { Measure } from "./measure.svelte";
import { Plan } from "./plan.svelte";
import { Planner } from "./planner.svelte";
import { Reading } from "./reading.svelte";
import { Stand } from "./stand.svelte";

const map: MapDocument = {
  id: "x", name: "x", scale_km: 10, grid: { cols: 9, rows: 8, orientation: "flat", shifted: "even" },
  terrain: { legend: { ".": "clear" }, grid: Array.from({ length: 8 }, () => ".........").join("\n") }, hexsides: {},
};
const piece = (id: string, where: string): Piece => ({ id, label: id, side: "red", nation: "red", symbol: "infantry", size: "division", where, on_map: true, values: [2, 5], move: 5 });
const pieces = { a: piece("a", "0303"), b: piece("b", "0404"), c: piece("c", "0606") };
const ask: Ask = {
  prompt: { key: "", rule: "", text: { en: "", ja: "" } }, rule: "",
  answers: { go: ["0404", "0405"], take: ["b", "c"], cross: ["0303/0304"] }, kinds: { go: "hex", take: "unit", cross: "hexside" }, focus: { unit: "a" },
};
const onanswer = vi.fn();
const why = vi.fn(() => Promise.resolve([{ key: "no", rule: "1", text: { en: "no", ja: "no" } }]));
const plan = new Plan();
let hand: Hand, planner: Planner, measure: Measure, reading: Reading, fan: Fan, cursor: Cursor;

/** What lies under a point `dx` radii from a hex's centre. */
function under(hex: string, dx = 0, dy = 0) {
  const [x, y] = reading.grid.centreOf(hex);
  return hitAt(reading, fan, [x + dx, y + dy]);
}
const key = (name: string) => ({ key: name, shiftKey: false }) as KeyboardEvent;

beforeEach(() => {
  vi.clearAllMocks();
  plan.clear();
  const view = { viewer: "red", players: [{ id: "red", side: "red" }], pieces, ask, log_length: 0, markers: [] } as unknown as View;
  const given: Given = { view, map, language: "en", theme: "paper", plan, onanswer, why, preview: () => Promise.resolve({ cost: "1" }) };
  const stand = new Stand();
  reading = new Reading(given);
  fan = new Fan(reading, stand);
  cursor = new Cursor(reading, stand);
  hand = new Hand(reading, fan, cursor);
  planner = new Planner(reading, fan, cursor);
  measure = new Measure(reading, cursor);
});

describe("the hand", () => {
  it("selects by a click on a counter and moves by one beside it, where both are legal", () => {
    hand.tap(under("0404"), false);
    expect(onanswer).toHaveBeenLastCalledWith("take", "b");
    hand.tap(under("0404", -0.85), false);
    expect(onanswer).toHaveBeenLastCalledWith("go", "0404");
  });

  it("names a unit by a second tap where that gives it away, and takes one up by the first", () => {
    const asked = (acting: boolean) => ({ ...ask, answers: { take: ["b", "c"] }, focus: {}, acting }) as Ask;
    reading.given.view = { ...reading.given.view, ask: asked(false) };
    hand.tap(under("0404"), true);
    expect(onanswer).not.toHaveBeenCalled();
    expect(hand.awaited?.id).toBe("b");
    hand.tap(under("0404"), true);
    expect(onanswer).toHaveBeenLastCalledWith("take", "b");
    hand.tap(under("0606"), false); // a click is no tap
    expect(onanswer).toHaveBeenLastCalledWith("take", "c");
    reading.given.view = { ...reading.given.view, ask: asked(true) };
    hand.tap(under("0404"), true);
    expect(onanswer).toHaveBeenLastCalledWith("take", "b");
  });

  it("says so where the pointer is on such a counter, and shows the way all the same", async () => {
    hand.over(under("0404"));
    expect(hand.selectsHere).toBe(true);
    await vi.waitFor(() => expect(hand.previews.shown?.target.id).toBe("0404"));
    hand.over(under("0404", -0.85));
    expect(hand.selectsHere).toBe(false);
  });

  it("asks which verb is meant where a unit has several, and takes the first at a second click", () => {
    const both = { ...ask, answers: { take: ["c"], split: ["c"], rest: [null] }, kinds: { take: "unit" as const, split: "unit" as const, rest: "nothing" as const } };
    reading.given.view = { ...reading.view, ask: both };
    reading = new Reading(reading.given);
    hand = new Hand(reading, fan, cursor);
    hand.tap(under("0606"), false);
    expect(onanswer).not.toHaveBeenCalled();
    expect(hand.menu?.choices.map((one) => one.verb)).toEqual(["take", "split"]);
    hand.tap(under("0606"), false);
    expect(onanswer).toHaveBeenLastCalledWith("take", "c");
    expect(hand.menu).toBeNull();
    // the unit on the move has the answers without a target
    hand.tap(under("0303"), false);
    hand.choose(hand.menu?.choices[0] as NonNullable<typeof hand.menu>["choices"][number]);
    expect(onanswer).toHaveBeenLastCalledWith("rest", null);
    // Enter on the cursor asks too
    hand.goTo("0606");
    expect(hand.current).toBeNull();
    hand.key(key("Enter"));
    expect(hand.menu?.choices).toHaveLength(2);
    expect(hand.key(key("Escape"))).toBe(true);
    expect(hand.menu).toBeNull();
  });

  it("moves by Enter and by dragging", () => {
    hand.goTo("0404");
    expect(hand.key(key("Enter"))).toBe(true);
    expect(onanswer).toHaveBeenLastCalledWith("go", "0404");
    const from = under("0303");
    expect(hand.carries(from, true)).toBe(true);
    hand.lift(from);
    hand.carry(reading.grid.centreOf("0404"));
    hand.drop(reading.grid.centreOf("0404"));
    expect(onanswer.mock.calls).toEqual([["go", "0404"], ["go", "0404"]]);
  });

  it("asks a finger twice before it goes anywhere", () => {
    hand.tap(under("0405"), true);
    expect(onanswer).not.toHaveBeenCalled();
    expect(hand.awaited?.id).toBe("0405");
    hand.tap(under("0405"), true);
    expect(onanswer).toHaveBeenCalledWith("go", "0405");
  });

  it("by touch means the way to a hex with counters first, and at the next tap one of them", () => {
    hand.tap(under("0404"), true);
    expect(onanswer).not.toHaveBeenCalled();
    expect(hand.awaited).toMatchObject({ verb: "go", id: "0404" });
    hand.tap(under("0404"), true);
    expect(onanswer).toHaveBeenLastCalledWith("take", "b");
  });

  it("lets others go along, by a key or where a tap adds, and only with a unit in hand", () => {
    const onjoin = vi.fn();
    reading.given.onjoin = onjoin;
    hand.tap(under("0404"), false, true);
    expect(onjoin).toHaveBeenLastCalledWith(["b"]);
    reading.given.adding = true;
    hand.tap(under("0606"), true);
    expect(onjoin).toHaveBeenLastCalledWith(["c"]);
    hand.tap(under("0303"), false, true);
    expect(onjoin).toHaveBeenCalledTimes(2);
    expect(onanswer).not.toHaveBeenCalled();
    reading.given.view = { ...reading.view, ask: { ...ask, focus: {} } };
    reading = new Reading(reading.given);
    new Hand(reading, fan, cursor).tap(under("0404"), false, true);
    expect(onanswer).toHaveBeenLastCalledWith("take", "b");
  });

  it("chooses hexsides", () => {
    hand.tap(under("0303", 0, 0.8), false);
    expect(onanswer).toHaveBeenCalledWith("cross", "0303/0304");
  });

  it("tells why not, and answers nothing", async () => {
    hand.tap(under("0808"), false);
    await vi.waitFor(() => expect(hand.blocked?.hex).toBe("0808"));
    expect(why).toHaveBeenCalledWith("go", "0808");
    expect(onanswer).not.toHaveBeenCalled();
  });

  it("tells why the unit in hand cannot join others: beside their counters, and where a stack of them opens", async () => {
    hand.tap(under("0606", -0.85), false);
    await vi.waitFor(() => expect(hand.blocked?.hex).toBe("0606"));
    expect(why).toHaveBeenLastCalledWith("go", "0606");
    expect(onanswer).not.toHaveBeenCalled();
    hand.tap(under("0606"), false); // on the counter itself it is chosen, as ever
    expect(onanswer).toHaveBeenLastCalledWith("take", "c");
    why.mockClear();
    const two = { ...pieces, d: piece("d", "0606") };
    reading.given.view = { ...reading.view, pieces: two, ask: { ...ask, answers: { ...ask.answers, take: ["b", "c", "d"] } } };
    reading = new Reading(reading.given);
    fan = new Fan(reading, new Stand());
    hand = new Hand(reading, fan, cursor);
    hand.tap(under("0606"), false);
    expect(fan.hex).toBe("0606");
    await vi.waitFor(() => expect(hand.blocked?.hex).toBe("0606"));
    expect(why).toHaveBeenLastCalledWith("go", "0606");
  });

  it("tells of a counter that cannot be chosen why the unit in hand cannot go there, and at a second click about the counter", async () => {
    reading.given.view = { ...reading.view, ask: { ...ask, answers: { ...ask.answers, take: ["b"] } } };
    hand.tap(under("0606"), false);
    await vi.waitFor(() => expect(hand.blocked).toMatchObject({ hex: "0606", counter: "c" }));
    expect(why).toHaveBeenLastCalledWith("go", "0606");
    hand.tap(under("0606"), false);
    await vi.waitFor(() => expect(hand.blocked).toMatchObject({ hex: "0606", counter: null }));
    expect(why).toHaveBeenLastCalledWith("take", "c");
    hand.tap(under("0606"), false);
    expect(hand.blocked).toBeNull();
    expect(why).toHaveBeenCalledTimes(2);
    // with nothing in hand only the counter can be meant
    reading.given.view = { ...reading.view, ask: { ...ask, answers: { take: ["b"] }, focus: {} } };
    hand.tap(under("0606"), false);
    await vi.waitFor(() => expect(why).toHaveBeenCalledTimes(3));
    expect(why).toHaveBeenLastCalledWith("take", "c");
    expect(onanswer).not.toHaveBeenCalled();
  });

  it("goes through every target with Tab, and out at the end", () => {
    const visited = [1, 2, 3, 4, 5].map(() => hand.key(key("Tab")) && hand.current?.id);
    expect(visited).toEqual(["0404", "0405", "b", "c", "0303/0304"]);
    expect(hand.key(key("Tab"))).toBe(false);
  });
});

describe("planning", () => {
  it("pushes ghosts by hand and by keyboard, and answers nothing", () => {
    const from = under("0606");
    expect(planner.carries(from)).toBe(true);
    planner.lift(from);
    planner.drop(reading.grid.centreOf("0707"));
    expect([...plan.moves]).toEqual([["c", "0707"]]);
    cursor.set("0303");
    for (const one of ["Enter", "ArrowDown", "Enter"]) planner.key(key(one));
    expect(plan.moves.get("a")).toBe("0304");
    expect(planner.ways).toEqual([{ from: "0606", to: "0707" }, { from: "0303", to: "0304" }]);
    expect(planner.ghosts).toHaveLength(2);
    expect(onanswer).not.toHaveBeenCalled();
  });
});

describe("measuring", () => {
  it("counts hexes and kilometres from a hex to the pointer or the cursor", () => {
    measure.toggle("0303");
    measure.over(under("0306"));
    expect(measure.text).toBe("3 hexes, 30 km");
    expect(measure.line).toEqual(["0303", "0304", "0305", "0306"]);
    cursor.set("0305");
    measure.key(key("Enter"));
    measure.key(key("ArrowUp"));
    expect(measure.text).toBe("1 hex, 10 km");
    measure.key(key("Escape"));
    expect(measure.on).toBe(false);
  });
});
