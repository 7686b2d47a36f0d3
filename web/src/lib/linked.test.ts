import { describe, expect, it } from "vitest";
import { linked, sideOf } from "./linked";
import type { Message, Piece } from "./types";

const pieces = {
  "su-24tk": { label: "24Tk", side: "soviet" },
  "ro-7": { label: "7", side: "axis" },
} as unknown as Record<string, Piece>;
const message = (facts: Record<string, unknown>) => ({ key: "event.x", rule: "", text: { en: "", ja: "" }, ...facts }) as Message;

describe("a log line", () => {
  it("links its unit and both its hexes", () => {
    const parts = linked(message({ unit: "su-24tk", hex: "4018", hex_from: "3912" }), "24Tk moves 3912 to 4018 Bokovskaya", pieces);
    expect(parts).toEqual([
      { text: "24Tk", unit: "su-24tk" },
      { text: " moves " },
      { text: "3912", hex: "3912" },
      { text: " to " },
      { text: "4018", hex: "4018" },
      { text: " Bokovskaya" },
    ]);
  });

  it("does not find a short number inside a longer one", () => {
    const parts = linked(message({ units: ["ro-7"] }), "27 to 3 against R 7", pieces);
    expect(parts.map((part) => part.text)).toEqual(["27 to 3 against R ", "7"]);
  });

  it("finds a name that a Japanese particle follows", () => {
    const parts = linked(message({ unit: "su-24tk", hex: "3921" }), "24Tkが3921に移動", pieces);
    expect(parts.filter((part) => part.unit || part.hex)).toHaveLength(2);
  });

  it("loses no letter of the sentence", () => {
    const text = "attack on 4719, 24Tk against R 7: 13 to 3, die 5";
    const parts = linked(message({ hex: "4719", units: ["su-24tk"], units_defending: ["ro-7"] }), text, pieces);
    expect(parts.map((part) => part.text).join("")).toBe(text);
  });

  it("belongs to the side of its unit", () => {
    expect(sideOf(message({ unit: "ro-7" }), pieces)).toBe("axis");
    expect(sideOf(message({ side: "soviet" }), pieces)).toBe("soviet");
    expect(sideOf(message({ turn: 2 }), pieces)).toBeNull();
  });

  it("belongs to the side of the army that acts, where a side has several", () => {
    const armies = [{ id: "red", side: "red" }, { id: "blue-south", side: "blue" }];
    expect(sideOf(message({ army: "blue-south" }), pieces, armies)).toBe("blue");
  });
});
