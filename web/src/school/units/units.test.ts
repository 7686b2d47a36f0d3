import { expect, test, vi } from "vitest";
import type { View } from "../../lib/types";
import type { Row, Sheet } from "../charts/types";
import { found, sidesOf, standing } from "./order";
import { columnsOf, hexesIn, sidesIn, stretchesOf } from "./schedule";

vi.mock("../../i18n/index.svelte", async () => {
  const [{ en }, { fill }] = await Promise.all([import("../../i18n/en"), import("../../i18n/fill")]);
  const said = (words: { en: string }): string => words.en;
  return { said, t: (key: keyof typeof en, facts = {}) => fill(en[key], facts), worded: (text: string | { en: string }) => (typeof text === "string" ? text : said(text)) };
});

const row = (id: string, en: string, ja: string, more: Partial<Row> = {}): Row => ({ id, unit: id, label: id.slice(3), text: { en, ja }, cells: [{ text: "4-2-8" }, { text: { en: "eliminated", ja: "除去" } }], ...more });
const army = (id: string, side: string, title: string, rows: Row[]): Sheet => ({ id, side, title: { en: title, ja: title }, rule: "", columns: [], rows });
const GUARDS = army("soviet-1", "soviet", "1st Guards Army", [row("su-24tk", "24th Tank Corps", "第24戦車軍団"), row("su-1", "1st Rifle Division", "第1狙撃師団")]);
const ITALIANS = army("axis-1", "axis", "Italian 8th Army", [row("it-rav", "Ravenna Division", "ラヴェンナ師団")]);

test("a unit is found by its number, its name in either language, its label, or the command that is named", () => {
  const ids = (sought: string): string[] => found([GUARDS, ITALIANS], sought).flatMap((sheet) => sheet.rows.map((one) => one.id));
  expect(ids("24")).toEqual(["su-24tk"]);
  expect(ids("戦車")).toEqual(["su-24tk"]);
  expect(ids("raven")).toEqual(["it-rav"]);
  expect(ids("guards")).toEqual(["su-24tk", "su-1"]);
  expect(ids("nobody")).toEqual([]);
});

test("one's own side stands first, and a side of which nothing is known is left out", () => {
  const players = [{ id: "axis", side: "axis" }, { id: "soviet", side: "soviet" }];
  expect(sidesOf({ viewer: "soviet", players } as View, [GUARDS, ITALIANS])).toEqual(["soviet", "axis"]);
  expect(sidesOf({ viewer: "soviet", players } as View, [GUARDS])).toEqual(["soviet"]);
});

test("a unit stands where it is, comes when it comes, and is lost when it was lost", () => {
  const look = {} as Parameters<typeof standing>[0];
  expect(standing(look, row("a", "A", "A", { hex: "3913" }))).toBe("3913");
  expect(standing(look, row("a", "A", "A", { arrives: 4 }))).toBe("turn 4");
  expect(standing(look, row("a", "A", "A", { lost: true, lost_turn: 3 }))).toBe("lost, turn 3");
  expect(standing(look, row("a", "A", "A", { lost: true }))).toBe("lost");
});

test("a schedule has its turns in order, what no turn brings last, and the present one marked", () => {
  const rows = [{ turn: 4, side: "axis" }, { side: "axis" }, { turn: 2, side: "soviet", now: true }, { turn: 4, side: "soviet" }].map((one, n) => ({ ...row(String(n), "", ""), ...one }) as Row);
  expect(columnsOf(rows).map(({ turn, now, rows: of }) => [turn, now, of.length])).toEqual([[2, true, 1], [4, false, 2], [null, false, 1]]);
  expect(sidesIn(rows, [{ side: "soviet" }, { side: "axis" }, { side: "nobody" }])).toEqual(["soviet", "axis"]);
  expect(sidesIn(rows, [{ side: "axis" }, { side: "soviet" }], "soviet")).toEqual(["soviet", "axis"]); // one's own first
  expect(hexesIn(["0101", "0201", "0301", "0401"])).toBe("0101 – 0401");
});

test("hexes that lie side by side are one stretch in its order, and others stretches of their own", () => {
  const beside = (hex: string): string[] => [Number(hex) - 1, Number(hex) + 1].map((one) => String(one).padStart(4, "0"));
  expect(stretchesOf(["0102", "0101", "0103", "0109"], beside)).toEqual([["0103", "0102", "0101"], ["0109"]]);
  expect(stretchesOf([], beside)).toEqual([]);
});
