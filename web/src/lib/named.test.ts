import { expect, test, vi } from "vitest";
import type { View } from "./types";

vi.mock("../i18n/index.svelte", () => ({ said: (words: { en: string }) => words.en, t: (key: string) => key }));
const { nameIn } = await import("./named");

const view = { pieces: { tk: { id: "tk", label: "5TkA" } }, kinds: { "dive-bomber": { name: { en: "Dive Bomber", ja: "急降下爆撃機" } } } } as unknown as View;

test("who is gone is still called by his type, never by his number in the books", () => {
  expect(nameIn(view, "blue-dive-bomber-2")).toBe("Dive Bomber 2");
  expect(nameIn(view, "tk")).toBe("5TkA");
  expect(nameIn(view, "somebody")).toBe("somebody");
});
