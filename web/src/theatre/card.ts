// What the card of a die or a chit says, put together from what the events tell.

import { severity } from "../lib/chances";
import type { Message, Odds, Severity, StageKind, View } from "../lib/types";
import { kindOf } from "../log/kinds";
import { consequences, type Consequence } from "../log/told";
import { columnRows } from "../panels/odds";
import type { Beat } from "./script";
import { facesOf, unitsOf } from "./stage";

type Stage = Record<string, StageKind> | undefined;

export interface Cell {
  face: number;
  code: string;
  weight: Severity;
  rolled: boolean;
}

export interface Row {
  column: string;
  cells: Cell[];
  /** The column that the die is read on; the others lie beside it. */
  own: boolean;
}

/** What made the column, as the account of a combat tells it. */
export type Reckoned = Pick<Odds, "ratio" | "terrain" | "shifts" | "lines" | "total" | "neighbours"> & { reduced?: { units: string[]; factor: string; reasons: string[] }[] };

const NOTHING = /^[-–—•.]*$/;
const text = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "");
const shown = (code: string): string => (NOTHING.test(code) ? "–" : code);

export const mainOf = (beat: Beat): Message | null => beat.messages[0] ?? null;
export const facesOn = (beat: Beat): number[] => [...beat.before, ...beat.messages].flatMap(facesOf);

/** For which side each of them was rolled, where that came before the dice that decide. */
export const sidesOn = (beat: Beat): (string | null)[] => [
  ...beat.before.flatMap((message) => facesOf(message).map(() => (typeof message["side"] === "string" ? message["side"] : null))),
  ...beat.messages.flatMap((message) => facesOf(message).map(() => null)),
];

/** The die that decides: the last of a fight's own dice. */
export const dieOf = (beat: Beat): number | null => {
  const main = mainOf(beat);
  const faces = main ? facesOf(main) : [];
  return faces[faces.length - 1] ?? null;
};

/** Which of a shot's dice hit, where the event tells up to which face they do. */
export function hitsOf(message: Message): boolean[] | null {
  const power = message["firepower"];
  return typeof power === "number" ? facesOf(message).map((face) => face <= power) : null;
}

export const reckonedOf = (message: Message): Reckoned => (typeof message["reckoned"] === "object" && message["reckoned"] !== null ? (message["reckoned"] as Reckoned) : {});

const codesOf = (message: Message): string[] => (Array.isArray(message["by_die"]) ? message["by_die"].map(text) : []);

/** The column the die is read on with the cell that it found, between the columns beside it. */
export function rowsOf(message: Message): Row[] {
  const column = text(message["column"]);
  const codes = codesOf(message);
  if (!column || !codes.length) return [];
  const die = Number(message["die"]);
  return columnRows({ column, by_die: codes, neighbours: reckonedOf(message).neighbours ?? [] }).map((row) => ({
    column: row.column,
    own: row.final,
    cells: row.by_die.map((code, n) => ({ face: n + 1, code: shown(code), weight: severity(code), rolled: row.final && n + 1 === die })),
  }));
}

export const resultOf = (message: Message): string => text(message["result"]);
export const hasNoEffect = (message: Message): boolean => message["result"] !== undefined && NOTHING.test(resultOf(message));

const RANK: Record<Severity, number> = { bad: -1, none: 0, mild: 1, hard: 2 };

/** What a result is worth to the attacker: by how hard it hits, then by its figures; of "1/R2" the first half is his own loss. */
function worth(code: string): number {
  const [first = "", second] = code.split("/");
  const figures = (part: string): number => (part.match(/\d+/g) ?? []).reduce((sum, one, n) => sum + Number(one) / 10 ** n, 0);
  const gain = second === undefined ? (/^A/i.test(code) ? -figures(first) : figures(first)) : figures(second) - figures(first);
  return RANK[severity(code)] * 100 + gain;
}

/** How often the die does as well as this for the attacker, or better. */
export function shareOf(message: Message): number | null {
  const codes = codesOf(message);
  const own = worth(resultOf(message));
  return codes.length && message["result"] !== undefined ? codes.filter((code) => worth(code) >= own).length / codes.length : null;
}

/** What followed, each thing told once, ways run together. */
export const followsOf = (beat: Beat, stage: Stage): Consequence[] => consequences(beat.messages.slice(1).map((message, number) => ({ number, message, kind: kindOf(message, stage) })));

const TELLING: readonly StageKind[] = ["loss", "step", "retreat"];

/** Of what followed, what belongs into the headline: a unit lost, else a step, else a retreat. */
export function tellingOf(follows: readonly Consequence[]): Consequence | null {
  for (const kind of TELLING) {
    const found = follows.find(({ lines }) => lines[0]?.kind === kind);
    if (found) return found;
  }
  return null;
}

/** What fell in it: news before any die. */
export const fallsIn = (beat: Beat, stage: Stage): Message[] => beat.messages.slice(1).filter((message) => kindOf(message, stage) === "taken");

export interface Change {
  side: string;
  change: number;
}

const changesOf = (before: View, after: View): Change[] =>
  Object.entries(after.score ?? {}).flatMap(([side, points]) => (before.score?.[side] !== undefined && points !== before.score[side] ? [{ side, change: points - (before.score[side] ?? 0) }] : []));

/** Points that the beat has changed; of several fights in one step, those that its own losses are told to give. */
export function pointsOf({ beat, view, after }: { beat: Beat; view: View; after: View }, stage: Stage): Change[] {
  if (!beat.shares) return changesOf(view, after);
  const told = beat.messages.filter((message) => kindOf(message, stage) === "loss" && Number(message["points"]) > 0);
  const sides = new Set(told.map((message) => text(message["side"])).filter(Boolean));
  return [...sides].map((side) => ({ side, change: told.filter((message) => message["side"] === side).reduce((sum, message) => sum + Number(message["points"]), 0) }));
}

/** How many steps units lost in it, as the log counts them: one line may tell of several. */
export function lossesOf(beat: Beat, units: readonly string[], stage: Stage): number {
  const told = beat.messages.slice(1).filter((message) => ["loss", "step"].includes(kindOf(message, stage)) && unitsOf(message).some((unit) => units.includes(unit)));
  return told.reduce((sum, message) => sum + (typeof message["lost"] === "number" ? message["lost"] : 1), 0);
}

/** Whether a result asks more of one side than it has given: of "1/R2" the first half is the attacker's. */
export function owes(message: Message, who: "units" | "units_defending", lost: number): boolean {
  const code = resultOf(message);
  const [first = "", second] = code.split("/");
  const half = second === undefined ? (/^A/i.test(code) === (who === "units") ? code : "") : who === "units" ? first : second;
  return lost === 0 && /[1-9]/.test(half);
}

/** Who went back. */
export const retreatedOf = (beat: Beat, stage: Stage): ReadonlySet<string> => new Set(beat.messages.filter((message) => kindOf(message, stage) === "retreat").flatMap(unitsOf));

export const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]).filter((one): one is string => typeof one === "string");
