import { expect, test } from "vitest";
import { settings } from "../lib/settings.svelte";
import { keepLaidOver, laidOver } from "./laid";

test("a table opens with what the reader likes, and again with what he left on it", () => {
  expect(laidOver("a")).toEqual(new Set(["reach"]));
  keepLaidOver("a", new Set(["zoc", "supply"]));
  expect(laidOver("a")).toEqual(new Set(["zoc", "supply"]));
  expect(laidOver("b")).toEqual(new Set(["reach"]));
});

test("what he says on the page of settings counts from then on", () => {
  keepLaidOver("a", new Set(["zoc"]));
  settings.set("overlays", ["numbers"]);
  expect(laidOver("a")).toEqual(new Set(["numbers"]));
});
