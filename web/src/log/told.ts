// A fight in an entry: what its sentence says besides the figures that are drawn, and what came of it, with ways run together.

import type { Message } from "../lib/types";
import type { Line } from "./story";

/** The sentence up to its figures, and the rest: "attack on 5124, 1Tk against 8Lw" and "8 to 1, column 8-1, die 3". */
export function parted(text: string): [string, string] {
  const at = text.search(/[:：]/);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1).trim()];
}

/** Whether a fight's figures are drawn: a column or a result beside the die. */
export const isRead = (message: Message): boolean => message["die"] !== undefined && (message["column"] !== undefined || message["result"] !== undefined);

/** One consequence: its first line, and the hexes a unit went on to after it. */
export interface Consequence {
  lines: Line[];
  on: string[];
}

/** What came of a fight in the order of the log; a unit that retreats or advances hex by hex is told once. */
export function consequences(after: readonly Line[]): Consequence[] {
  const told: Consequence[] = [];
  for (const line of after) {
    const last = told.at(-1);
    const before = last?.lines.at(-1);
    const goesOn =
      last && before && (line.kind === "advance" || line.kind === "retreat") && line.kind === before.kind &&
      who(line.message) !== "" && who(line.message) === who(before.message) &&
      line.message["hex_from"] !== undefined && line.message["hex_from"] === before.message["hex"];
    if (goesOn) {
      last.lines.push(line);
      last.on.push(String(line.message["hex"]));
    } else told.push({ lines: [line], on: [] });
  }
  return told;
}

const who = (message: Message): string => String(message["unit"] ?? (Array.isArray(message["units"]) ? message["units"].join(" ") : ""));

const ids = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : []);

/** The counters of a fight: who attacks, who is attacked, and who of both is gone. */
export function fighters(line: Line, after: readonly Line[]): { attack: string[]; defence: string[]; gone: ReadonlySet<string> } {
  const gone = new Set(after.flatMap(({ kind, message }) => (kind === "loss" && typeof message["unit"] === "string" ? [message["unit"]] : [])));
  return { attack: ids(line.message["units"]), defence: ids(line.message["units_defending"]), gone };
}
