import { expect, test } from "vitest";
import type { Message, Piece, StageKind, View } from "../lib/types";
import { lossesOf, pointsOf } from "./card";
import { filmOf, spliced, type Film, type Told } from "./film";
import { motionsOf, renamed, restOf } from "./motions";
import { DIE, hurried, LONGEST, momentsOf, paced } from "./pace";
import { isQuiet } from "./quiet";
import { hasTrace, scriptOf, type Beat } from "./script";
import { kindOf } from "../log/kinds";
import { wayOf } from "./stage";

const STAGE: Record<string, StageKind> = {
  "event.chit_drawn": "draw", "event.activated": "activation", "event.moved": "move", "event.combat": "fight", "event.quality": "roll",
  "event.eliminated": "loss", "event.retreats": "retreat", "event.advances": "advance", "event.city_taken": "taken", "event.phase": "phase", "event.note": "note",
};
const told = (key: string, facts: Record<string, unknown> = {}): Message => ({ key: `event.${key}`, rule: "1", text: { en: key, ja: key }, ...facts }) as unknown as Message;
const piece = (id: string, where: string, side = "soviet", more: Partial<Piece> = {}): Piece => ({ id, label: id, side, nation: side, symbol: "infantry", size: "", values: [1], move: 4, where, on_map: true, ...more }) as Piece;
const view = (...pieces: Piece[]): View =>
  ({ game: "toy", players: [{ id: "axis", side: "axis" }, { id: "soviet", side: "soviet" }], viewer: "axis", pieces: Object.fromEntries(pieces.map((one) => [one.id, one])), log: [], log_length: 0, ask: null }) as unknown as View;
const film = (first: View, ...frames: Told["frames"]) => filmOf({ view: first, frames, length: 0 });

const A = piece("a", "0101");
const B = piece("b", "0102");
const D = piece("d", "0301", "axis");

test("moves of one activation are one beat, and a unit that goes on keeps its way", () => {
  const { acts, beats } = scriptOf(
    film(view(A, B, D),
      { change: {}, log: [told("chit_drawn", { chit: "5TkA", side: "soviet" }), told("activated", { side: "soviet" })] },
      { change: { pieces: { a: { ...A, where: "0201" } } }, log: [told("moved", { unit: "a", hex: "0201", hexes: ["0101", "0201"] })] },
      { change: { pieces: { b: { ...B, where: "0202" } } }, log: [told("moved", { unit: "b", hex: "0202", hexes: ["0102", "0202"] })] },
      { change: { pieces: { a: { ...A, where: "0202" } } }, log: [told("moved", { unit: "a", hex: "0202", hexes: ["0201", "0202"] })] },
    ),
    STAGE,
  );
  expect(beats.map((beat) => beat.kind)).toEqual(["draw", "moves"]);
  expect(beats[1]?.walks).toEqual([
    { unit: "a", way: ["0101", "0201", "0202"], side: "soviet" },
    { unit: "b", way: ["0102", "0202"], side: "soviet" },
  ]);
  expect([beats[1]?.from, beats[1]?.to]).toEqual([1, 4]);
  expect(acts).toHaveLength(1);
  expect(acts[0]?.title?.key).toBe("event.activated");
});

test("of several fights in one step each has its own losses and points", () => {
  const E = piece("e", "0401", "axis");
  const before = { ...view(A, D, E), score: { soviet: 0 } } as View;
  const whole = film(before, {
    change: { pieces_gone: ["d"], set: { score: { soviet: 5 } } } as unknown as Told["frames"][number]["change"],
    log: [
      told("combat", { hex: "0301", units: ["a"], units_defending: ["d"], die: 1, result: "DE" }),
      told("eliminated", { unit: "d", side: "soviet", points: 5 }),
      told("combat", { hex: "0401", units: ["a"], units_defending: ["e"], die: 6, result: "DR" }),
    ],
  });
  const [first, second] = scriptOf(whole, STAGE).beats as [Beat, Beat];
  const after = whole.views[1] as View;
  expect([first.losses.map((one) => one.piece.id), second.losses]).toEqual([["d"], []]);
  expect(pointsOf({ beat: first, view: before, after }, STAGE)).toEqual([{ side: "soviet", change: 5 }]);
  expect(pointsOf({ beat: second, view: before, after }, STAGE)).toEqual([]);
});

