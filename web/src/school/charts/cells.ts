// A combat table as it is walked through and spoken: which cell is next, what it says, which one is lit.

import { said, t, worded } from "../../i18n/index.svelte";
import type { Sheet } from "./types";

/** Row and column. */
export type At = readonly [row: number, column: number];

/** The column of the present combat, or the line where the odds are lines; -1: none. */
export function litIn(sheet: Sheet): { column: number; row: number } {
  const at = sheet.lit?.at ?? null;
  if (at === null) return { column: -1, row: -1 };
  return { column: sheet.columns.findIndex((one) => one.id === at), row: sheet.rows.findIndex((one) => one.id === at) };
}

const STEPS: Record<string, At> = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/** The cell that a key leads to, or null where it is no key of a table. */
export function stepFrom([row, column]: At, key: string, rows: number, columns: number): At | null {
  const within = (n: number, many: number): number => Math.max(0, Math.min(many - 1, n));
  if (key === "Home") return [row, 0];
  if (key === "End") return [row, columns - 1];
  const step = STEPS[key];
  return step ? [within(row + step[0], rows), within(column + step[1], columns)] : null;
}

/** A result in words, with the odds and the die that lead to it. */
export function cellWords(sheet: Sheet, [row, column]: At): string {
  const [line, head] = [sheet.rows[row], sheet.columns[column]];
  const cell = line?.cells[column];
  if (!line || !head || !cell) return "";
  const [odds, die] = sheet.odds === "rows" ? [worded(line.text), worded(head.text)] : [worded(head.text), worded(line.text)];
  const says = (cell.says ? said(cell.says) : worded(cell.text)) + (cell.bold ? t("charts.bold") : "");
  return sheet.odds ? t("charts.cell", { odds, die, says }) : t("charts.plainCell", { row: worded(line.text), column: worded(head.text), says });
}

/** Lines headed by the faces of a die. */
export const isDice = (sheet: Sheet): boolean => sheet.odds === "columns" && sheet.rows.every((row, n) => row.id === String(n + 1)) && sheet.rows.length <= 6;
