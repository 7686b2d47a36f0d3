// The order of battle: commands by side, what a search finds, how a unit stands.

import { t, worded } from "../../i18n/index.svelte";
import type { Piece, View } from "../../lib/types";
import type { Look } from "../../table/look.svelte";
import type { Row, Sheet, Text } from "../charts/types";

const texts = (text: Text): string[] => (typeof text === "string" ? [text] : Object.values(text));

/** Whether a unit is meant by a number, a label, or a part of its name in either language. */
export function isMeant(row: Pick<Row, "text" | "label" | "id">, sought: string): boolean {
  const wanted = sought.trim().toLowerCase();
  if (!wanted) return true;
  return [row.label ?? "", row.id, ...texts(row.text)].some((one) => one.toLowerCase().includes(wanted));
}

/** The commands with those of their units that are meant; a command that is named brings all of its own. */
export function found(sheets: readonly Sheet[], sought: string): Sheet[] {
  const wanted = sought.trim().toLowerCase();
  if (!wanted) return [...sheets];
  return sheets
    .map((sheet) => (texts(sheet.title).some((one) => one.toLowerCase().includes(wanted)) ? sheet : { ...sheet, rows: sheet.rows.filter((row) => isMeant(row, sought)) }))
    .filter((sheet) => sheet.rows.length);
}

/** The sides in the order of the view, one's own first. */
export function sidesOf(view: View, sheets: readonly Sheet[]): string[] {
  const mine = view.players.find((player) => player.id === view.viewer)?.side;
  const all = [...new Set([...view.players.map((player) => player.side), ...sheets.flatMap((sheet) => sheet.side ?? [])])];
  return all.filter((side) => sheets.some((sheet) => sheet.side === side)).sort((a, b) => Number(b === mine) - Number(a === mine));
}

/** Who leads a command, where a counter does. */
export const leader = (look: Look, sheet: Sheet): Piece | null => {
  const first = sheet.rows[0]?.unit ? look.piece(sheet.rows[0].unit) : undefined;
  return first?.range !== undefined ? first : null;
};

/** A command in a few letters: its HQ's label, or its own name. */
export function shortName(look: Look, sheet: Sheet): string {
  const hq = leader(look, sheet);
  const name = hq ? hq.label : worded(sheet.title);
  return hq && !hq.on_map && hq.arrives !== undefined ? t("units.comes", { name, turn: hq.arrives }) : name;
}

/** Where a unit is, when it came to its end, or when it comes. */
export function standing(look: Look, row: Row): string {
  if (row.lost) return row.lost_turn === undefined ? t("units.lost") : t("units.lostOn", { turn: row.lost_turn });
  if (row.hex) return row.hex;
  return row.arrives !== undefined ? t("units.turn", { turn: row.arrives }) : worded(row.cells[1]?.text);
}
