// The verb menu as the server's half of Svelte renders it.
import { render } from "svelte/server";
import { expect, it, vi } from "vitest";
import type { View } from "../lib/types";
import type { Hand, Menu } from "./hand.svelte";
import type { Reading } from "./reading.svelte";
import VerbMenu from "./VerbMenu.svelte";

// the reader's choices need a browser
vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));
vi.mock("../lib/api", () => ({ wordsOf: () => Promise.resolve({ en: {}, ja: {} }) }));

it("gives every answer the rule of its verb, else that of the question", () => {
  const view = { game: "g", pieces: {}, ask: { rule: "2.1", rules: { split: "1.7" } } } as unknown as View;
  const reading = { view, grid: { centreOf: () => [0, 0] }, given: { onrule: () => undefined } } as unknown as Reading;
  const menu = { hex: "0101", unit: null, choices: [{ kind: "unit", id: "a", verb: "take" }, { kind: "unit", id: "a", verb: "split" }] } as unknown as Menu;
  const { body } = render(VerbMenu, { props: { reading, hand: {} as Hand, menu, at: { x: 0, y: 0, k: 1 }, onleave: () => undefined } });
  const lines = body.split('class="line').slice(1);
  expect(lines.map((line) => /2\.1|1\.7/.exec(line)?.[0])).toEqual(["2.1", "1.7"]);
});
