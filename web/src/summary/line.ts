// A turn in a line: what fell first, then what else it came to, in figures.

import { said, t } from "../i18n/index.svelte";
import { capital } from "../lib/capital";
import { destroyed, type Summary, type Toll } from "./summary";

/** From so many places on only their number is told. */
const MANY = 3;

export function lineOf(found: Summary): string {
  const all = (count: (toll: Toll) => number): number => Object.values(found.tolls).reduce((sum, toll) => sum + count(toll), 0);
  const { taken } = found;
  const named = taken.length < MANY ? taken.map(({ message }) => capital(said(message.text)) + t("log.stop")) : [];
  const counts = (
    [["taken", named.length ? 0 : taken.length], ["fights", found.fights], ["lost", all(destroyed)], ["weakened", all((toll) => toll.weaker.length)], ["moves", found.moves]] as const
  ).filter(([, count]) => count > 0);
  const counted = counts.map(([what, count]) => t(count === 1 ? `summary.one.${what}` : `summary.${what}`, { count })).join(t("summary.comma"));
  const told = [...named, ...(counted ? [capital(counted) + t("log.stop")] : [])];
  return told.length ? told.join(" ") : t("summary.quiet");
}

/** "Turn 2 of 9, 27 December to 5 January." */
export const nextTurn = (turn: number, last: number, label: string): string => [capital(t("head.turnOf", { turn, last })), ...(label ? [label] : [])].join(t("summary.comma")) + t("log.stop");
