// What everybody may look at, and whom one follows.

import { call, send } from "../lib/api";
import type { ClockTerms, Options, Piece, Words } from "../lib/types";

export interface ShownTable {
  table: string;
  game: string;
  scenario: string;
  options: Options;
  turn: { turn: number; label?: Words | string };
  clock: ClockTerms | null;
  /** What everybody had left, as late as the rest is told, and whose time it was. */
  clocks: { left: Record<string, number>; running: string[] } | null;
  /** How many look on. */
  watching: number;
  rated: boolean;
  players: { player: string; name: string; bot: string | null; rating: string | null; member: boolean }[];
  /** Somebody plays there whom one follows; and it is on one's own list. */
  followed: boolean;
  listed: boolean;
  /** Seconds by which it is told late. */
  delay: number;
}
export interface Following {
  people: string[];
  tables: string[];
  shows: boolean;
}

const person = (name: string): string => `/account/following/people/${encodeURIComponent(name)}`;

export const shownTables = () => call<ShownTable[]>("/shown");
export const shownPosition = (table: string) => call<{ pieces: Piece[] }>(`/shown/${table}/position`);
export const following = () => call<Following>("/account/following");
export const follow = (name: string) => call<void>(person(name), { method: "PUT" });
export const unfollow = (name: string) => call<void>(person(name), { method: "DELETE" });
export const listTable = (table: string, yes: boolean) => call<void>(`/account/following/tables/${table}`, { method: yes ? "PUT" : "DELETE" });
export const letLook = (yes: boolean) => call<void>("/account/shows", send("PUT", { yes }));
export const consents = (table: string) => call<{ yours: Record<string, boolean>; everybody: boolean }>(`/tables/${table}/shown`);
export const consent = (table: string, player: string, yes: boolean) => call<void>(`/tables/${table}/shown/${player}`, send("PUT", { yes }));
