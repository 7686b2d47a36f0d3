// An ask read for the decision panel: which answers are buttons, which are targets, and which button is the primary one.

import type { Ask, Target } from "./types";

export type Kind = Ask["kinds"][string];
export interface Answer {
  verb: string;
  target: Target;
  kind: Kind;
}

/** Answers that point at something, in the order in which Tab visits them. */
export function targets(ask: Ask): Answer[] {
  return Object.entries(ask.answers).flatMap(([verb, found]) => {
    const kind = ask.kinds[verb] ?? "nothing";
    return kind === "nothing" ? [] : found.map((target) => ({ verb, target, kind }));
  });
}

export const unitTargets = (ask: Ask): Answer[] => targets(ask).filter((one) => one.kind === "unit");

/** The answer that a click on a unit in a list means: none where the ask leaves open what is to be done with its units. */
export function plainAnswer(ask: Ask, unit: string): Answer | null {
  const all = unitTargets(ask);
  return new Set(all.map((one) => one.target)).size < all.length ? null : (all.find((one) => one.target === unit) ?? null);
}

/** Answers without a target: the buttons. */
export function buttons(ask: Ask): string[] {
  return Object.keys(ask.answers).filter((verb) => (ask.kinds[verb] ?? "nothing") === "nothing");
}

/** A segment is over and only waits for "go on": who plays fast is not asked. */
export const onlyGoesOn = (ask: Ask | null): boolean => ask !== null && "go_on" in ask.answers && Object.keys(ask.answers).length === 1;

/** A button that backs out, skips or ends something: never what Enter does unless the server says so. */
const LEAVES = /^(cancel|decline|reject|refuse|pass|end|finish|skip)(_|$)/;
/** A button that settles everything at once: Enter takes it where there is no plainer one. */
const SWEEPS = /_all$|^historical$|^as_/;

/** An answer that gives a unit away: a click on the unit asks first. */
export const isGrave = (verb: string): boolean => /^(disband|give_up|scrap)(_|$)/.test(verb);

/** The button that Enter presses. The server's word counts, also when it says there is none; without one the first button that
    neither leaves nor ends anything. */
export function primary(ask: Ask): string | null {
  const all = buttons(ask);
  if (ask.primary !== undefined) return ask.primary !== null && all.includes(ask.primary) ? ask.primary : null;
  const goingOn = all.filter((verb) => !LEAVES.test(verb));
  return goingOn.find((verb) => !SWEEPS.test(verb)) ?? goingOn[0] ?? null;
}

/** The verb an ask is about, for its headline: with a unit in question where it goes, else the one with most targets. */
export function mainVerb(ask: Ask): string | null {
  const counts = new Map<string, number>();
  const all = targets(ask);
  const going = ask.focus.unit ? all.filter((one) => one.kind === "hex") : [];
  for (const one of going.length ? going : all) counts.set(one.verb, (counts.get(one.verb) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** A verb with more numbers than this is answered with a slider instead of a row of buttons. */
const FEW = 6;

/** The numbers of an ask by verb, those with few as single answers, those with many as a range to go through. */
export function numbers(list: readonly Answer[]): { few: Answer[]; many: Answer[][] } {
  const found = new Map<string, Answer[]>();
  for (const one of list) if (one.kind === "number") found.set(one.verb, [...(found.get(one.verb) ?? []), one]);
  const groups = [...found.values()].map((group) => group.sort((a, b) => Number(a.target) - Number(b.target)));
  return { few: groups.filter((group) => group.length <= FEW).flat(), many: groups.filter((group) => group.length > FEW) };
}

export const same = (a: Answer | null, b: Answer | null): boolean => a !== null && b !== null && a.verb === b.verb && a.target === b.target;

/** The next answer after `from`, or null past the end: Tab then goes on through the page. */
export function step(list: Answer[], from: Answer | null, by: 1 | -1): Answer | null {
  const at = list.findIndex((one) => same(one, from));
  if (at < 0) return (by > 0 ? list[0] : list.at(-1)) ?? null;
  return list[at + by] ?? null;
}

/** A button that ends the move of the unit in hand where it stands, and one that only puts it down. */
export const stops = (verb: string): boolean => /^stop(_|$)/.test(verb);
export const putsDown = (verb: string): boolean => /^put_down(_|$)/.test(verb);

/** A verb by which a unit joins what is being declared. */
export const joins = (verb: string): boolean => /^add(_|$)/.test(verb);

/** A verb that takes back what was chosen. */
export const takesBack = (verb: string): boolean => /^(return|remove|unselect|take_back)/.test(verb);
