// What the page asks the house about accounts; only where the house has them.

import { call, send } from "../lib/api";
import { made, shown, type CreationOptions, type RequestOptions } from "./passkey";

export interface Passkey {
  id: string;
  name: string;
  house: string | null;
  created: number;
  used: number | null;
}
export interface Account {
  name: string;
  role: string;
  created: number;
  email: string | null;
  /** Why the name had to be given back; nothing where it is his. */
  name_lost: string | null;
  password: boolean;
  passkeys: Passkey[];
}
export interface Session {
  id: string;
  device: string;
  created: number;
  used: number;
  here: boolean;
}
export interface Held {
  id: string;
  game: string;
  title: string | null;
  players: string[];
  over: boolean;
}
/** A table where the member would sit opposite himself. */
export interface Opposite {
  id: string;
  game: string;
  title: string | null;
  yours: string[];
  visitors: string[];
}
/** What this browser has by its visitor's key. */
export interface Belongings {
  tables: number;
  lessons: number;
  shown: Held[];
  both: Opposite[];
}

const post = <T>(path: string, body: unknown = {}) => call<T>(`/account${path}`, send("POST", body));

export const account = () => call<Account>("/account");
export const sessions = () => call<Session[]>("/account/sessions");
export const belongings = () => call<Belongings>("/account/belongings");
export const free = (name: string) => post<{ name: string }>("/name", { name });
export const register = (name: string, password: string) => post<void>("/register", { name, password });
export const enter = (name: string, password: string) => post<void>("/enter", { name, password });
export const leave = (everywhere = false) => post<void>("/leave", { everywhere });
export const bring = (bring: string[], leave: string[]) => post<{ tables: number }>("/belongings", { bring, leave });
export const endSession = (id: string) => call<void>(`/account/sessions/${id}`, { method: "DELETE" });
export const removePasskey = (id: string) => call<void>(`/account/passkeys/${id}`, { method: "DELETE" });
export const setPassword = (old: string | null, password: string) => call<void>("/account/password", send("PUT", { old, new: password }));
export const end = (name: string, seats: "keep" | "give_up") => post<void>("/delete", { name, seats });

/** How often letters about one's games come. */
export const HOW = ["off", "soon", "daily"] as const;
export type How = (typeof HOW)[number];
export const news = () => call<{ how: How; letters: boolean }>("/account/news");
export const setNews = (how: How) => call<void>("/account/news", send("PUT", { how }));
export const stopNews = (token: string) => call<void>(`/account/news/stop/${token}`, send("POST", {}));

/** Days on which clocks that count days stand still; both ends included, as days of UTC. */
export interface Holiday {
  id: number;
  first: string;
  last: string;
  days: number;
  /** It goes on. */
  now: boolean;
}
export interface Holidays {
  today: string;
  /** Days that everybody has in a year, */
  allowance: number;
  /** and what is left of them by year. */
  left: Record<string, number>;
  holidays: Holiday[];
}
export const holidays = () => call<Holidays>("/account/holidays");
export const takeHoliday = (first: string, last: string) => post<void>("/holidays", { first, last });
export const endHoliday = (id: number) => call<void>(`/account/holidays/${id}`, { method: "DELETE" });

export const setEmail = (email: string | null) => call<{ sent: boolean }>("/account/email", send("PUT", { email }));
export const confirmEmail = (token: string) => post<{ email: string }>("/email/confirm", { token });
export const recover = (name: string) => post<{ sent: boolean }>("/recover", { name });
export const recovered = (token: string, password: string) => post<void>("/recover/done", { token, password });

export async function registerPasskey(name: string): Promise<void> {
  const credential = await made(await post<CreationOptions>("/register/passkey", { name }));
  await post("/register/passkey/done", { credential });
}
export async function enterPasskey(): Promise<void> {
  const credential = await shown(await post<RequestOptions>("/enter/passkey"));
  await post("/enter/passkey/done", { credential });
}
export async function addPasskey(name: string): Promise<void> {
  const credential = await made(await post<CreationOptions>("/passkeys"));
  await post("/passkeys/done", { credential, name });
}
