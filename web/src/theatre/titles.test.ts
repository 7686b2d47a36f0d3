import { expect, it, vi } from "vitest";
import type { Beat } from "./script";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => undefined }));
vi.stubGlobal("navigator", { language: "en" });
vi.stubGlobal("document", { documentElement: { dataset: {}, lang: "" } });
const { beatTitle, counted } = await import("./titles");

const fight = (hex: string, parts: Beat[] = []): Beat => ({ kind: "fight", hexes: [hex], walks: [], losses: [], taken: [], messages: [], before: [], parts }) as unknown as Beat;

it("fights that fall together are counted one by one", () => {
  const all = fight("5124", [fight("5124"), fight("5022"), fight("4920")]);
  expect([beatTitle(all), beatTitle(fight("5124"))]).toEqual(["3 fights", "Fight at 5124"]);
  expect(counted([all, fight("4618")])).toBe("4 fights");
});

it("shots of a battle are told as the battle, with who was lost in it though nobody may know which", () => {
  const shot = (...messages: object[]): Beat => ({ ...fight("1211"), kind: "roll", messages }) as unknown as Beat;
  const lost = { key: "event.lost", kind: "airborne" };
  expect(counted([shot(), shot(lost)], { "event.lost": "loss" })).toBe("1 fight · 1 unit lost");
  expect(counted([{ ...shot(), hexes: [] } as Beat])).toBe("1 roll");
});
