// What the decision panel says: the headline of an ask and the names of its answers.

import { said, t } from "../i18n/index.svelte";
import { isBlock } from "../counters/wood";
import { terrainAt } from "../lib/ground";
import { takesBack, type Answer } from "../lib/answers";
import { strengths } from "../lib/stacks";
import { prefs } from "../lib/prefs.svelte";
import type { Ask, View } from "../lib/types";
import type { Desk } from "../table/desk.svelte";
import { commandWords } from "../lib/commands";
import { pieceName, standingOf } from "../lib/named";

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
  const piece = ask.focus.unit ? desk.piece(ask.focus.unit) : undefined;
  const unit = piece ? pieceName(piece) : null;
  if (unit) return t("decision.pick", { unit, verb: words });
  return words;
}

/** While what others did is still being shown: a headline may tell how it ended. */
export const briefly = (desk: Desk, view: View): string => stepName(desk, view) || headline(desk, view);

/** The step of the rules that asks, in the game's words. */
export function stepName(desk: Desk, view: View): string {
  return view.ask ? (desk.words.find(`step.${view.ask.step ?? view.ask.prompt.key.replace(/^\w+\./, "")}`) ?? "") : "";
}

/** An answer on a button: "Retreat to 3717". */
export function answerName(desk: Desk, answer: Answer): string {
  const name = `${desk.words.verb(answer.verb)} ${targetName(desk, answer)}`;
  return isLast(desk.ask, answer) ? `${name} (${t("decision.last")})` : name;
}

/** Whether the step that an answer takes is the last of its unit. */
export const isLast = (ask: Ask | null, { kind, target }: Answer): boolean => kind === "unit" && (ask?.focus.last?.includes(String(target)) ?? false);

export function targetName(desk: Desk, answer: Answer): string {
  const target = String(answer.target);
  const piece = answer.kind === "unit" ? desk.piece(target) : undefined;
  if (piece) return pieceName(piece);
  if (answer.kind === "hex") return desk.hexName(target);
  if (answer.kind === "chit") return kindName(desk, target);
  const players = answer.kind === "number" ? desk.ask?.focus.pairs?.[target] : undefined;
  if (players) return players.map((player) => desk.line.seats[player]?.name || desk.playerName(player)).join(" – ");
  return target;
}

/** A type of block by its name, any other chit by the game's word. */
function kindName(desk: Desk, chit: string): string {
  const name = desk.view?.kinds?.[chit]?.name;
  return name ? said(name) : desk.words.word(chit);
}

/** An answer in full, for the list of legal answers: what it is, where it stands, what ground it is. */
export function spokenName(desk: Desk, answer: Answer): string {
  const target = String(answer.target);
  const parts = [answerName(desk, answer)];
  if (answer.kind === "unit") {
    const piece = desk.piece(target);
    if (piece) parts.push(strengths(piece), desk.whereabouts(piece));
    if (piece && isBlock(piece)) parts.push(...standingOf(piece, (unit) => desk.piece(unit)?.label ?? unit));
    else for (const flag of piece?.flags ?? []) parts.push(desk.words.word(flag));
  }
  if (answer.kind === "hex" && desk.map) {
    const terrain = terrainAt(desk.map, target);
    if (terrain) parts.push(desk.words.word(terrain));
    const column = desk.ask?.focus.chances?.[target]?.column;
    if (column && !desk.theatre.past) parts.push(column); // odds of now tell how what is shown has ended
  }
  parts.push(...commandWords(desk.ask?.focus.commands?.[target]));
  return parts.filter(Boolean).join(", ");
}
