// An attack or a die roll as the odds panel lays it out.

import { attackOf, defenceOf } from "../lib/figures";
import { severity, type Chance } from "../lib/chances";
import { isHeadquarters } from "../counters/symbols";
import type { Group, Odds, Piece, View } from "../lib/types";

export interface GroupRow {
  key: string;
  units: Piece[];
  /** the hex it fights from, where all its units stand there */
  from: string | null;
  strengths: number[];
  plain: number;
  strength: number;
  factor: string;
  reasons: string[];
}

/** Groups with their counters: what they print, what they count, and why it differs. */
export function groupRows(groups: readonly Group[], view: Pick<View, "pieces">, strengthOf: (piece: Piece) => number): GroupRow[] {
  return groups.map(({ units: ids, factor, strength, reasons = [], printed }) => {
    const units = ids.flatMap((id) => view.pieces[id] ?? []);
    const strengths = printed ?? units.map(strengthOf);
    return { key: ids.join(), units, from: units[0]?.on_map ? units[0].where : null, strengths, plain: strengths.reduce((sum, one) => sum + one, 0), strength, factor, reasons };
  });
}

export const attackRows = (odds: Odds, view: Pick<View, "pieces">): GroupRow[] => groupRows(odds.groups ?? [], view, attackOf);

/** The defenders as the server groups them, else whoever fights in the hex. */
export function defenceRows(odds: Odds, view: Pick<View, "pieces">): GroupRow[] {
  if (odds.defence_groups) return groupRows(odds.defence_groups, view, defenceOf);
  if (odds.defence === undefined) return [];
  const units = Object.values(view.pieces).filter((piece) => piece.on_map && piece.where === odds.hex && !isHeadquarters(piece.symbol));
  return groupRows([{ units: units.map((unit) => unit.id), factor: "1", strength: odds.defence }], view, defenceOf).map((row) => ({ ...row, from: null }));
}

/** What comes before the combat itself, the earliest first. */
export function before(odds: Odds): Odds[] {
  return odds.initial ? [...before(odds.initial), odds.initial] : [];
}

export interface ColumnRow {
  column: string;
  by_die: string[];
  final: boolean;
}

/** The column itself between the ones beside it, where the server told them. */
export function columnRows(odds: Pick<Odds, "column" | "by_die" | "neighbours">): ColumnRow[] {
  const own = { column: odds.column ?? "", by_die: odds.by_die ?? [], final: true };
  const beside = (odds.neighbours ?? []).map((one) => ({ ...one, final: false }));
  return [...beside, own].sort((a, b) => ratio(a.column) - ratio(b.column));
}

/** "3-1", "1/2" and "1.5-1" as numbers. */
function ratio(column: string): number {
  const [attack = NaN, defence = 1] = (column.match(/\d+(\.\d+)?/g) ?? []).map(Number);
  return attack / (defence || 1);
}

/** A result's code where there is little room: "levels_2" is 2. */
export const short = (code: string): string => /^[a-z_]+_(\d+)$/.exec(code)?.[1] ?? code;

const RANKS = { none: 0, mild: 0.5, bad: 0.5, hard: 1 } as const;

/** How high the bar of each face is, from 0 to 1: by its number where all results are numbers, else by its severity. */
export function heights(odds: Pick<Odds, "by_die" | "severity">): number[] {
  const faces = odds.by_die ?? [];
  const numbers = faces.map((face) => Math.abs(Number(short(face).replace(/[−–]/g, "-"))));
  const most = Math.max(...numbers, 0);
  if (!numbers.some(Number.isNaN)) return numbers.map((one) => (most ? one / most : 0));
  return faces.map((face) => RANKS[severity(face, odds.severity)]);
}

/** As many results as have room under the die's table. */
const MOST = 8;

/** The results that have a line of their own, in their order, and those that share the last one because they are rarest. */
export function gathered(bars: readonly Chance[], most = MOST): { shown: Chance[]; rare: Chance[] } {
  if (bars.length <= most) return { shown: [...bars], rare: [] };
  const rare = new Set([...bars].sort((a, b) => a.share - b.share).slice(0, bars.length - most + 1));
  return { shown: bars.filter((bar) => !rare.has(bar)), rare: bars.filter((bar) => rare.has(bar)) };
}