test("an attack that is announced and fought in one step keeps who falls in it on the map until its die has fallen", () => {
  const { beats } = scriptOf(
    film(view(A, D), {
      change: { pieces_gone: ["a"] },
      log: [told("note", { hex: "0301" }), told("combat", { hex: "0301", units: ["a"], units_defending: ["d"], die: 6, result: "AE" }), told("eliminated", { unit: "a", side: "axis" }), told("phase")],
    }),
    STAGE,
  );
  expect(beats.map(({ kind, from, to }) => [kind, from, to])).toEqual([["told", 0, 0], ["fight", 0, 1], ["told", 0, 1]]);
  expect(beats[1]?.losses.map((one) => one.piece.id)).toEqual(["a"]);
});

test("a fight has its dice, and all that follows from it", () => {
  const { beats } = scriptOf(
    film(view(A, D),
      {
        change: { pieces_gone: ["d"], pieces: { a: { ...A, where: "0301" } } },
        log: [
          told("quality", { side: "soviet", die: 2 }),
          told("combat", { hex: "0301", units: ["a"], units_defending: ["d"], column: "3-1", die: 5, result: "DE", by_die: ["-", "-", "DR", "DR", "DE", "DE"] }),
          told("eliminated", { unit: "d", side: "soviet" }),
          told("city_taken", { side: "soviet", hex: "0301" }),
        ],
      },
      { change: {}, log: [told("advances", { unit: "a", hex_from: "0101", hex: "0301" })] },
    ),
    STAGE,
  );
  expect(beats).toHaveLength(1);
  const [fight] = beats as [Beat];
  expect(fight.kind).toBe("fight");
  expect(fight.before.map((one) => one.key)).toEqual(["event.quality"]);
  expect(fight.attackers).toEqual(["0101"]);
  expect(fight.losses).toEqual([{ piece: D, hex: "0301", gone: true }]);
  expect(fight.taken).toEqual([{ hex: "0301", side: "soviet" }]);
  expect(fight.walks).toEqual([{ unit: "a", way: ["0101", "0301"], side: "soviet" }]);
  expect(fight.messages.map((one) => one.key)).toEqual(["event.combat", "event.eliminated", "event.city_taken", "event.advances"]);
});

test("a block that nobody knows is told by where it came from and where it went", () => {
  const { beats } = scriptOf(film(view(A), { change: {}, log: [told("moved", { army: "red", hex_from: "0101", hex: "0103" })] }), STAGE);
  expect(beats[0]?.walks).toEqual([{ unit: null, way: ["0101", "0103"], side: null }]);
});

const sum = (times: readonly number[]): number => times.reduce((all, one) => all + one, 0);
const fight = (hex: string, die: number, more: Told["frames"][number]["log"] = []): Told["frames"][number] => ({
  change: {},
  log: [told("combat", { hex, units: ["a"], units_defending: ["d"], column: "1-1", die, result: "-" }), ...more],
});

test("losses are counted in steps, of whoever lost them", () => {
  const log = [told("combat", { hex: "0301", units: ["a"], units_defending: ["d"], die: 6, result: "2/2" }), told("eliminated", { unit: "d", lost: 2, gone: 1 }), told("eliminated", { unit: "a", lost: 1, gone: 1 })];
  const [beat] = scriptOf(film(view(A, D), { change: { pieces_gone: ["a", "d"] }, log }), STAGE).beats as [Beat];
  expect([lossesOf(beat, ["d"], STAGE), lossesOf(beat, ["a"], STAGE), lossesOf(beat, ["b"], STAGE)]).toEqual([2, 1, 0]);
});

test("a short turn takes its time: each fight has its beat", () => {
  const script = scriptOf(film(view(A, D), fight("0301", 1), fight("0302", 2)), STAGE);
  const played = paced(script);
  expect(played.script.beats).toEqual(script.beats);
  expect(played.times).toEqual([1100, 1100]);
});

test("too long a turn: moves are shortened first, and nothing else where that is enough", () => {
  const crowd = Array.from({ length: 30 }, (_, n) => piece(`u${n}`, "0101"));
  const moves = crowd.map((one) => ({ change: {}, log: [told("moved", { unit: one.id, hex: "0106", hexes: ["0101", "0102", "0103", "0104", "0105", "0106"] })] }));
  const five = [0, 1, 2, 3, 4].flatMap(() => [{ change: {}, log: [told("phase", { side: "soviet" })] }, ...moves]);
  const { script, times } = paced(scriptOf(film(view(...crowd, A, D), ...five, fight("0301", 1), fight("0302", 2)), STAGE));
  const of = (kind: string): number[] => times.filter((_, n) => script.beats[n]?.kind === kind);
  expect(of("moves")).toEqual([900, 900, 900, 900, 900]);
  expect(of("fight")).toEqual([1100, 1100]);
  expect(sum(times)).toBeLessThanOrEqual(LONGEST);
});

