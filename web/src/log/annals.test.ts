import { describe, expect, it } from "vitest";
import type { Message } from "../lib/types";
import { joined, preceded } from "./annals";

const lines = (...names: string[]): Message[] => names.map((key) => ({ key, rule: "", text: { en: key, ja: key } }));
const keys = (known: { lines: Message[] }): string => known.lines.map((line) => line.key).join("");
const view = (log_length: number, ...names: string[]) => ({ log: lines(...names), log_length });

describe("what is known of a log", () => {
  it("begins with a view and grows with the next", () => {
    const first = joined(null, view(5, "d", "e"));
    expect(first.first).toBe(3);
    const next = joined(first, view(6, "e", "f"));
    expect([next.first, keys(next)]).toEqual([3, "def"]);
  });

  it("forgets what was taken back", () => {
    const known = joined(joined(null, view(4, "c", "d")), view(6, "d", "e", "f"));
    expect(keys(joined(known, view(4, "c", "x")))).toBe("cx");
  });

  it("begins anew where lines were missed, and where more was taken back than it knows", () => {
    const known = joined(null, view(4, "c", "d"));
    expect(joined(known, view(9, "h", "i"))).toEqual({ first: 7, lines: lines("h", "i") });
    expect(joined(known, view(1, "a"))).toEqual({ first: 0, lines: lines("a") });
  });

  it("takes earlier lines that fit, and no others", () => {
    const known = joined(null, view(4, "c", "d"));
    expect(keys(preceded(known, 0, lines("a", "b")))).toBe("abcd");
    expect(preceded(known, 0, lines("a"))).toBe(known);
  });
});
