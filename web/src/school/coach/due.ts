// Which remark of the coach is due: the first that was not made and whose moment this is. school/coaching.py says the same.

import type { View } from "../../lib/types";
import type { Remark, When } from "./types";

export const phaseOf = ({ tracks }: View): unknown => tracks.find(({ id }) => id === "phase")?.value;

/** One question is another where another step asks, or something has happened. */
export const questionOf = ({ ask, log_length, turn }: View): string => `${turn}/${log_length}/${ask?.step}/${ask?.prompt.key}`;

const has = (names: string[] | undefined, found: (name: string) => boolean): boolean => names === undefined || names.some(found);

function holds(when: When, view: View): boolean {
  const { ask, viewer } = view;
  if (!ask) return false;
  const side = view.players.find(({ id }) => id === viewer)?.side;
  return (
    (when.side === undefined || when.side === side) &&
    has(when.step, (step) => step === ask.step) &&
    has(when.phase, (phase) => phase === phaseOf(view)) &&
    has(when.verb, (verb) => verb in ask.answers) &&
    has(when.cost, (rule) => Object.values(ask.costs ?? {}).some((costs) => costs.some((one) => one.rule === rule))) &&
    (!when.odds || Boolean(ask.focus.odds)) &&
    has(when.event, (event) => view.log.some(({ key }) => key === event)) &&
    has(when.rule, (rule) => view.log.some((line) => line.rule === rule)) &&
    has(when.flag, (flag) => Object.values(view.pieces).some((piece) => piece.side === side && piece.flags?.includes(flag)))
  );
}

export const due = (remarks: readonly Remark[], view: View, said: (id: string) => boolean): Remark | null => remarks.find((one) => !said(one.id) && holds(one.when, view)) ?? null;
