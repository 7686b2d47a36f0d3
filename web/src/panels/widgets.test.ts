// Panels and odds as the server's half of Svelte renders them: what a reader finds on the page.
import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import type { Odds, Panel, View } from "../lib/types";
import type { Look } from "../table/look.svelte";
import GamePanel from "./GamePanel.svelte";
import OddsPanel from "./Odds.svelte";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));

const both = (en: string) => ({ en, ja: en });
const found: Record<string, string> = { "result.-2": "two levels", "result.0": "nothing" };
const look = { words: { find: (key: string) => found[key] ?? null, word: (name: string) => name }, sideName: (side: string) => side, openRule: () => Promise.resolve() } as unknown as Look;
const view = (facts: Partial<View> = {}): View => ({ players: [], pieces: {}, tracks: [], pools: {}, score: {}, turn: 1, ...facts }) as View;
const text = (html: string): string => html.replace(/<!--.*?-->/g, "").replace(/<[^>]+>/g, " ").replace(/\s+/g, " ").trim();
const panel = (facts: Partial<Panel> & Pick<Panel, "widget">, tracks: View["tracks"]): string =>
  render(GamePanel, { props: { look, view: view({ tracks }), panel: { id: "p", place: "rail", ...facts } } }).body;
const odds = (facts: Partial<Odds>): string => render(OddsPanel, { props: { look, view: view(), odds: { hex: "1110", ...facts } } }).body;

it("pips tell how many of how many, and hide what is not in play", () => {
  const row = [{ label: both("West"), side: "german", pips: [{ track: "west", icon: "fort" }] }, { label: both("East"), pips: [{ track: "east" }] }];
  const html = panel({ widget: "pips", title: both("Festung"), rule: "7.5", count: "lost", row }, [{ id: "west", value: 4, last: 5 }, { id: "east", value: null }]);
  expect(html).toContain('aria-label="West: 4 of 5"');
  expect(text(html)).toMatch(/Festung.*7\.5.*1 lost/);
  expect(html).not.toContain("East");
});

it("a state says what it means now", () => {
  const state = [{ value: "cloudy", title: both("Cloudy"), says: both("missions: {air}"), icon: "cloud" }];
  expect(text(panel({ widget: "state", title: both("Weather"), track: "sky", state }, [{ id: "sky", value: "cloudy" }, { id: "air", value: 2 }]))).toMatch(/Weather Cloudy missions: 2/);
});

it("bands mark the score and name the victory", () => {
  const band = [{ from: 0, to: 7, label: both("German"), says: both("German victory") }, { from: 8, label: both("Soviet") }];
  const html = panel({ widget: "bands", title: both("Points"), track: "vp", band }, [{ id: "vp", value: 4 }]);
  expect(html).toMatch(/<li[^>]*aria-current="true"[^>]*title="0–7: German victory"/);
  expect(text(html)).toMatch(/4 German 0–7 Soviet 8\+ German victory/);
});

it("a turn shows its date and the lines that hold", () => {
  const line = [{ text: both("closed to {pocket.last}"), track: "pocket", is: true }];
  const html = panel({ widget: "turn", line }, [{ id: "turn", value: 1, last: 9, label: "20 Dec" }, { id: "pocket", value: true, last: 4 }]);
  expect(text(html)).toMatch(/Turn 20 Dec .*9 closed to 4/);
});

it("a lone die roll lists its modifiers, strikes out what does not count, and tells the chances in words", () => {
  const html = odds({ lines: [{ text: both("Third division"), value: "+1", rule: "7.4" }, { text: both("Katyusha"), value: "+1", struck: true }], total: "+1", by_die: ["0", "0", "0", "0", "-2", "-2"] });
  expect(html).toMatch(/<s>Katyusha<\/s>/);
  expect(text(html)).toMatch(/Third division 7\.4 \+1/);
  expect(text(html)).toMatch(/nothing 67% · two levels 33%/);
  expect(text(html)).not.toMatch(/Defence|Final column|Below the table/);
});

it("what is not known yet leaves the column open and shows where it may end", () => {
  const html = text(odds({ attack: 8, defence: 2, ratio: "4/1", column: null, pending: [{ text: both("Quality dice"), rule: "6.2.8" }], columns: { "3/1": 1, "4/1": 3 }, results: { "-/R": 1, "1/1": 3 } }));
  expect(html).toMatch(/Quality dice 6\.2\.8/);
  expect(html).toMatch(/3\/1 25%.*4\/1 75%/);
  expect(html).not.toMatch(/Below the table/);
});

it("a column that more dice will shift is not called final", () => {
  const html = text(odds({ attack: 8, defence: 2, column: "4/1", pending: [{ text: both("Quality dice") }], by_die: ["-/R"], columns: { "4/1": 1 }, results: { "1/1": 0.75, "-/R": 0.25 } }));
  expect(html).toMatch(/Column before these dice 4\/1/);
  expect(html).toMatch(/1\/1 75%.*-\/R 25%/);
});

it("an attack below the table says so", () => expect(text(odds({ attack: 1, defence: 9, ratio: "< 1-1", column: null }))).toMatch(/Below the table/));
