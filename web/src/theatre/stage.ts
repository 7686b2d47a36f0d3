// What an event is on the stage: as the game's data say, else as its facts look.

import type { Message, StageKind } from "../lib/types";

export function kindOf(message: Message, stage: Record<string, StageKind> | undefined): StageKind {
  return stage?.[message.key] ?? guessed(message);
}

function guessed(message: Message): StageKind {
  const has = (...names: string[]): boolean => names.some((name) => message[name] !== undefined);
  if (has("chit") && /draw/.test(message.key)) return "draw";
  if (has("column", "result") && has("die", "dice")) return "fight";
  if (has("die", "dice")) return "roll";
  if (/eliminated|destroyed|lost$/.test(message.key) && has("unit", "units")) return "loss";
  if (/retreat/.test(message.key) && has("hex_from")) return "retreat";
  if (/advance/.test(message.key) && has("hex_from")) return "advance";
  if (has("unit", "units") && (has("hexes") || (has("hex_from") && has("hex")))) return "move";
  if (/^event\.turn$/.test(message.key)) return "turn";
  return "note";
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");

/** The units an event is about: who acts, not whom it befalls. */
export const unitsOf = (message: Message): string[] => [...texts(message["unit"]), ...texts(message["units"])];

/** The hexes where it happens: the place itself, or all of them where it has several. */
export const placesOf = (message: Message): string[] => {
  const hex = texts(message["hex"]);
  return hex.length ? hex : texts(message["hexes"]);
};

/** The way somebody went: every hex where they are told, else from where and to where. */
export function wayOf(message: Message): string[] {
  const hexes = texts(message["hexes"]);
  if (hexes.length > 1) return hexes;
  return [...texts(message["hex_from"]), ...texts(message["hex"])];
}

/** The faces of the dice an event tells of. */
export const facesOf = (message: Message): number[] =>
  [message["die"], message["dice"], message["die_other"]].flat().filter((one): one is number => typeof one === "number");
