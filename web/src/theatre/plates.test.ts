import { expect, test } from "vitest";
import type { Message, Piece } from "../lib/types";
import { platesOf } from "./plates";
import type { Beat } from "./script";

const piece = (id: string, label: string, where: string): Piece => ({ id, label, side: "axis", where, on_map: true }) as unknown as Piece;
const told = (key: string, facts: Record<string, unknown>): Message => ({ key: `event.${key}`, rule: "", text: { en: "", ja: "" }, ...facts }) as unknown as Message;
const beat = (...messages: Message[]): Beat => ({ messages }) as unknown as Beat;
const view = { pieces: { tank: piece("tank", "1Tk", "5124"), hq: piece("hq", "R3A", "5125") } };
const words: Record<string, string> = { "plate.overrun": "{unit} overrun", "plate.bridge_destroyed": "bridge destroyed", "plate.hq_removed": "{unit} leaves" };
const find = (key: string): string | null => words[key] ?? null;

test("names whom it befell, not who did it", () => {
  expect(platesOf(beat(told("overrun", { unit: "tank", unit_hq: "hq", hex: "5125" })), view, find, (one) => one.label)).toEqual([{ hex: "5125", text: "R3A overrun" }]);
});

test("stands where the unit stood if no place is told, or where nobody is named at the place", () => {
  expect(platesOf(beat(told("hq_removed", { unit: "hq", turn: 3 })), view, find, (one) => one.label)).toEqual([{ hex: "5125", text: "R3A leaves" }]);
  expect(platesOf(beat(told("bridge_destroyed", { hexes: ["0101", "0102"] })), view, find, (one) => one.label)).toEqual([{ hex: "0101", text: "bridge destroyed" }]);
});

test("what the game has no word for has none", () => {
  expect(platesOf(beat(told("moved", { unit: "tank", hex: "5125" })), view, find, (one) => one.label)).toEqual([]);
});
