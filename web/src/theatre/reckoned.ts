// What made the odds of a fight that the card tells of, one thing a line: the strengths with the ground first, then whatever changed them.

import { said, t } from "../i18n/index.svelte";
import { pieceName } from "../lib/named";
import type { Message, View } from "../lib/types";
import type { Desk } from "../table/desk.svelte";
import { reckonedOf } from "./card";

export function madeLines(desk: Desk, view: View, main: Message): string[] {
  const made = reckonedOf(main);
  const words = (all: readonly string[]): string => all.map((one) => desk.words.word(one)).join(t("summary.comma"));
  const names = (ids: readonly string[]): string => ids.flatMap((id) => (view.pieces[id] ? [pieceName(view.pieces[id])] : [])).join(t("summary.comma"));
  const { attack, defence } = main;
  const ground = made.terrain?.length && !made.lines ? words(made.terrain) : "";
  const shift = ground ? (made.shifts ? t("odds.shift", { count: made.shifts }) : t("odds.noShift")) : "";
  const sides = attack !== undefined && defence !== undefined ? [[`${String(attack)} : ${String(defence)}`, [ground, shift].filter(Boolean).join(t("summary.comma"))].filter(Boolean).join(" · ")] : [];
  if (made.lines) return [...sides, ...made.lines.map((line) => `${said(line.text)} ${line.value}`)];
  return [...sides, ...(made.reduced ?? []).map((one) => `${names(one.units)} ${t("odds.factor", { factor: one.factor })} ${words(one.reasons)}`)];
}
