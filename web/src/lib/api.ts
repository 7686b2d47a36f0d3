// The small JSON API beside the WebSocket.

import { mapAt, takeAnswer, type LaidOut } from "./ahead";
import { wardrobe } from "./livery.svelte";
import type { Inquiry, Offered } from "../outcomes/types";
import type { Answered } from "../school/review/types";
import type { Told } from "../theatre/film";
import type { Carried, ClockTerms, GameInfo, Grants, Invited, Language, Level, MapDocument, Message, OpenSeat, Options, Piece, ReplayInfo, Report, StepsIn, TableInfo, View, Words } from "./types";

/** Why something was not done; where the page has words of its own for it, `code` names them. */
export class Refusal extends Error {
  constructor(
    why: string,
    readonly code = "",
    /** Seconds after which it may be tried again. */
    readonly wait: number | null = null,
    /** The same in both languages, where the house says it itself. */
    readonly said: Words | null = null,
    /** What the page needs for its own words. */
    readonly facts: unknown = null,
  ) {
    super(why);
  }
}

async function asked(path: string, init?: RequestInit): Promise<Response> {
  const response = await ((init ? undefined : takeAnswer(path)) ?? fetch(`/api${path}`, { credentials: "same-origin", ...init }));
  if (!response.ok) {
    const body: unknown = await response.json().catch(() => null);
    const told: { detail?: unknown; code?: unknown; wait?: unknown; said?: Words; facts?: unknown } = body && typeof body === "object" ? body : {};
    const { detail, code, wait } = told;
    throw new Refusal(typeof detail === "string" ? detail : `${response.status} ${response.statusText}`, typeof code === "string" ? code : "", typeof wait === "number" ? wait : null, told.said ?? null, told.facts ?? null);
  }
  return response;
}

export async function call<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await asked(path, init);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

export const send = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

export async function games(): Promise<GameInfo[]> {
  const found = await call<GameInfo[]>("/games");
  wardrobe.know(found);
  return found;
}
export const mapOf = (laid: LaidOut) => call<MapDocument>(mapAt(laid));
export const wordsOf = (game: string) => call<Record<Language, Record<string, string>>>(`/games/${game}/words`);
/** A page of your tables, and how many there are in all. */
export async function tables(limit: number, offset = 0): Promise<{ tables: TableInfo[]; total: number }> {
  const response = await asked(`/tables?limit=${limit}&offset=${offset}`);
  const tables = (await response.json()) as TableInfo[];
  return { tables, total: Number(response.headers.get("x-total-count") ?? tables.length) };
}
export const table = (id: string) => call<TableInfo>(`/tables/${id}`);
export const openTable = (wanted: { game: string; scenario: string; options: Options; seats: Record<string, string>; clock?: ClockTerms | null; name?: string; rated?: boolean; level?: Level | null; followed?: boolean; by_lot?: boolean; steps_in?: StepsIn | null }) =>
  call<TableInfo>("/tables", send("POST", wanted));
export const invite = (id: string, player: string) => call<{ token: string }>(`/tables/${id}/invites/${player}`, send("POST", {}));
export const revoke = (id: string, player: string) => call<void>(`/tables/${id}/invites/${player}`, { method: "DELETE" });
export const join = (token: string, name: string) => call<TableInfo & { player: string }>("/join", send("POST", { token, name }));
export const lookAtInvite = (token: string) => call<Invited>("/join/look", send("POST", { token }));
export const offers = () => call<OpenSeat[]>("/offers");
export const offerSeat = (id: string, player: string) => call<void>(`/offers/${id}/${player}`, { method: "PUT" });
export const withdrawSeat = (id: string, player: string) => call<void>(`/offers/${id}/${player}`, { method: "DELETE" });
export const acceptSeat = (id: string, player: string, name: string) => call<TableInfo & { player: string }>(`/offers/${id}/${player}/accept`, send("POST", { name }));
/** Give a seat back that one has just accepted. */
export const undoAccept = (id: string, player: string) => call<void>(`/offers/${id}/${player}/undo`, { method: "POST" });
/** Ask to take a seat over from the bot that stepped in; and the host's answer. */
export const askSeat = (id: string, player: string, name: string) => call<void>(`/offers/${id}/${player}/ask`, send("POST", { name }));
export const answerSeat = (id: string, player: string, yes: boolean) => call<void>(`/offers/${id}/${player}/answer`, send("POST", { yes }));
export const callTable = (id: string, title: string) => call<void>(`/tables/${id}/title`, send("PUT", { title }));
export const clearAway = (id: string) => call<void>(`/tables/${id}`, { method: "DELETE" });
export const fileOf = (id: string) => call<unknown>(`/tables/${id}/file`);
export const importFile = (file: unknown, seats: Record<string, string>) => call<TableInfo>("/files", send("POST", { file, seats }));

