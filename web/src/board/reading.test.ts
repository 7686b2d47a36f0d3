import { expect, it, vi } from "vitest";
import type { Focus, MapDocument, View } from "../lib/types";
import type { Given } from "./given";
import { Reading } from "./reading.svelte";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));

const map = { grid: { columns: 20, rows: 20, staggered: "even", step: 10, unit: "km" }, terrain: {}, hexsides: {}, paths: {}, places: [] } as unknown as MapDocument;

function reading(focus: Focus): Reading {
  const view = { viewer: "red", players: [{ id: "red", side: "red" }], pieces: {}, ask: { answers: {}, kinds: {}, focus }, log_length: 0, markers: [] } as unknown as View;
  return new Reading({ view, map, language: "en", theme: "paper", onanswer: () => undefined, why: () => Promise.resolve(null), preview: () => Promise.resolve(null) } as unknown as Given);
}

it("outlines every hex that is attacked at once", () => {
  expect(reading({ hex: "1110", odds: { hex: "1110", hexes: ["1110", "1210"] } }).allStruck).toEqual(["1110", "1210"]);
  expect([...(reading({ hex: "1110", odds: { hex: "1110", hexes: ["1110", "1210"] } }).involved ?? [])]).toEqual(["1110", "1210"]);
  expect(reading({ hex: "1110", odds: { hex: "1110" } }).allStruck).toEqual(["1110"]);
  expect(reading({ hex: "1110" }).allStruck).toEqual([]);
});
