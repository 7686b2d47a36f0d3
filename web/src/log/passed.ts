// A phase that went by without anybody being asked: what the log said in it is the reason, and whoever is asked next has to hear it.

import type { Message } from "../lib/types";
import { kindOf, type Stage } from "./kinds";

/** The reasons told in the phase before this one, where it held nothing else and nothing has been done in this one yet. */
export function passedOver(log: readonly Message[], stage: Stage | undefined): Message[] {
  const kinds = log.map((message) => kindOf(message, stage));
  if (kinds.at(-1) !== "phase") return [];
  const began = kinds.lastIndexOf("phase", -2);
  const told = began < 0 ? [] : log.slice(began + 1, -1);
  return told.every((message) => kindOf(message, stage) === "note") ? told : [];
}
