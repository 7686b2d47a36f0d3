// Where a clause applies right now, as far as the view tells: the question itself, its answers, the lines of the odds, what is closed.

import type { View, Words } from "../../lib/types";

export interface Applied {
  text: Words;
  hexes: string[];
}

const hexesOf = (facts: Record<string, unknown>): string[] =>
  Object.entries(facts).flatMap(([name, value]) => (/^hex(es)?(_|$)/.test(name) ? (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string") : []));

/** Whether a rule that is cited means this clause: itself, its section, or a part of it. */
const means = (cited: string, clause: string): boolean => cited === clause || (clause.startsWith(cited) && !/^[\d]/.test(clause.slice(cited.length)));

export function appliesNow(view: View | null, clause: string): Applied[] {
  const ask = view?.ask;
  if (!view || !ask) return [];
  const found: Applied[] = [];
  const { focus } = ask;
  const unit = typeof focus.unit === "string" ? view.pieces[focus.unit] : undefined;
  const where = [...new Set([...hexesOf(ask.prompt), ...(typeof focus.hex === "string" ? [focus.hex] : []), ...(unit?.on_map ? [unit.where] : [])])];
  if (ask.rule && means(ask.rule, clause)) found.push({ text: ask.prompt.text, hexes: where });
  const odds = focus.odds;
  for (const line of odds?.lines ?? []) if (odds && line.rule && !line.struck && means(line.rule, clause)) found.push({ text: { en: `${line.text.en}: ${line.value}`, ja: `${line.text.ja}：${line.value}` }, hexes: odds.hexes ?? [odds.hex] });
  for (const reason of focus.closed ?? []) if (reason.rule && means(reason.rule, clause)) found.push({ text: reason.text, hexes: hexesOf(reason) });
  return found;
}
