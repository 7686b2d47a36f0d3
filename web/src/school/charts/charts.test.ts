import { expect, test, vi } from "vitest";
import type { Piece } from "../../lib/types";
import { markAt } from "../../counters/marks";
import { calloutsOf } from "./callouts";
import { cellWords, isDice, litIn, stepFrom } from "./cells";
import { nextTab } from "./tabs";
import { renewed } from "./follow.svelte";
import type { Chart, ChartId, ChartsDocument, Row, Sheet } from "./types";

vi.mock("../../i18n/index.svelte", async () => {
  const [{ en }, { fill }] = await Promise.all([import("../../i18n/en"), import("../../i18n/fill")]);
  const said = (words: { en: string }): string => words.en;
  return { said, t: (key: keyof typeof en, facts = {}) => fill(en[key], facts), worded: (text: string | { en: string }) => (typeof text === "string" ? text : said(text)) };
});

const both = (text: string) => ({ en: text, ja: text });
const cell = (text: string, says: string) => ({ text, says: both(says), tone: "mild" as const });
const columns = ["1-1", "2-1"].map((id) => ({ id, text: id }));
const faces: Sheet = {
  id: "results", title: both("Results"), rule: "9", columns, odds: "columns",
  rows: ["1", "2"].map((id) => ({ id, text: id, cells: [cell("A1", "attacker loses 1 step"), cell("DR", "defender retreats 1 hex")] })),
};
const oddsDown: Sheet = { ...faces, odds: "rows", columns: ["1", "2"].map((id) => ({ id, text: id })), rows: ["1-1", "2-1"].map((id) => ({ id, text: id, cells: [cell("A1", "gone"), cell("DR", "back")] })) };

test("the combat in hand lights a column where odds are columns, a line where they are lines, and nothing without one", () => {
  expect(litIn({ ...faces, lit: { at: "2-1", hex: "3913", sum: [] } })).toEqual({ column: 1, row: -1 });
  expect(litIn({ ...oddsDown, lit: { at: "2-1", hex: "3913", sum: [] } })).toEqual({ column: -1, row: 1 });
  expect(litIn(faces)).toEqual({ column: -1, row: -1 });
  expect(litIn({ ...faces, lit: { at: null, hex: "3913", sum: [] } })).toEqual({ column: -1, row: -1 });
});

test("a cell says its odds, its die and its result, whichever way the table is printed", () => {
  expect(cellWords(faces, [0, 1])).toBe("2-1, die 1: defender retreats 1 hex");
  expect(cellWords(oddsDown, [0, 1])).toBe("1-1, die 2: back");
  expect([isDice(faces), isDice(oddsDown)]).toEqual([true, false]);
});

test("arrow keys walk through a table and stop at its edges; other keys are not its own", () => {
  expect(stepFrom([0, 0], "ArrowRight", 2, 2)).toEqual([0, 1]);
  expect(stepFrom([1, 1], "ArrowDown", 2, 2)).toEqual([1, 1]);
  expect(stepFrom([1, 1], "Home", 2, 2)).toEqual([1, 0]);
  expect(stepFrom([0, 0], "t", 2, 2)).toBeNull();
});

test("tabs go around", () => {
  expect(nextTab("ArrowLeft", ["a", "b", "c"], "a")).toBe("c");
  expect(nextTab("End", ["a", "b", "c"], "a")).toBe("c");
  expect(nextTab("Enter", ["a", "b", "c"], "a")).toBeNull();
});

const corps = { id: "su-24tk", label: "24Tk", side: "soviet", symbol: "armor", size: "corps", values: [2, 1, 8], value_names: ["attack", "defence", "movement"], steps: 1, full_steps: 2, flags: ["moved", "out_of_supply"] } as unknown as Piece;
const row = (id: string, more: Partial<Row> = {}): Row => ({ id, text: id, cells: [], ...more });

test("each figure and mark of a counter is pointed at where it is printed", () => {
  const rows = [row("name"), row("attack", { value: "2" }), row("movement", { value: "8" }), row("size"), row("steps"), row("moved", { borne: true }), row("out_of_supply", { borne: true }), row("activated", { borne: true })];
  const found = Object.fromEntries(calloutsOf(corps, rows).map((one) => [one.row.id, one.side]));
  expect(found).toEqual({ name: "left", attack: "below", movement: "below", size: "right", steps: "left", moved: "left", out_of_supply: "right" });
  expect(calloutsOf({ ...corps, steps: 2 }, rows).map((one) => one.row.id)).not.toContain("steps");
});

test("the mark under the pointer is found on either shoulder, near and from afar, and none beside them", () => {
  expect(markAt(corps, [8, 45], 60)).toBe("moved");
  expect(markAt(corps, [90, 48], 60)).toBe("out_of_supply");
  expect(markAt(corps, [50, 90], 60)).toBeNull();
  expect(markAt(corps, [84, 82], 18)).toBe("out_of_supply");
  expect(markAt({ ...corps, hidden: true }, [8, 45], 60)).toBeNull();
});

test("charts that are fetched anew take the place of the old ones, and one that is no longer there goes", () => {
  const chart = (id: ChartId, sheets: Sheet[] = []): Chart => ({ id, title: both(id), rule: "", sheets });
  const old: ChartsDocument = { game: "toy", scenario: "one", turn: 1, charts: [chart("combat"), chart("terrain"), chart("order")] };
  const now = renewed(old, { ...old, charts: [chart("combat", [faces])] }, ["combat", "order"]);
  expect(now.charts.map(({ id, sheets }) => [id, sheets.length])).toEqual([["combat", 1], ["terrain", 0]]);
});
