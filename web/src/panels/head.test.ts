import { expect, it, vi } from "vitest";
import type { Panel, Track } from "../lib/types";
import { headOf } from "./head";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));

const words = { word: (name: string) => (name === "4-maps" ? "four maps" : name) };
const both = (text: string) => ({ en: text, ja: text });
const line = (panels: Panel[] | undefined, ...tracks: Track[]): string[] => headOf(panels ? { panels } : {}, { turn: 4, tracks }, words).map((part) => [part.text, part.place].filter(Boolean).join(" / "));
const head: Panel = { id: "head", widget: "head", place: "rail", tracks: ["layout", "turn", "phase"] };

it("tells the tracks that a game lists, in their order", () => {
  const tracks: Track[] = [{ id: "turn", value: 4, last: 10 }, { id: "layout", value: "4-maps" }, { id: "phase", value: "combat", label: both("combat phase") }];
  expect(line([head], ...tracks)).toEqual(["four maps / lead", "turn 4 of 10 / turn", "combat phase"]);
});

it("tells turn, date and phase of a game that lists none", () => {
  expect(line(undefined, { id: "turn", value: 4, label: "5 Jan" }, { id: "phase", value: "move", label: both("Axis movement") })).toEqual(["turn 4 / turn", "Axis movement", "5 Jan / date"]);
});

it("leaves out what is not in play", () => {
  expect(line([head], { id: "turn", value: 4 }, { id: "layout", value: null })).toEqual(["turn 4 / turn"]);
  expect(headOf(null, { turn: 0, tracks: [{ id: "turn", value: 0, last: 10 }, { id: "phase", value: "set-up", label: both("set-up") }] }, words)).toEqual([{ text: "set-up", place: "" }]);
});
