// A player's own part in the dice: a random number sent once the hash of the house's seed is known, so that the house cannot
// have chosen the dice. This browser keeps its own, to find it again among those that count.

import * as api from "./api";

const BYTES = 16;
const name = (table: string): string => `grognard.nonce.${table}`;

export function freshNonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(BYTES))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Add to a table's dice. Whatever goes wrong, the game goes on with the dice it has. */
export async function addNonce(table: string): Promise<void> {
  const nonce = freshNonce();
  try {
    if ((await api.mix(table, nonce)).mixed) localStorage.setItem(name(table), nonce);
  } catch {
    /* the table is open all the same */
  }
}

/** What this browser has added to a table's dice, if it kept it. */
export function keptNonce(table: string): string | null {
  try {
    return localStorage.getItem(name(table));
  } catch {
    return null;
  }
}
