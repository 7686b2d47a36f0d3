import { expect, it, vi } from "vitest";
import type { Command } from "./types";

vi.mock("./prefs.svelte", () => ({ prefs: { language: "en", theme: "paper" } }));
const { calledAmong, commandWords, rangeFrom, rangeOf } = await import("./commands");
const { Land } = await import("../map/land");

const words = (en: string) => ({ en, ja: en });
const hq: Command = { name: words("3rd Shock Army"), hqs: ["hq-3c"], units: ["fd-28"], radius: 1, text: { text: words("4 supports left"), rule: "1.4a" } };
const land = new Land({ grid: { cols: 5, rows: 5, orientation: "flat", shifted: "even" }, terrain: { grid: "", legend: {} }, hexsides: {} } as never);

it("an HQ in a stack is what is meant, and a chit in the rail before it", () => {
  expect(calledAmong({ "hq-3c": hq }, [null, undefined, "fd-28", "hq-3c"])?.command).toBe(hq);
  expect(calledAmong({ "hq-3c": hq, STAVKA: { hqs: [], units: [] } }, ["STAVKA", "hq-3c"])?.key).toBe("STAVKA");
  expect(calledAmong({ "hq-3c": hq }, ["fd-28", null])).toBeNull();
  expect(calledAmong(undefined, ["hq-3c"])).toBeNull();
});

it("says its full name, and why it cannot act rather than what it could do", () => {
  expect(commandWords(hq)).toEqual(["3rd Shock Army", "4 supports left"]);
  expect(commandWords({ ...hq, note: { text: words("not yet"), rule: "" } })).toEqual(["3rd Shock Army", "not yet"]);
  expect(commandWords(undefined)).toEqual([]);
});

it("reaches so far around its HQs, or from the hex under the pointer", () => {
  expect(rangeOf(land, hq, () => "0303")).toHaveLength(7);
  expect(rangeOf(land, { ...hq, range: ["0101"] }, () => "0303")).toEqual(["0101"]);
  expect(rangeOf(land, hq, () => null)).toEqual([]);
  expect(rangeFrom(land, "0303", { radius: 1 })).toHaveLength(7);
  expect(rangeFrom(land, "0303", { range: ["0102"] })).toEqual(["0102"]);
  expect(rangeFrom(land, "0303", { cost: 1 })).toBeNull();
});