test("then fights without loss are shortened, those with a loss keep their time", () => {
  const bloody: Told["frames"][number] = { change: { pieces_gone: ["d"] }, log: [...fight("0301", 6).log, told("eliminated", { unit: "d" })] };
  const { script, times } = paced(scriptOf(film(view(A, D), ...Array.from({ length: 10 }, (_, n) => fight(`03${n + 10}`, 1)), bloody), STAGE));
  expect(script.beats).toHaveLength(11);
  expect(times.slice(0, 10)).toEqual(Array(10).fill(500));
  expect(times[10]).toBe(1360);
});

test("whoever goes because of a fight has arrived when its beat ends, however short it is", () => {
  const retreat = [told("retreats", { unit: "d", hex_from: "0301", hex: "0302" })];
  const { script, times } = paced(scriptOf(film(view(A, D), ...Array.from({ length: 10 }, (_, n) => fight(`03${n + 10}`, 1, retreat))), STAGE));
  expect(script.beats.map((beat) => beat.kind)).toEqual(Array(10).fill("fight"));
  expect(times).toEqual(Array(10).fill(590)); // 500 for the fight and 90 for the hex
  for (const time of [1190, 590, 200, 40]) {
    const beat = script.beats[0] as Beat;
    const { arrows, die, result, rest } = momentsOf(beat, time);
    expect(arrows + die + result + rest).toBeCloseTo(time);
    expect(rest).toBeCloseTo(Math.min(90, (90 * time) / 590));
    const [motion] = motionsOf(beat, view(A, D), rest).values();
    expect((motion?.delay ?? 0) + (motion?.time ?? Infinity)).toBeLessThanOrEqual(rest + 0.001);
  }
  expect(momentsOf(script.beats[0] as Beat, 1190).die).toBe(DIE);
});

test("who advances in the step in which the next chit is drawn goes while it is drawn", () => {
  const whole = film(view(A, D), fight("0201", 6), { change: { pieces: { a: { ...A, where: "0201" } } }, log: [told("advances", { unit: "a", hex_from: "0101", hex: "0201" }), told("chit_drawn", { chit: "5TkA", side: "soviet" })] });
  const [, draw] = scriptOf(whole, STAGE).beats as [Beat, Beat];
  const [before, after] = [whole.views[draw.from] as View, whole.views[draw.to] as View];
  const { die, result, rest } = momentsOf(draw, 900);
  expect([die, result, rest]).toEqual([600, 0, 300]);
  expect([...motionsOf(draw, after, rest, before)]).toEqual([["a", { way: ["0101", "0201"], delay: 0, time: 300 }]]);
});

test("then the fights of one act fall together on one beat, one die each, and another act's on another", () => {
  const act = (n: number): Told["frames"] => [{ change: {}, log: [told("phase", { side: "soviet" })] }, ...Array.from({ length: 12 }, (_, at) => fight(`0${n}${at + 10}`, (at % 6) + 1))];
  const { script, times } = paced(scriptOf(film(view(A, D), ...act(1), ...act(2)), STAGE));
  const fights = script.beats.filter((beat) => beat.kind === "fight");
  expect(fights.map((beat) => beat.parts.length)).toEqual([12, 12]);
  expect(fights[0]?.parts.map((part) => part.messages[0]?.["die"])).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
  expect(fights[0]?.hexes).toHaveLength(12);
  expect(fights[0]?.to).toBeLessThanOrEqual(fights[1]?.from as number);
  expect(sum(times)).toBeLessThanOrEqual(LONGEST);
  expect(Math.min(...script.beats.flatMap((beat, n) => (beat.kind === "fight" ? [times[n] as number] : [])))).toBe(1100);
});

test("who advances after two fights of one beat goes all of it", () => {
  const advance = (from: string, to: string): Message => told("advances", { unit: "a", hex_from: from, hex: to });
  const many = Array.from({ length: 20 }, (_, n) => fight(`03${n + 10}`, 1));
  const { script } = paced(scriptOf(film(view(A, D), fight("0201", 6, [advance("0101", "0201")]), fight("0301", 6, [advance("0201", "0301")]), ...many), STAGE));
  expect(script.beats[0]?.walks).toEqual([{ unit: "a", way: ["0101", "0201", "0301"], side: "soviet" }]);
});

