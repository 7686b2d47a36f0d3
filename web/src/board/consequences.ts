// What a preview tells beyond path and cost: consequences with their pictures, and the odds that a step would change.

import type { Behind, Chance, Consequence, Language } from "../lib/types";
import { dashed } from "./plates";
import type { WORDS } from "./words";

/** Line pictures on a 20 grid by kind; what has none of its own warns, or points on. */
const PICTURES: Record<string, string> = {
  zoc: "M10 2L17 6V14L10 18L3 14V6ZM5.5 12L12 4M6.5 15.5L15 5.5M11 16.5L16 9.5",
  must_attack: "M2 8H10V4L18 10L10 16V12H2Z",
  undeployed: "M4 16L16 4M4 4V16H16",
  no_base: "M2 11L18 5L13 16L10 12ZM10 12L18 5",
  river: "M2 7Q6 3 10 7T18 7M2 13Q6 9 10 13T18 13",
  road_end: "M6 18L8 2M14 18L12 2M10 4V7M10 9V12M10 14V17",
  stop: "M6 2H14L18 6V14L14 18H6L2 14V6ZM6 10H14",
  garrison: "M3 18V8H6V5H9V8H11V5H14V8H17V18ZM8 18V13H12V18",
  revealed: "M1 10Q10 2 19 10Q10 18 1 10ZM10 7A3 3 0 1 0 10 13A3 3 0 1 0 10 7",
  hexside: "M10 2V18M4 7L2 10L4 13M16 7L18 10L16 13",
};
const WARNS = "M10 2L19 18H1ZM10 8V12.5M10 15V15.4";
const POINTS_ON = "M4 10H15M11 5L16 10L11 15";

export const pictureOf = ({ kind, bad }: Pick<Consequence, "kind" | "bad">): string => PICTURES[kind] ?? (bad ? WARNS : POINTS_ON);

export function consequencesOf(told: Record<string, unknown> | null | undefined): Consequence[] {
  const found: unknown = told?.["consequences"];
  return Array.isArray(found) ? (found as Consequence[]) : [];
}

export function chancesOf(told: Record<string, unknown> | null | undefined): Record<string, Chance> | undefined {
  const found: unknown = told?.["chances"];
  return typeof found === "object" && found !== null ? (found as Record<string, Chance>) : undefined;
}

/** Who would not follow the unit in hand, though he was to go along. */
export function behindOf(told: Record<string, unknown> | null | undefined): Behind[] {
  const found: unknown = told?.["behind"];
  return Array.isArray(found) ? (found as Behind[]) : [];
}

type Words = (typeof WORDS)[Language];

/** A changed attack in words: "62: 1–1 ▸ 3–1", and what more would help. */
export function oddsLine(name: string, chance: Chance, words: Words): { odds: string; more: string } {
  const { before, column, next } = chance;
  const odds = `${name}: ${before ? dashed(before) : "–"} ▸ ${column ? dashed(column) : "–"}`;
  const more = next && column ? words.more.replace("{needs}", String(next.needs)).replace("{column}", dashed(next.column)) : "";
  return { odds, more };
}
