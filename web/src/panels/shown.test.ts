import { expect, test } from "vitest";
import type { Message } from "../lib/types";
import { lastDrawn } from "./shown";

const line = (key: string, chit?: string): Message => ({ key, rule: "", text: { en: "", ja: "" }, ...(chit ? { chit } : {}) });

test("the chit in play is the one drawn last, wherever it lies among those played", () => {
  expect(lastDrawn([line("event.chit_drawn", "6A"), line("event.moved"), line("event.chit_drawn", "1GdA"), line("event.chit_without_effect", "Popov")])).toBe("1GdA");
  expect(lastDrawn([line("event.moved")])).toBeNull();
});
