import { describe, expect, it } from "vitest";
import type { Ask, Piece, View } from "../lib/types";
import { answersAt, choicesAt, fittingVerb, isBoth, readAsk } from "./targets";

const piece = (id: string, side: string, where: string, on_map = true): Piece => ({
  id, label: id, side, nation: side, symbol: "infantry", size: "division", where, on_map, values: [2, 5], move: 5,
});

function view(answers: Ask["answers"], kinds: Ask["kinds"], pieces: Piece[] = []): View {
  return {
    players: [{ id: "red", side: "red" }, { id: "blue", side: "blue" }],
    viewer: "red",
    ask: { prompt: { key: "", rule: "", text: { en: "", ja: "" } }, rule: "", answers, kinds, focus: {} },
    pieces: Object.fromEntries(pieces.map((one) => [one.id, one])),
  } as unknown as View;
}

describe("an ask on the board", () => {
  it("marks empty hexes as a range and enemy hexes as targets", () => {
    const enemy = [piece("b1", "blue", "0303"), piece("b2", "blue", "0304")];
    expect(readAsk(view({ go: ["0101", "0102", "0303"] }, { go: "hex" }, enemy)).reach).toHaveLength(3);
    expect(readAsk(view({ hit: ["0303", "0304"] }, { hit: "hex" }, enemy)).strikes).toEqual(["0303", "0304"]);
  });

  it("marks a hex once that two verbs mean", () => {
    expect(readAsk(view({ go: ["0101", "0102"], rush: ["0102"] }, { go: "hex", rush: "hex" })).reach).toEqual(["0101", "0102"]);
  });

  it("leaves buttons to the rail", () => {
    expect(readAsk(view({ done: [null] }, { done: "nothing" })).all).toEqual([]);
  });

  it("keeps units that are off the map as targets without a hex", () => {
    const found = readAsk(view({ place: ["r1"] }, { place: "unit" }, [piece("r1", "red", "box", false)]));
    expect(found.all[0]).toMatchObject({ id: "r1", hex: null });
  });
});

describe("a click", () => {
  const pile = [piece("r1", "red", "0101"), piece("r2", "red", "0101")];

  it("means the only unit of a stack that can be chosen", () => {
    const position = view({ take: ["r2"] }, { take: "unit" }, pile);
    expect(answersAt(position.ask as Ask, readAsk(position), pile, "0101").map((one) => one.id)).toEqual(["r2"]);
  });

  it("leaves the choice between two units of a stack open", () => {
    const position = view({ take: ["r1", "r2"] }, { take: "unit" }, pile);
    expect(answersAt(position.ask as Ask, readAsk(position), pile, "0101")).toHaveLength(2);
  });

  it("on a counter selects it and beside it goes to the hex, where both are legal", () => {
    const position = view({ go: ["0101"], take: ["r1"] }, { go: "hex", take: "unit" }, pile);
    const targets = readAsk(position);
    const meant = (onCounter: boolean) => answersAt(position.ask as Ask, targets, pile, "0101", onCounter).map((one) => one.verb);
    expect(meant(true)).toEqual(["take"]);
    expect(meant(false)).toEqual(["go"]);
    expect(isBoth(targets, pile, "0101")).toBe(true);
    expect(isBoth(targets, [], "0101")).toBe(false);
  });

  it("on a counter that cannot be chosen goes to its hex", () => {
    const position = view({ go: ["0101"], take: ["r9"] }, { go: "hex", take: "unit" }, pile);
    expect(answersAt(position.ask as Ask, readAsk(position), pile, "0101", true).map((one) => one.verb)).toEqual(["go"]);
  });

  it("prefers the verb that the ask lists first", () => {
    const position = view({ go: ["0101"], dig: ["0101"] }, { go: "hex", dig: "hex" });
    expect(answersAt(position.ask as Ask, readAsk(position), [], "0101").map((one) => one.verb)).toEqual(["go"]);
  });

  describe("leaves open which verb is meant", () => {
    const chosen = (position: View, at: Piece[], onCounter = true) =>
      choicesAt(position.ask as Ask, readAsk(position), at, "0101", onCounter, "red").map((one) => `${one.verb} ${one.id}`);

    it("where a unit or a hex has several", () => {
      const [lone] = pile;
      expect(chosen(view({ take: ["r1"], split: ["r1"] }, { take: "unit", split: "unit" }, pile), [lone as Piece])).toEqual(["take r1", "split r1"]);
      expect(chosen(view({ go: ["0101"], rush: ["0101"] }, { go: "hex", rush: "hex" }), [])).toEqual(["go 0101", "rush 0101"]);
      expect(chosen(view({ take: ["r1"] }, { take: "unit" }, pile), pile)).toHaveLength(1);
    });

    it("but not where the second can still be said with the unit in hand", () => {
      const position = view({ take: ["r1"], split: ["r1", "r2"] }, { take: "unit", split: "unit" }, pile);
      (position.ask as Ask).aside = ["split"];
      const [lone, other] = pile;
      expect(chosen(position, [lone as Piece])).toEqual(["take r1"]);
      expect(chosen(position, [other as Piece])).toEqual(["split r2"]);
    });

    it("but fans a stack out first", () => {
      expect(chosen(view({ take: ["r1", "r2"], split: ["r1"] }, { take: "unit", split: "unit" }, pile), pile)).toEqual([]);
    });

    it("where enemies can be struck together or singly, wherever in the hex it falls", () => {
      const foes = [piece("b1", "blue", "0101"), piece("b2", "blue", "0101")];
      const position = view({ hit: ["0101"], bomb: ["b1", "b2"] }, { hit: "hex", bomb: "unit" }, foes);
      for (const onCounter of [true, false]) expect(chosen(position, foes, onCounter)).toEqual(["hit 0101", "bomb b1", "bomb b2"]);
    });
  });

  it("that is not legal asks about the first verb of its kind", () => {
    const { ask } = view({ stop: [null], go: ["0101"] }, { stop: "nothing", go: "hex" });
    expect(fittingVerb(ask as Ask, "hex")).toBe("go");
    expect(fittingVerb(ask as Ask, "unit")).toBeNull();
  });
});

it("hexsides are targets too, at the first of their hexes", () => {
  const found = readAsk(view({ cross: ["0101/0201", "0101/0102"] }, { cross: "hexside" }));
  expect(found.all.map((one) => [one.kind, one.hex])).toEqual([["hexside", "0101"], ["hexside", "0101"]]);
  expect([...found.sides.keys()]).toEqual(["0101/0201", "0101/0102"]);
});
