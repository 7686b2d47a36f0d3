import { describe, expect, it } from "vitest";
import { shutBy } from "./closed";
import type { Message } from "./types";

const en = (words: { en: string }): string => words.en;
const words = (en: string) => ({ en, ja: en });
const told = (closed: unknown): Message => ({ key: "event.no_retreat", rule: "", text: words("304 cannot retreat"), closed }) as Message;

describe("why hexes were closed", () => {
  it("is the reason alone where its hexes stand beside it, and a whole sentence where there are none", () => {
    const reasons = [
      { text: words("304 cannot enter 5242, 5341: an enemy unit is there"), rule: "5.0.2", hexes: ["5242", "5341"] },
      { text: words("304 cannot retreat off the map"), rule: "9.5.8", hexes: [] },
    ];
    expect(shutBy(told(reasons), en)).toEqual([
      { hexes: ["5242", "5341"], why: "an enemy unit is there" },
      { hexes: [], why: "304 cannot retreat off the map" },
    ]);
  });

  it("is told of no other event", () => {
    expect(shutBy(told(undefined), en)).toEqual([]);
  });
});
