// The facts of an event as the playback needs them: who went where.

import { facesOf as facesIn } from "../log/kinds";
import type { Message } from "../lib/types";

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

/** The faces of the dice an event tells of, both players' where each rolls. */
export const facesOf = (message: Message): number[] => [...facesIn(message), ...(typeof message["die_other"] === "number" ? [message["die_other"]] : [])];
