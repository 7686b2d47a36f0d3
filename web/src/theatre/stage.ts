// The facts of an event as the playback needs them: who went where.

import { facesOf as facesIn } from "../log/kinds";
import type { Message } from "../lib/types";
import { isHexName } from "../map/geometry";

const texts = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).filter((one): one is string => typeof one === "string");

/** Those that lie on the map: who enters it comes from no hex. */
const hexes = (value: unknown): string[] => texts(value).filter(isHexName);

/** The units an event is about: who acts, not whom it befalls. */
export const unitsOf = (message: Message): string[] => [...texts(message["unit"]), ...texts(message["units"])];

/** The hexes where it happens: the place itself, or all of them where it has several. */
export const placesOf = (message: Message): string[] => {
  const hex = hexes(message["hex"]);
  return hex.length ? hex : hexes(message["hexes"]);
};

/** The way somebody went: every hex where they are told, else from where and to where. */
export function wayOf(message: Message): string[] {
  const way = hexes(message["hexes"]);
  return way.length > 1 ? way : [...hexes(message["hex_from"]), ...hexes(message["hex"])];
}

/** The faces of the dice an event tells of, both players' where each rolls. */
export const facesOf = (message: Message): number[] => [...facesIn(message), ...(typeof message["die_other"] === "number" ? [message["die_other"]] : [])];