const as = (seat: string | null): string => (seat ? `?seat=${encodeURIComponent(seat)}` : "");
/** How somebody looks back who does not sit there: by the spectators' link, or at what is shown to everybody, a while later. */
export type Outside = { watch: string } | { shown: true } | null;
function past(id: string, what: string, seat: string | null, outside: Outside): string {
  if (outside && "shown" in outside) return `/shown/${id}/${what}`;
  return `/tables/${id}/${what}${outside ? `?${new URLSearchParams(outside)}` : as(seat)}`;
}
export const replayLength = (id: string, seat: string | null, outside: Outside = null) => call<ReplayInfo>(past(id, "replay", seat, outside));
export const replayView = (id: string, n: number, seat: string | null, outside: Outside = null) => call<View>(past(id, `replay/${n}`, seat, outside));
/** A film that does not come in time is not waited for: the present is shown. */
const FILM_MS = 6000;
/** What a seat, or who looks on by a link, saw happen since its log had so many lines. */
export const film = (id: string, after: number, seat: string | null, watch: string | null) =>
  call<Told>(`/tables/${id}/film?${new URLSearchParams({ after: String(after), ...(seat ? { seat } : watch ? { watch } : {}) })}`, { signal: AbortSignal.timeout(FILM_MS) });
/** Lines of the log as a seat, or who looks on by a link, counts them. */
export const logOf = (id: string, seat: string | null, watch: string | null, from: number, to: number) =>
  call<{ from: number; length: number; log: Message[] }>(`/tables/${id}/log?${new URLSearchParams({ ...(seat ? { seat } : watch ? { watch } : {}), from: String(from), to: String(to) })}`);
export const reportOf = (id: string, seat: string | null = null, outside: Outside = null) => call<Report>(past(id, "report", seat, outside));
/** What decisions and dice made of a game that is over; it is thought of for a while. */
export const reviewOf = (id: string, seat: string | null, side: string | null) =>
  call<Answered>(`/tables/${id}/review?${new URLSearchParams({ ...(seat ? { seat } : {}), ...(side ? { side } : {}) })}`);
/** What comes of a step of a replay, played on again and again from what a seat knew, or from the truth ("all"). */
type Asker = Record<string, string>;
const moment = (step: number, whose: string, who: Asker) => new URLSearchParams({ step: String(step), whose, ...who });
/** Whether that can be asked at all, and whether only a bot is missing. */
export const outcomesOffered = (id: string, who: Asker) => call<Offered>(`/tables/${id}/outcomes/offered?${new URLSearchParams(who)}`);
export const outcomesOf = (id: string, step: number, whose: string, who: Asker) => call<Inquiry>(`/tables/${id}/outcomes?${moment(step, whose, who)}`);
export const askOutcomes = (id: string, step: number, whose: string, who: Asker) => call<Inquiry>(`/tables/${id}/outcomes?${new URLSearchParams(who)}`, send("POST", { step, whose }));
export const stopOutcomes = (id: string, step: number, whose: string, who: Asker) => call<void>(`/tables/${id}/outcomes?${moment(step, whose, who)}`, { method: "DELETE" });
export const openOutcome = (id: string, step: number, whose: string, number: number, who: Asker) => call<TableInfo>(`/tables/${id}/outcomes/open?${new URLSearchParams(who)}`, send("POST", { step, whose, number }));
/** A table that goes on from a step of another's replay, against bots. */
export const playOnFrom = (id: string, step: number, seat: string | null) => call<{ id: string; seat: string }>(`/tables/${id}/play_on`, send("POST", { step, seat }));
/** The set-up of a scenario, or of the first one. */
export const setupOf = (game: string, scenario?: string) => call<{ pieces: Piece[] }>(`/games/${game}/setup${scenario ? `?${new URLSearchParams({ scenario })}` : ""}`);
export const positionOf = (id: string, seat: string | null) => call<{ pieces: Piece[] }>(`/tables/${id}/position${as(seat)}`);
export const mix = (id: string, nonce: string, player?: string) => call<{ mixed: boolean }>(`/tables/${id}/nonce`, send("POST", { nonce, player }));
export const promise = (id: string, player: string, hash: string) => call<void>(`/tables/${id}/promise`, send("POST", { player, hash }));
export const watchLink = (id: string) => call<{ token: string }>(`/tables/${id}/watch`, send("POST", {}));
export const rematch = (id: string) => call<TableInfo>(`/tables/${id}/rematch`, send("POST", {}));
export const rename = (id: string, player: string, name: string) => call<void>(`/tables/${id}/names/${player}`, send("PUT", { name }));

/** A document of the school. */
export const read = <T>(path: string) => call<T>(path);
/** A table that goes on from a step of an example of the rulebook. */
export const openFrom = (wanted: { game: string; example: string; step: number; seats: Record<string, string> }) => call<TableInfo>("/tables/from", send("POST", wanted));

/** Whether the house is open to others, whether it knows this browser, has accounts, who is signed in, and how long a Grognard thinks. */
export const me = () => call<{ public: boolean; known: boolean; accounts: boolean; mail: boolean; name: string | null; role: string; grognard?: Grants }>("/me");
export const deviceLink = () => call<{ token: string }>("/me/link", send("POST", {}));
/** Whose seats a link from another device carries, without using it up. */
export const lookAtLink = (token: string) => call<Carried>("/resume/look", send("POST", { token }));
export const resume = (token: string) => call<{ public: boolean }>("/resume", send("POST", { token }));
