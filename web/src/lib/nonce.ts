// A player's own part in the dice: a random number, so that nobody else can have chosen them. Where several play, each browser
// first sends the hash of its number, and reveals the number itself when everybody's hash is there: no player can fit his to
// another's. This browser keeps its own, and what it saw before it revealed it, to find both again among those that count.

import * as api from "./api";
import { sha256 } from "./sha256";
import type { TableInfo } from "./types";

const BYTES = 16;

/** What this browser keeps for a seat, or for a table where it alone adds to the dice. */
export interface Kept {
  nonce: string;
  /** The seed's hash and everybody's, as they were when the number was revealed. */
  seal?: string;
}

export function freshNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The number to promise: what this browser keeps, but never one that it has revealed once, for everybody knows that. */
export const secretNonce = (kept: Kept | null): string => (kept && !kept.seal ? kept.nonce : freshNonce());

const name = (table: string, seat: string): string => `grognard.nonce.${table}${seat && `.${seat}`}`;
export const promiseOf = (seat: string, nonce: string): string => sha256(`${seat}:${nonce}`);

/** The hashes that bind the dice of a table, as one text. */
export function sealOf({ commitment, promises }: Pick<TableInfo, "commitment" | "promises">): string {
  const hashes = Object.entries(promises ?? {}).map(([player, hash]) => `${player}:${hash}`);
  return [commitment ?? "", ...hashes.sort()].join(" ");
}

/** For a browser that keeps nothing: it can still reveal what it has promised, as long as the page is open. */
const meanwhile = new Map<string, Kept>();

/** What this browser has for a seat's dice, if it kept it. */
export function keptNonce(table: string, seat = ""): Kept | null {
  try {
    const text = localStorage.getItem(name(table, seat));
    if (text !== null) return text.startsWith("{") ? (JSON.parse(text) as Kept) : { nonce: text };
  } catch {
    /* it keeps nothing */
  }
  return meanwhile.get(name(table, seat)) ?? null;
}

function keep(table: string, seat: string, kept: Kept): void {
  meanwhile.set(name(table, seat), kept);
  try {
    localStorage.setItem(name(table, seat), JSON.stringify(kept));
  } catch {
    /* see above */
  }
}

/** What this browser can do now for the dice of a table: promise numbers for these seats, reveal them for those. */
export function due(info: TableInfo, kept: (seat: string) => Kept | null): { promise: string[]; reveal: string[] } {
  const promises = info.promises ?? {};
  const mine = info.yours.filter((seat) => seat in promises);
  if (mine.length === 0) return { promise: [], reveal: [] };
  // a number that was lost with another browser can be replaced until everybody's hash is there
  if (Object.values(promises).includes("")) return { promise: mine.filter((seat) => !promises[seat] || !kept(seat)), reveal: [] };
  const fits = (seat: string): boolean => promiseOf(seat, kept(seat)?.nonce ?? "") === promises[seat];
  return { promise: [], reveal: mine.filter((seat) => info.owing?.[seat] === "nonce" && fits(seat)) };
}

/** A number that this seat has promised is in another browser than this one. */
export function isElsewhere(info: TableInfo | null, seat: string): boolean {
  const promise = info?.yours.includes(seat) ? info.promises?.[seat] : "";
  return Boolean(info && promise && promise !== promiseOf(seat, keptNonce(info.id, seat)?.nonce ?? ""));
}

/** Seats that may still be given back: what they add to the dice waits until then, for it binds who sits there. */
const held = new Set<string>();
export function holdBack(table: string, seat: string, yes: boolean): void {
  if (yes) held.add(name(table, seat));
  else held.delete(name(table, seat));
}

/** Do for a table's dice what this browser owes them; true where it did something. What goes wrong is tried again later. */
export async function payDice(info: TableInfo): Promise<boolean> {
  const { promise: owed, reveal } = due(info, (seat) => keptNonce(info.id, seat));
  const promise = owed.filter((seat) => !held.has(name(info.id, seat)));
  try {
    for (const seat of promise) {
      const nonce = secretNonce(keptNonce(info.id, seat));
      keep(info.id, seat, { nonce });
      await api.promise(info.id, seat, promiseOf(seat, nonce));
    }
    for (const seat of reveal) {
      const kept = { ...(keptNonce(info.id, seat) as Kept), seal: sealOf(info) };
      keep(info.id, seat, kept);
      await api.mix(info.id, kept.nonce, seat);
    }
  } catch {
    return false;
  }
  return promise.length + reveal.length > 0;
}

/** Add to the dice of a table that has just been opened. Whatever goes wrong, the table is open all the same. */
export async function addNonce(info: TableInfo): Promise<void> {
  if (info.promises) {
    await payDice(info);
    return;
  }
  const nonce = freshNonce();
  try {
    if ((await api.mix(info.id, nonce)).mixed) keep(info.id, "", { nonce });
  } catch {
    /* it goes on with the dice it has */
  }
}