test("however much happens, it takes ten seconds at most at a brisk pace", () => {
  const acts = Array.from({ length: 40 }, (_, n) => (n % 2 ? fight("0301", 1) : { change: {}, log: [told("phase", { side: n % 4 ? "axis" : "soviet" })] }));
  const { script, times } = paced(scriptOf(film(view(A, D), ...acts), STAGE));
  expect(sum(times)).toBeLessThanOrEqual(LONGEST + 1);
  expect(script.beats.every((beat, n) => beat.kind !== "fight" || (times[n] as number) > 50)).toBe(true);
});

test("a battle that is fought shot by shot has a beat for each shot, with what it did", () => {
  const stage: Record<string, StageKind> = { "event.battle": "fight", "event.fires": "roll", "event.reduced": "step" };
  const battle = { hex: "0301", units: [] } as unknown as View["battle"];
  const { beats } = scriptOf(
    film(view(A, D),
      { change: { set: { battle } } as never, log: [told("battle", { hex: "0301" })] },
      { change: {}, log: [told("fires", { dice: [1, 5], firepower: 2, hits: 1 }), told("reduced", { army: "axis", kind: "tank" })] },
      { change: {}, log: [told("fires", { dice: [6], firepower: 2, hits: 0 })] },
    ),
    stage,
  );
  expect(beats.map((beat) => [beat.kind, beat.messages.length, beat.hexes])).toEqual([["fight", 1, ["0301"]], ["roll", 2, ["0301"]], ["roll", 1, ["0301"]]]);
});

test("who lands or passes after a shot has a moment of his own, off the shot's card", () => {
  const stage: Record<string, StageKind> = { "event.fires": "roll", "event.reduced": "step", "event.lands": "note", "event.round": "note", "event.half_hit": "note" };
  const battle = { hex: "0301", units: [] } as unknown as View["battle"];
  const { script, times } = paced(scriptOf(
    film({ ...view(A, D), ...(battle ? { battle } : {}) },
      { change: {}, log: [told("fires", { dice: [1, 5], firepower: 2 }), told("half_hit", {})] },
      { change: {}, log: [told("reduced", { army: "axis", kind: "tank" })] },
      { change: {}, log: [told("lands", { army: "soviet", kind: "marine" }), told("round", { round: 2 })] },
    ),
    stage,
  ));
  expect(script.beats.map((beat) => beat.messages.map((one) => one.key))).toEqual([["event.fires", "event.half_hit", "event.reduced"], ["event.lands", "event.round"]]);
  expect(script.beats[1]).toMatchObject({ kind: "told", hexes: ["0301"] });
  expect(times[1]).toBeGreaterThan(0);
});

const back = (id: string, where: string): Piece => piece(id, where, "red", { hidden: true });

test("a block that nobody knows is called otherwise in every beat, where it stays and where it goes", () => {
  const known = view(A, back("hidden:0101:1", "0101"), back("hidden:0101:2", "0101"));
  const [once, twice] = [renamed(known, 1), renamed(known, 2)];
  const names = (of: View): string[] => Object.values(of.pieces).flatMap((one) => (one.hidden ? [one.id] : []));
  expect(names(once)).toHaveLength(2);
  expect(names(once).filter((name) => names(twice).includes(name))).toEqual([]);
  expect([...names(once), ...names(twice)].some((name) => name.startsWith("hidden:") || name.includes("0101"))).toBe(false);
  expect(Object.entries(once.pieces).every(([id, one]) => one.id === id)).toBe(true);
  expect(once.pieces["a"]).toBe(known.pieces["a"]);
});

test("blocks that nobody knows go as one stack, and any of those where they arrive may be they", () => {
  const { beats } = scriptOf(
    film({ ...view(), armies: [{ id: "red", side: "red" }] } as View,
      { change: { pieces: { x: back("x", "0103"), y: back("y", "0103"), z: back("z", "0103") } }, log: [told("moved", { army: "red", hex_from: "0101", hex: "0103" }), told("moved", { army: "red", hex_from: "0101", hex: "0103" })] },
    ),
    STAGE,
  );
  const after = renamed({ ...view(back("x", "0103"), back("y", "0103"), back("z", "0103")) }, 7);
  const motions = [...motionsOf(beats[0] as Beat, after, 400).values()];
  expect(motions).toHaveLength(2);
  expect(new Set(motions.map((motion) => JSON.stringify(motion))).size).toBe(1);
});

