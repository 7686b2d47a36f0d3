import { expect, test } from "vitest";
import type { GameInfo } from "../lib/types";
import { asked, linkOf } from "./maplink";

const words = { en: "", ja: "" };
const option = (id: string, given: string | number, sheets?: string[]) => ({ id, default: given, rule: "1.1", words, help: words, lays_out: true, ...(sheets ? { sheets } : {}) });
const plain: GameInfo = { id: "avl", names: words, bots: [], scenarios: [{ id: "campaign", names: words, players: [], turns: 9, options: [] }] };
const blocks: GameInfo = { ...plain, id: "victory", scenarios: [{ id: "quick", names: words, players: [], turns: 10, options: [option("maps", "north,south", ["north", "south"]), option("map_seed", 1)] }] };

test("a link is read as it is written", () => {
  const options = { maps: "random,east:180/west,south", map_seed: 7, random_map: false };
  const link = linkOf({ scenario: "quick", options });
  expect(link).toBe("?maps=random,east:180/west,south&seed=7");
  expect(asked(link, [plain, blocks])).toEqual({ game: "victory", options: { maps: "random,east:180/west,south", map_seed: 7 } });
});

test("maps that are all drawn are named so, and a seed that draws nothing is left out", () => {
  expect(linkOf({ scenario: "quick", options: { maps: "north,east:180", map_seed: 7, random_map: true } })).toBe("?maps=random,random&seed=7");
  expect(linkOf({ scenario: "quick", options: { maps: "north,east", map_seed: 7, random_map: false } })).toBe("?maps=north,east");
});

test("no game lays out maps, or none are asked for", () => {
  expect(asked("?maps=north", [plain])).toBeNull();
  expect(asked("", [plain, blocks])).toBeNull();
});
