import { expect, it, vi } from "vitest";
import type { Panel, Track } from "../lib/types";
import { filled, filling, linesOf, trackLabel } from "./tracks";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));

const words = { word: (name: string) => name.toUpperCase() };
const view = (...tracks: Track[]): { tracks: Track[] } => ({ tracks });
const both = (text: string) => ({ en: text, ja: text });

it("placeholders are tracks, their ends and the game's words", () => {
  const here = view({ id: "air", value: 2 }, { id: "pocket", value: true, last: 4 }, { id: "sky", value: "cloudy" }, { id: "none", value: null });
  expect(filled(both("{air} of {pocket.last}, {sky}"), here, words)).toBe("2 of 4, CLOUDY");
  expect(filled(both("{none} {strange}"), here, words)).toBe("{none} {strange}");
});

it("a line holds while its track does, or while it has one value", () => {
  const panel: Panel = { id: "p", widget: "turn", place: "rail", line: [{ text: both("always") }, { text: both("open"), track: "a" }, { text: both("closed"), track: "a", is: false }, { text: both("zero"), track: "b" }] };
  expect(linesOf(panel, view({ id: "a", value: true }, { id: "b", value: 0 }), words)).toEqual(["always", "open", "zero"]);
  expect(linesOf(panel, view({ id: "a", value: false }, { id: "b", value: null }), words)).toEqual(["always", "closed"]);
});

it("a track is filled from nothing to its end, and one out of play is not shown", () => {
  expect(filling({ id: "a", value: 3, last: 5 })).toEqual({ value: 3, last: 5 });
  expect(filling({ id: "a", value: 6, last: 5 })).toEqual({ value: 6, last: 6 });
  expect(filling({ id: "a", value: true })).toEqual({ value: 1, last: 1 });
  expect(filling({ id: "a", value: 0, last: 0 })).toEqual({ value: 0, last: 0 });
  expect(filling({ id: "a", value: null, last: 3 })).toBeNull();
  expect(filling(undefined)).toBeNull();
});

it("a track's label is text or words", () => {
  expect(trackLabel({ id: "turn", value: 1, label: "27 Dec" })).toBe("27 Dec");
  expect(trackLabel({ id: "turn", value: 1, label: both("24 Nov") })).toBe("24 Nov");
  expect(trackLabel(undefined)).toBe("");
});
