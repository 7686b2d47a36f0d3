import { expect, it, vi } from "vitest";
import type { StageKind, View } from "../lib/types";
import type { Desk } from "../table/desk.svelte";
import type { Beat } from "./script";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });
const { headlineOf, rolledOf } = await import("./headline");

const stage: Record<string, StageKind> = { "event.fires": "roll", "event.battle_won": "note", "event.taken": "taken" };
const desk = { game: { stage } } as unknown as Desk;
const told = (key: string, en: string, facts: object = {}): object => ({ key: `event.${key}`, rule: "", text: { en, ja: "" }, ...facts });
const shot = told("fires", "Red Medium Bomber-4 fires at naval units: 4, 3, 5, 2 – 1 hit", { dice: [4, 3, 5, 2] });
const beat = (...messages: object[]): Beat => ({ kind: "roll", before: [], hexes: [], messages }) as unknown as Beat;

it("the shot with which a city falls is told as its fall, and the shot after it", () => {
  const last = beat(shot, told("battle_won", "Nordhaven: the attack wins"), told("taken", "the Red side takes Nordhaven"));
  expect(headlineOf(desk, last, {} as View)).toBe("The Red side takes Nordhaven");
  expect(rolledOf(desk, last, {} as View)).toContain("fires at naval units");
});

it("any other shot is told as the shot", () => {
  expect(headlineOf(desk, beat(shot), {} as View)).toContain("fires at naval units");
});
