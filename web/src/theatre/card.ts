// What the card of a die or a chit says, put together from what the events tell.

import { chances, severity } from "../lib/chances";
import type { Message, Severity } from "../lib/types";
import type { Beat } from "./script";
import { facesOf } from "./stage";

export interface Cell {
  face: number;
  code: string;
  weight: Severity;
  rolled: boolean;
}

const NOTHING = /^[-–—•.]*$/;
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");

export const mainOf = (beat: Beat): Message | null => beat.messages[0] ?? null;
export const facesOn = (beat: Beat): number[] => [...beat.before, ...beat.messages].flatMap(facesOf);

/** The die that decides: the last of a fight's own dice. */
export const dieOf = (beat: Beat): number | null => {
  const main = mainOf(beat);
  const faces = main ? facesOf(main) : [];
  return faces[faces.length - 1] ?? null;
};

/** The column the die is read on, with the cell that it found. A die that is added to is read further down. */
export function columnOf(message: Message): { column: string; cells: Cell[] } | null {
  const column = text(message["column"]);
  const codes = message["by_die"];
  if (!column || !Array.isArray(codes) || !codes.length) return null;
  const die = Number(message["die"]);
  return {
    column,
    cells: codes.map((code, n) => ({ face: n + 1, code: NOTHING.test(text(code)) ? "–" : text(code), weight: severity(text(code)), rolled: n + 1 === die })),
  };
}

export const resultOf = (message: Message): string => text(message["result"]);
export const hasNoEffect = (message: Message): boolean => message["result"] !== undefined && NOTHING.test(resultOf(message));

/** How often the die gives just this. */
export function shareOf(message: Message): number | null {
  const codes = message["by_die"];
  if (!Array.isArray(codes)) return null;
  return chances({ by_die: codes.map(text) }).find((one) => one.result === resultOf(message))?.share ?? null;
}

/** What followed, each thing told once. */
export const followsOf = (beat: Beat): Message[] => beat.messages.slice(1);

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter((one): one is string => typeof one === "string");
