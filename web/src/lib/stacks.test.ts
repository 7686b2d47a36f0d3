import { describe, expect, it } from "vitest";
import { arrivals, byPlace, haveActed, inHand, offMap, otherSide, stillListed, stillToAct } from "./stacks";
import type { Ask, Piece, View } from "./types";

const piece = (id: string, over: Partial<Piece>): Piece => ({ id, label: id, values: [1], where: "0101", on_map: true, ...over }) as Piece;
const view = (...pieces: Piece[]): View => ({ turn: 3, pieces: Object.fromEntries(pieces.map((one) => [one.id, one])) }) as View;

describe("counters in the rail", () => {
  it("arrive by turn and are not counted among the dead", () => {
    const now = view(
      piece("a", { on_map: false, where: "not arrived", arrives: 5 }),
      piece("b", { on_map: false, where: "not arrived", arrives: 3 }),
      piece("c", { on_map: false, where: "eliminated", arrives: 1 }),
      piece("d", {}),
    );
    expect(arrivals(now).map((one) => [one.turn, one.units.map((unit) => unit.id)])).toEqual([
      [3, ["b"]],
      [5, ["a"]],
    ]);
    expect(offMap(now).map((one) => [one.place, one.units.map((unit) => unit.id)])).toEqual([["eliminated", ["c"]]]);
  });

  it("have acted where they are one's own, also while the enemy's turn is shown", () => {
    const now = view(piece("a", { side: "red", flags: ["moved"] }), piece("b", { side: "blue", flags: ["moved"] }), piece("c", { side: "blue", flags: ["fought"] }), piece("d", { side: "red" }));
    const players = [{ id: "red", side: "red" }, { id: "blue", side: "blue" }];
    expect(haveActed({ ...now, viewer: "red", players } as View)).toBe(1);
    expect(haveActed({ ...now, viewer: null, players } as View)).toBe(3);
  });

  it("are in hand when they are due and nobody else is asked about", () => {
    const off = { on_map: false, where: "not arrived", side: "red" };
    const now = view(piece("due", { ...off, arrives: 3 }), piece("late", { ...off, arrives: 5 }), piece("there", { side: "red" }));
    const held = (...place: string[]): string[] => inHand({ ...now, ask: { answers: { place }, kinds: { place: "unit" }, focus: {} } as unknown as Ask, viewer: "red", players: [{ id: "red", side: "red" }] } as View).units.map((unit) => unit.id);
    expect(held("due")).toEqual(["due"]);
    const first = view(piece("free", off), piece("due", { ...off, arrives: 3 }));
    const ask = { answers: { place: ["free"] }, kinds: { place: "unit" }, focus: {} } as unknown as Ask;
    expect(inHand({ ...first, ask, viewer: "red", players: [{ id: "red", side: "red" }] } as View).units.map((unit) => unit.id)).toEqual(["free"]); // who comes during the turn is not set up before it
    expect(held("due", "there")).toEqual([]); // who moves beside others on the map is listed with them
  });

  it("are in hand when they are to be placed, not when they come later", () => {
    const off = { on_map: false, where: "not arrived", side: "red" };
    const now = view(piece("hq", off), piece("late", { ...off, arrives: 5 }), piece("theirs", { ...off, side: "blue" }));
    const ask = { answers: { place: ["hq"] }, kinds: { place: "unit" }, focus: {} } as unknown as Ask;
    const hand = inHand({ ...now, ask, viewer: "red", players: [{ id: "red", side: "red" }] } as View);
    expect(hand.units.map((unit) => unit.id)).toEqual(["hq"]);
  });

  it("are not in hand in the set-up when they come in this very turn by themselves", () => {
    const off = { on_map: false, where: "not arrived", side: "red" };
    const now = view(piece("hq", off), piece("due", { ...off, arrives: 3 }));
    const ask = { answers: { place: ["hq"] }, kinds: { place: "unit" }, focus: {} } as unknown as Ask;
    const hand = inHand({ ...now, ask, viewer: "red", players: [{ id: "red", side: "red" }] } as View);
    expect(hand.units.map((unit) => unit.id)).toEqual(["hq"]);
  });

  it("are still to act while activated and unmoved", () => {
    const now = view(piece("a", { flags: ["activated"] }), piece("b", { flags: ["activated", "moved"] }), piece("c", {}));
    expect(stillToAct(now, null).map((unit) => unit.id)).toEqual(["a"]);
  });

  describe("still to act", () => {
    const players = [{ id: "red", side: "red" }, { id: "blue", side: "blue" }];
    const mine = (id: string, flags: string[] = [], where = "0101") => piece(id, { side: "red", flags, where });
    const asks = (answers: Ask["answers"], kinds: Ask["kinds"], more: Partial<Ask> = {}): Ask => ({ answers, kinds, focus: {}, ...more }) as Ask;
    const acting = (pieces: Piece[], ask: Ask) => stillToAct({ ...view(...pieces), viewer: "red", players } as View, ask).map((unit) => unit.id);

    it("are the units a move offers", () => {
      const pieces = [mine("a", ["activated", "fresh"]), mine("b", ["activated", "moved"]), mine("c")];
      expect(acting(pieces, asks({ unit: ["a"], end: [null] }, { unit: "unit", end: "nothing" }))).toEqual(["a"]);
      expect(acting([mine("c"), mine("d")], asks({ place: ["c", "d"] }, { place: "unit" }))).toEqual(["c", "d"]);
    });

    it("are not listed where the hand shows them", () => {
      const pieces = [mine("a"), { ...mine("b", [], "to place"), on_map: false }];
      const ask = asks({ place: ["b"], unit: ["a"] }, { place: "unit", unit: "unit" }, { acting: true });
      expect(acting(pieces, ask).sort()).toEqual(["a", "b"]);
      expect(stillListed({ ...view(...pieces), viewer: "red", players, ask } as View).map((unit) => unit.id)).toEqual(["a"]);
    });

    it("are none while losses are taken, an advance is made or a unit retreats", () => {
      const fought = [mine("a", ["activated", "fought"]), mine("b", ["activated", "fresh"])];
      expect(acting(fought, asks({ lose: ["a"] }, { lose: "unit" }))).toEqual([]);
      expect(acting(fought, asks({ advance: ["a"], end: [null] }, { advance: "unit", end: "nothing" }))).toEqual([]);
      expect(acting(fought, asks({ advance_to: ["0202"] }, { advance_to: "hex" }))).toEqual([]);
      const attacked = [mine("d"), piece("e", { side: "blue", flags: ["activated", "fresh"] })];
      expect(acting(attacked, asks({ lose: ["d"] }, { lose: "unit" }))).toEqual([]);
      expect(acting(attacked, asks({ retreat: ["0202"] }, { retreat: "hex" }))).toEqual([]);
    });

    it("are one's own that may attack while attacks are chosen", () => {
      const pieces = [mine("a", ["activated", "fresh"]), mine("b", ["activated", "fought"]), piece("e", { side: "blue", where: "0202" })];
      expect(acting(pieces, asks({ attack: ["0202"] }, { attack: "hex" }))).toEqual(["a"]);
    });

    it("are what the server says", () => {
      expect(acting([mine("a")], asks({ unit: ["a"] }, { unit: "unit" }, { acting: false }))).toEqual([]);
      expect(acting([mine("a", ["moved"])], asks({ unit: ["a"] }, { unit: "unit" }, { acting: true }))).toEqual(["a"]);
      const foe = piece("e", { side: "blue" });
      expect(acting([mine("a"), foe], asks({ bomb: ["e"], unit: ["a"] }, { bomb: "unit", unit: "unit" }, { acting: true }))).toEqual(["a"]);
    });
  });

  it("have another side only with two steps", () => {
    const two = piece("a", { values_by_steps: [[0], [2, 1, 8], [4, 2, 8]], steps: 2, full_steps: 2 });
    expect(otherSide(two)).toEqual([2, 1, 8]);
    expect(otherSide({ ...two, steps: 1 })).toEqual([4, 2, 8]);
    expect(otherSide(piece("b", { values_by_steps: [[0], [3, 5]], steps: 1, full_steps: 1 }))).toBeNull();
  });
});

it("a long list of units is told by place: those on the map from west to east, stacks together, then each box", () => {
  const off = { on_map: false, where: "east" };
  const found = byPlace([piece("c", { where: "0702" }), piece("x", { ...off, values: [1] }), piece("b", { where: "0301", values: [2] }), piece("y", { ...off, values: [5] }), piece("a", { where: "0301", values: [4] })]);
  expect(found.map((one) => [one.place, one.units.map((unit) => unit.id)])).toEqual([[null, ["a", "b", "c"]], ["east", ["y", "x"]]]);
});