test("what I do myself needs no film, a die and the enemy do", () => {
  const mine = { ...view(A, D), viewer: "axis" } as View;
  expect(isQuiet([told("moved", { unit: "d", hex: "0302" })], mine, STAGE)).toBe(true);
  expect(isQuiet([told("moved", { unit: "a", hex: "0302" })], mine, STAGE)).toBe(false);
  expect(isQuiet([told("combat", { units: ["d"], die: 3 })], mine, STAGE)).toBe(false);
});

test("an event that no data explain is guessed by its facts", () => {
  expect(kindOf(told("odd", { column: "2-1", die: 3, result: "DR" }), {})).toBe("fight");
  expect(kindOf(told("odd", { die: 3 }), {})).toBe("roll");
  expect(kindOf(told("odd", { unit: "a", hex_from: "0101", hex: "0102" }), undefined)).toBe("move");
  expect(kindOf(told("odd"), undefined)).toBe("note");
  expect(wayOf(told("odd", { hexes: ["0101", "0102", "0103"], hex: "0103" }))).toEqual(["0101", "0102", "0103"]);
});

test("a chit that is drawn after moves whose own chit is not in the film begins an act of its own, with its army", () => {
  const { acts, beats } = scriptOf(
    film(view(A, D),
      { change: { pieces: { a: { ...A, where: "0201" } } }, log: [told("moved", { unit: "a", hex: "0201", hexes: ["0101", "0201"] })] },
      { change: {}, log: [told("chit_drawn", { chit: "STAVKA", side: "soviet" }), told("activated", { side: "soviet" })] },
    ),
    STAGE,
  );
  expect(beats.map((beat) => [beat.kind, beat.act])).toEqual([["moves", 0], ["draw", 1]]);
  expect(acts.map((act) => act.title?.key ?? null)).toEqual([null, "event.activated"]);
});

test("what happened next is one film with what was seen: a retreat belongs to its fight, and only it is still to go", () => {
  const fought = told("combat", { hex: "0301", units: ["a"], units_defending: ["d"], column: "3-1", die: 4, result: "DR", by_die: [] });
  const first = film({ ...view(A, D), log_length: 0 }, { change: { log_length: 1 } as never, log: [fought] });
  const next = film({ ...(first.views[1] as View) }, { change: { pieces: { d: { ...D, where: "0401" } } }, log: [told("retreats", { unit: "d", hexes: ["0301", "0401"] })] });
  const whole = spliced(first, next) as Film;
  const { beats } = scriptOf(whole, STAGE);
  expect(beats).toHaveLength(1);
  expect([beats[0]?.from, beats[0]?.to]).toEqual([0, 2]);
  const left = restOf(beats[0] as Beat, { view: whole.views[1] as View, walked: 0 });
  expect(left.walks.map((walk) => walk.unit)).toEqual(["d"]);
  expect(restOf(beats[0] as Beat, { view: whole.views[2] as View, walked: 1 }).walks).toEqual([]);
  expect(spliced(first, film({ ...view(A), log_length: 7 }))).toBeNull();
});

test("a phase in which nothing stirs leaves no trace: the last activation stays the strong one", () => {
  const { beats } = scriptOf(
    film(view(A, D),
      { change: { pieces: { a: { ...A, where: "0201" } } }, log: [told("activated", { side: "soviet" }), told("moved", { unit: "a", hex: "0201", hexes: ["0101", "0201"] })] },
      { change: {}, log: [told("phase", {}), told("note", {})] },
    ),
    STAGE,
  );
  expect(beats.map((beat) => [beat.act, hasTrace(beat)])).toEqual([[0, false], [0, true], [1, false]]);
});

test("a film that is drawn too slowly gains time in what is left of it, a short one never", () => {
  expect(hurried(0, LONGEST)).toBe(1);
  expect(hurried(3_000, 6_000)).toBe(1);
  expect(hurried(5_000, 5_000)).toBeCloseTo(0.8); // a second too late: the rest ends with the ninth second
  expect(hurried(8_900, 3_000)).toBe(0.35);
  expect(hurried(4_000, 1_500)).toBe(1); // three seconds that took twice as long
});
