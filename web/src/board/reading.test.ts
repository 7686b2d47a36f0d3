import { expect, it, vi } from "vitest";
import type { Focus, MapDocument, View } from "../lib/types";
import type { Given } from "./given";
import { Reading } from "./reading.svelte";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));

const map = { grid: { columns: 20, rows: 20, staggered: "even", step: 10, unit: "km" }, terrain: {}, hexsides: {}, paths: {}, places: [] } as unknown as MapDocument;

function reading(focus: Focus, pieces: Record<string, unknown> = {}, ask: Record<string, unknown> = {}): Reading {
  const view = { viewer: "red", players: [{ id: "red", side: "red" }], pieces, ask: { answers: {}, kinds: {}, focus, ...ask }, log_length: 0, markers: [] } as unknown as View;
  return new Reading({ view, map, language: "en", theme: "paper", onanswer: () => undefined, why: () => Promise.resolve(null), preview: () => Promise.resolve(null) } as unknown as Given);
}

it("outlines every hex that is attacked at once", () => {
  expect(reading({ hex: "1110", odds: { hex: "1110", hexes: ["1110", "1210"] } }).allStruck).toEqual(["1110", "1210"]);
  expect([...(reading({ hex: "1110", odds: { hex: "1110", hexes: ["1110", "1210"] } }).involved ?? [])]).toEqual(["1110", "1210"]);
  expect(reading({ hex: "1110", odds: { hex: "1110" } }).allStruck).toEqual(["1110"]);
  expect(reading({ hex: "1110" }).allStruck).toEqual([]);
});

it("a target is red before anybody has joined its attack, an own hex never", () => {
  const piece = (id: string, side: string, where: string): Record<string, unknown> => ({ [id]: { id, side, where, on_map: true, label: id, values: [] } });
  const pieces = { ...piece("enemy", "blue", "1110"), ...piece("own", "red", "1111") };
  const adds = { answers: { add: ["own"] }, kinds: { add: "unit" }, acting: true };
  expect(reading({ hex: "1110" }, pieces, adds).allStruck).toEqual(["1110"]);
  expect(reading({ hex: "1111" }, pieces, adds).allStruck).toEqual([]);
  expect(reading({ hex: "1110" }, pieces, { ...adds, acting: false }).allStruck).toEqual([]);
});
