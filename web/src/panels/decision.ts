// What the decision panel says: the headline of an ask and the names of its answers.

import { t } from "../i18n/index.svelte";
import { terrainAt } from "../lib/ground";
import type { Answer } from "../lib/answers";
import { strengths } from "../lib/stacks";
import { prefs } from "../lib/prefs.svelte";
import type { View } from "../lib/types";
import type { Desk } from "../table/desk.svelte";

/** The game's own headline where it has one; else the unit or hex in question and the main verb. */
export function headline(desk: Desk, view: View): string {
  const ask = view.ask;
  if (!ask) return "";
  if (ask.headline) return ask.headline[prefs.language];
  const step = stepName(desk, view);
  if (ask.focus.hex && step) return t("decision.pick", { unit: step, verb: desk.hexName(ask.focus.hex) });
  // when all that can still be pointed at is what could be taken back, the choice is complete
  const complete = desk.targets.every((one) => takesBack(one.verb));
  const verb = (complete ? desk.primary : null) ?? desk.mainVerb ?? desk.primary;
  const words = verb ? desk.words.verb(verb) : "";
  const unit = ask.focus.unit ? desk.piece(ask.focus.unit)?.label : null;
  if (unit) return t("decision.pick", { unit, verb: words });
  return words;
}

/** A verb that takes back what was chosen. */
export const takesBack = (verb: string): boolean => /^(return|remove|unselect|take_back)/.test(verb);

/** The step of the rules that asks, in the game's words. */
export function stepName(desk: Desk, view: View): string {
  return view.ask ? (desk.words.find(`step.${view.ask.step ?? view.ask.prompt.key.replace(/^\w+\./, "")}`) ?? "") : "";
}

/** An answer on a button: "Retreat to 3717". */
export function answerName(desk: Desk, answer: Answer): string {
  return `${desk.words.verb(answer.verb)} ${targetName(desk, answer)}`;
}

function targetName(desk: Desk, answer: Answer): string {
  const target = String(answer.target);
  if (answer.kind === "unit") return desk.piece(target)?.label ?? target;
  if (answer.kind === "hex") return desk.hexName(target);
  if (answer.kind === "chit") return desk.words.word(target);
  return target;
}

/** An answer in full, for the list of legal answers: what it is, where it stands, what ground it is. */
export function spokenName(desk: Desk, answer: Answer): string {
  const target = String(answer.target);
  const said = [answerName(desk, answer)];
  if (answer.kind === "unit") {
    const piece = desk.piece(target);
    if (piece) said.push(strengths(piece), piece.on_map ? desk.hexName(piece.where) : desk.words.word(piece.where));
    for (const flag of piece?.flags ?? []) said.push(desk.words.word(flag));
  }
  if (answer.kind === "hex" && desk.map) {
    const terrain = terrainAt(desk.map, target);
    if (terrain) said.push(desk.words.word(terrain));
  }
  return said.join(", ");
}
