import { describe, expect, it } from "vitest";
import { Party, type Leading } from "./party.svelte";
import { targets } from "../lib/answers";
import type { Ask, Given, Message } from "../lib/types";

const WHY = [{ key: "refuse.far", rule: "5.1", text: { en: "too far", ja: "遠い" } }] as Message[];

/** A table at which two units may follow the one in hand, one of them not to "far". */
function table() {
  const given: Given[] = [];
  const asked: { first: readonly Given[]; rows: readonly (readonly Given[])[] }[] = [];
  const ask = { answers: { unit: ["slow", "quick"], move: ["near", "far"] }, kinds: { unit: "unit", move: "hex" }, focus: { unit: "lead" } } as unknown as Ask;
  const found: Leading = {
    ask,
    targets: targets(ask),
    buttons: [],
    piece: () => ({ on_map: true }) as never,
    follows: async (verb, target) => given.push({ verb, target }) > 0,
    nextQuestion: async () => undefined,
    together: async (first, rows) => {
      asked.push({ first, rows });
      return Object.fromEntries(rows.flatMap((row, n) => (row[0]?.target === "slow" && row.some((one) => one.target === "far") ? [[String(n), WHY]] : [])));
    },
  };
  return { found, given, asked };
}

describe("units that go along", () => {
  it("are named before the click where they could not follow", async () => {
    const { found, asked } = table();
    const party = new Party(found);
    expect(await party.left("move", "far")).toEqual([]); // nobody goes along
    party.join(["slow", "quick"]);
    expect(await party.left("move", "far")).toEqual([{ unit: "slow", why: WHY }]);
    expect(await party.left("move", "near")).toEqual([]);
    expect(asked[0]?.first).toEqual([{ verb: "move", target: "far" }]);
  });

  it("stay where they are when they cannot follow, are named, and keep nobody else back", async () => {
    const { found, given } = table();
    const party = new Party(found);
    party.join(["slow", "quick"]);
    const led = party.leave("move", "far");
    expect(party.units).toEqual([]);
    await party.lead(led as NonNullable<typeof led>);
    expect(given).toEqual([{ verb: "unit", target: "quick" }, { verb: "move", target: "far" }]);
    expect(party.behind).toEqual([{ unit: "slow", why: WHY }]);
    party.leave("unit", "quick");
    expect(party.behind).toEqual([]);
  });
});
