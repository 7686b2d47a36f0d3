import { expect, it, vi } from "vitest";
import type { Piece } from "../lib/types";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });
const { takeWords } = await import("./take");

it("a counter is taken up with the figures printed on it, a block with its steps", () => {
  expect(takeWords({ id: "pan", label: "Pan", values: [5, 4, 9], steps: 1 } as unknown as Piece)).toBe("Take up Pan, 5-4-9");
  expect(takeWords({ id: "red-armor-2", label: "Arm", name: { en: "Armor", ja: "" }, values: [], fire: [1, 1, 3], steps: 3 } as unknown as Piece)).toBe("Take up Armor 2, strength 3");
});
