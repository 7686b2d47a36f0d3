import { expect, it, vi } from "vitest";
import type { Ask } from "../lib/types";
import type { Desk } from "../table/desk.svelte";

vi.mock("../lib/prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));
const { answerName } = await import("./decision");

it("an answer that takes the last step of a unit says that it is eliminated", () => {
  const ask = { focus: { last: ["b"] } } as unknown as Ask;
  const desk = { ask, words: { verb: () => "Lose a step:" }, piece: (id: string) => ({ id, label: id }) } as unknown as Desk;
  const named = (target: string): string => answerName(desk, { verb: "lose", kind: "unit", target });
  expect(named("a")).not.toContain("eliminated");
  expect(named("b")).toContain("eliminated");
});
