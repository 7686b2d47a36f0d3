import { expect, it } from "vitest";
import type { Message, StageKind } from "../lib/types";
import { passedOver } from "./passed";

const stage: Record<string, StageKind> = { phase: "phase", reason: "note", moved: "move", combat: "fight" };
const log = (...keys: string[]): Message[] => keys.map((key) => ({ key, rule: "", text: { en: key, ja: key } }));
const reasons = (...keys: string[]): string[] => passedOver(log(...keys), stage).map((one) => one.key);

it("a phase in which nothing was possible gives its reason to the next, until something is done there", () => {
  expect(reasons("phase", "moved", "phase", "reason", "phase")).toEqual(["reason"]);
  expect(reasons("phase", "reason", "phase", "moved")).toEqual([]);
});

it("a phase in which something happened was not passed over", () => {
  expect(reasons("phase", "combat", "reason", "phase")).toEqual([]);
  expect(reasons("phase", "moved", "phase")).toEqual([]);
  expect(reasons("moved", "phase")).toEqual([]);
});
