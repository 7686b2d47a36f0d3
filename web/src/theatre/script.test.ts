import { expect, test } from "vitest";
import type { Message, Piece, StageKind, View } from "../lib/types";
import { filmOf, type Told } from "./film";
import { LONGEST, timesOf } from "./pace";
import { isQuiet } from "./quiet";
import { scriptOf, type Beat } from "./script";
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

test("however much happens, it takes ten seconds at most at a brisk pace", () => {
  const fights = Array.from({ length: 40 }, (_, n) => ({ change: {}, log: [told(n % 8 ? "combat" : "phase", { hex: "0301", units: ["a"], column: "1-1", die: 1, result: "-" })] }));
  const script = scriptOf(film(view(A, D), ...fights), STAGE);
  const times = timesOf(script);
  expect(times.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(LONGEST + 1);
  expect(script.beats.every((beat, n) => beat.kind !== "fight" || (times[n] as number) > 50)).toBe(true);
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
