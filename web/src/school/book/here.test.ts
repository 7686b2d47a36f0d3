import { describe, expect, it } from "vitest";
import type { View } from "../../lib/types";
import { appliesNow } from "./here";

const words = (text: string) => ({ en: text, ja: text });
const view = {
  pieces: { a: { id: "a", where: "3912", on_map: true } },
  ask: {
    rule: "9.2",
    prompt: { key: "prompt.attack", rule: "9.2", text: words("Attack 3913?"), hex: "3913" },
    answers: {},
    kinds: {},
    focus: { unit: "a", odds: { hex: "3913", lines: [{ text: words("town"), value: "-1", rule: "9.3.3a" }, { text: words("river"), value: "1/2", rule: "9.3.1b", struck: true }] } },
  },
} as unknown as View;

describe("where a clause applies right now", () => {
  it("is the question itself, with its hexes", () => {
    expect(appliesNow(view, "9.2")).toEqual([{ text: words("Attack 3913?"), hexes: ["3913", "3912"] }]);
  });

  it("is a line of the odds that counts", () => {
    expect(appliesNow(view, "9.3.3a")).toEqual([{ text: { en: "town: -1", ja: "town：-1" }, hexes: ["3913"] }]);
    expect(appliesNow(view, "9.3.1b")).toEqual([]);
  });

  it("is nowhere else, and nowhere without a question", () => {
    expect(appliesNow(view, "9.21")).toEqual([]);
    expect(appliesNow({ ...view, ask: null }, "9.2")).toEqual([]);
  });
});
