// Why hexes were closed, as an event tells it: every reason once, with its hexes.

import type { Focus, Message, Words } from "./types";

type Reason = NonNullable<Focus["closed"]>[number];

export interface Shut {
  hexes: string[];
  /** The reason alone where the hexes are told beside it, else the whole sentence. */
  why: string;
}

const reasonsOf = (message: Message): Reason[] => (Array.isArray(message["closed"]) ? (message["closed"] as Reason[]) : []);

/** "Ravenna cannot enter 5242: an enemy is there" has its reason behind the colon. */
const behind = (text: string): string => {
  const at = text.search(/[:：]/);
  return at < 0 ? text : text.slice(at + 1).trim();
};

export function shutBy(message: Message, said: (words: Words) => string): Shut[] {
  return reasonsOf(message).map((one) => {
    const text = said(one.text);
    const hexes = one.hexes.filter((hex): hex is string => typeof hex === "string");
    return { hexes, why: hexes.length ? behind(text) : text };
  });
}
