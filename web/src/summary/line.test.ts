import { expect, it, vi } from "vitest";
import type { Line } from "../log/story";
import type { Summary } from "./summary";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });
const { lineOf, nextTurn } = await import("./line");
const { prefs } = await import("../lib/prefs.svelte");

const fell = (name: string): Line => ({ number: 1, kind: "taken", message: { key: "event.taken", rule: "", text: { en: `the Red side takes ${name}`, ja: "" } } });
const turn = (taken: Line[]): Summary => ({ fights: 1, attacks: {}, tolls: {}, taken, arrived: [], moves: 40 });

it("a turn in which a city fell begins with the city", () => {
  expect(lineOf(turn([fell("Nordhaven")]))).toBe("The Red side takes Nordhaven. One fight, 40 moves.");
});

it("many places are counted, and still come first", () => {
  expect(lineOf(turn(["A", "B", "C"].map(fell)))).toBe("3 places taken, one fight, 40 moves.");
  expect(lineOf({ ...turn([]), fights: 0, moves: 0 })).toBe("Nothing happened.");
});

it("the next turn is named as a reader of either language would", () => {
  expect(nextTurn(2, 11, "29 November 1942")).toBe("Turn 2 of 11, 29 November 1942.");
  prefs.language = "ja";
  expect(nextTurn(2, 11, "1942年11月29日")).toBe("第2ターン（全11）、1942年11月29日。");
  prefs.language = "en";
});
