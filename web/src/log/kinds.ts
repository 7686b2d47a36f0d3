// What an event is on the stage: as the game's data say, or guessed from its arguments where they say nothing.

import type { Message, StageKind } from "../lib/types";

export type Stage = Record<string, StageKind>;

/** Facts that tell what an event is, the most telling first. */
const GUESSES: [StageKind, (message: Message) => boolean][] = [
  ["draw", (message) => message["chit"] !== undefined && message.key.includes("draw")],
  ["turn", (message) => message["turn"] !== undefined && Object.keys(message).length <= 4],
  ["fight", (message) => message["units_defending"] !== undefined || (message["die"] !== undefined && message["result"] !== undefined)],
  ["roll", (message) => message["die"] !== undefined || message["dice"] !== undefined],
  ["loss", (message) => message["unit"] !== undefined && /eliminated|destroyed|lost$/.test(message.key)],
  ["retreat", (message) => message["hex_from"] !== undefined && message.key.includes("retreat")],
  ["advance", (message) => message["hex_from"] !== undefined && message.key.includes("advance")],
  ["move", (message) => message["unit"] !== undefined && Array.isArray(message["hexes"])],
  ["move", (message) => message["hex_from"] !== undefined && message["hex"] !== undefined],
];

export function kindOf(message: Message, stage: Stage | undefined): StageKind {
  return stage?.[message.key] ?? GUESSES.find(([, fits]) => fits(message))?.[0] ?? "note";
}

/** The hexes that an event names outright: where it happens. */
export function hexesOf(message: Message): string[] {
  const many = Array.isArray(message["hexes"]) ? (message["hexes"] as string[]) : [];
  return typeof message["hex"] === "string" ? [message["hex"], ...many] : many;
}

export const hasDie = (message: Message): boolean => message["die"] !== undefined || message["dice"] !== undefined;

/** The faces that fell. */
export function facesOf(message: Message): number[] {
  const dice = message["dice"];
  if (Array.isArray(dice)) return dice.filter((face): face is number => typeof face === "number");
  return typeof message["die"] === "number" ? [message["die"]] : [];
}
