import { describe, expect, it } from "vitest";
import type { View } from "../../lib/types";
import type { Desk } from "../../table/desk.svelte";
import { Progress } from "../progress.svelte";
import { GameCoach } from "./coach.svelte";
import { due } from "./due";
import type { Remark, When } from "./types";

const remark = (id: string, when: When): Remark => ({ id, when, say: { en: id, ja: id }, rules: ["1"] });

function view(step: string, more: { phase?: string; answers?: string[]; events?: string[]; odds?: boolean; length?: number } = {}): View {
  const { phase = "movement", answers = ["unit"], events = ["event.turn"], odds = false, length = 1 } = more;
  return {
    viewer: "german",
    players: [{ id: "soviet", side: "soviet" }, { id: "german", side: "german" }],
    ask: { step, prompt: { key: `prompt.${step}` }, answers: Object.fromEntries(answers.map((verb) => [verb, []])), focus: odds ? { odds: {} } : {} },
    tracks: [{ id: "phase", value: phase }],
    log: events.map((key) => ({ key })),
    log_length: length,
    turn: 1,
    pieces: { a: { side: "german", flags: ["isolated"] }, b: { side: "soviet", flags: ["unsupplied"] }, c: { side: "german" } },
  } as unknown as View;
}

describe("what is due", () => {
  const holds = (when: When, now = view("move")): boolean => due([remark("one", when)], now, () => false) !== null;

  it("waits until all that is stated holds, of several names one", () => {
    expect(holds({ step: ["combat", "move"] })).toBe(true);
    expect(holds({ step: ["combat"] })).toBe(false);
    expect(holds({ phase: ["movement"] })).toBe(true);
    expect(holds({ phase: ["combat"] })).toBe(false);
    expect(holds({ verb: ["unit"] })).toBe(true);
    expect(holds({ verb: ["attack"] })).toBe(false);
    expect(holds({ event: ["event.turn"] })).toBe(true);
    expect(holds({ event: ["event.combat"] })).toBe(false);
    expect(holds({ step: ["move"], event: ["event.combat"] })).toBe(false);
    expect(holds({ step: ["move"], side: "soviet" })).toBe(false);
    expect(holds({ odds: true })).toBe(false);
    expect(holds({ odds: true }, view("declare", { odds: true }))).toBe(true);
  });

  it("looks at what answers would give up, by its clause", () => {
    const now = view("move");
    expect(holds({ cost: ["1.4e"] }, now)).toBe(false);
    now.ask!.costs = { end: [{ rule: "1.4e" }] } as never;
    expect(holds({ cost: ["1.4e"] }, now)).toBe(true);
    expect(holds({ cost: ["5.1b"] }, now)).toBe(false);
  });

  it("looks at the clauses by which things happened, whatever event tells them", () => {
    const now = view("move");
    expect(holds({ rule: ["6.4c"] }, now)).toBe(false);
    now.log = [{ key: "event.step_lost", rule: "6.4c" }] as never;
    expect(holds({ rule: ["6.4c"] }, now)).toBe(true);
  });

  it("looks at marks on one's own counters alone", () => {
    expect(holds({ flag: ["isolated"] })).toBe(true);
    expect(holds({ flag: ["unsupplied"] })).toBe(false);
  });

  it("is the first that was not said, and nothing while nobody asks", () => {
    const all = [remark("one", { step: ["move"] }), remark("two", { verb: ["unit"] })];
    expect(due(all, view("move"), () => false)?.id).toBe("one");
    expect(due(all, view("move"), (id) => id === "one")?.id).toBe("two");
    expect(due(all, view("move"), () => true)).toBeNull();
    expect(due(all, { ...view("move"), ask: null }, () => false)).toBeNull();
  });
});

describe("the coach of a first game", () => {
  const ALL = [remark("losses", { step: ["losses"] }), remark("move", { step: ["move"] }), remark("march", { step: ["march"] }), remark("later", { event: ["event.combat"] })];

  function seated() {
    const desk = { table: "t1", theatre: { playing: false, view: null, cardOpen: false, card: null }, summaries: { open: null }, layer: null, cover: null, planning: false, view: null as View | null, ask: null as View["ask"] };
    const progress = new Progress(null);
    progress.coach("t1", "any");
    const coach = new GameCoach(desk as unknown as Desk, progress);
    coach.know("any", ALL);
    const hears = (now: View): string | undefined => {
      [desk.view, desk.ask] = [now, now.ask];
      coach.hear(now);
      return coach.now?.id;
    };
    return { desk, progress, coach, hears };
  }

  it("says one thing at a question, and the next at another", () => {
    const { coach, hears } = seated();
    expect(hears(view("move", { events: ["event.combat"] }))).toBe("move");
    coach.goOn();
    expect(hears(view("move", { events: ["event.combat"] }))).toBeUndefined();
    expect(hears(view("move", { events: ["event.combat"], length: 2 }))).toBe("later");
  });

  it("says two things in a phase, and the rest at its next moment", () => {
    const { coach, hears } = seated();
    expect(hears(view("losses"))).toBe("losses");
    coach.goOn();
    expect(hears(view("move", { length: 2 }))).toBe("move");
    coach.goOn();
    expect(hears(view("march", { length: 3 }))).toBeUndefined();
    expect(hears(view("march", { length: 4, phase: "combat" }))).toBe("march");
  });

  it("never says a thing twice, at whatever table", () => {
    const { coach, hears, progress } = seated();
    hears(view("move"));
    coach.goOn();
    expect(progress.said("any/move")).toBe(true);
    expect(hears(view("move", { length: 2 }))).toBeUndefined();
  });

  it("stays with what is not read yet, until something newer is due or the phase is over", () => {
    const { hears, progress } = seated();
    expect(hears(view("move"))).toBe("move");
    expect(hears(view("stack", { length: 2 }))).toBe("move");
    expect(hears(view("march", { length: 3 }))).toBe("march");
    expect(progress.said("any/move")).toBe(true);
    expect(hears(view("combat", { phase: "combat", length: 4 }))).toBeUndefined();
    expect(progress.said("any/march")).toBe(true);
  });

  it("waits while something is played or laid over the map", () => {
    const { desk, coach, hears } = seated();
    desk.theatre.playing = true;
    expect(hears(view("move"))).toBeUndefined();
    desk.theatre.playing = false;
    expect(hears(view("move"))).toBe("move");
    (desk as { layer: string | null }).layer = "briefing";
    expect(coach.now).toBeNull();
  });

  it("can be sent away, and says nothing any more at this table", () => {
    const { coach, hears, progress } = seated();
    hears(view("move"));
    coach.sendAway();
    expect(progress.isCoached("t1")).toBe(false);
    expect(hears(view("march", { length: 2 }))).toBeUndefined();
  });
});
