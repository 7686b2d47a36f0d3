// Order in the house: what members report, and what moderators and keepers see and do.

import { t, type Key } from "../../i18n/index.svelte";
import { call, Refusal, send } from "../../lib/api";
import { dated } from "../../lib/dated";

export type Kind = "chat" | "name" | "play" | "study" | "seats";
export type Deed = "none" | "warn" | "remove" | "mute" | "ban" | "name";

/** Whom or what a member reports: somebody by his name, or somebody at a table, or a line he said there; or a study. */
export type Wanted = { name: string } | { table: string; player: string; at?: number } | { study: string };

export interface Report {
  id: number;
  kind: Kind;
  about: { name: string; member: boolean; role: string; now: string };
  /** None where it is the house's own notice. */
  by: { name: string } | null;
  table: { id: string; game: string | null; scenario: string | null; running: boolean } | null;
  /** Whether a line was reported. */
  line: boolean;
  study: { id: string; title: string; removed: boolean } | null;
  words: string;
  at: number;
  closed: number | null;
  decision: Deed | null;
  reason: string | null;
  decider: string | null;
  /** Whether it names the reader, who does not decide it. */
  own: boolean;
}
export interface Detail extends Report {
  standing: { since: string | null; muted: { until: number | null; why: string } | null; banned: { until: number | null; why: string } | null };
  earlier: { id: number; kind: Kind; at: number; decision: Deed | null; reason: string | null }[];
  reporter: { reports: number; upheld: number };
  marks: { player: string; name: string; mark: string }[];
}
export interface Said {
  player: string;
  name: string;
  text: string;
  at: number;
  marked: boolean;
  /** A moderator took it away; what it said is told here alone. */
  removed: boolean;
}
/** What somebody said against a mute or a ban, and what he was answered. */
export interface Appealed {
  words: string;
  at: number;
  answered: number | null;
  granted: boolean | null;
  answer: string | null;
}
export interface AppealRow extends Appealed {
  id: number;
  kind: "mute" | "ban";
  name: string;
  standing: Detail["standing"];
  own: boolean;
}
export interface Standing {
  mute: { until: number | null; why: string; appeal: Appealed | null } | null;
}
/** Why a name is kept out, until when, and by what ticket something can be said against it. */
export interface KeptOut {
  why: string;
  until: number | null;
  appeal: Appealed | null;
  ticket: string | null;
}
export interface People {
  muted: { id: number; name: string; until: number | null; why: string; by: string }[];
  banned: { name: string; until: number | null; why: string }[];
}
export interface Line {
  id: number;
  at: number;
  by: string;
  role: string;
  deed: string;
  about: string | null;
  facts: Record<string, string | number | boolean | null>;
}
export interface NameRule {
  word: string;
  whole: boolean;
  why: string;
  by: string;
}
export interface Note {
  id: number;
  code: string;
  facts: Record<string, string | number | null>;
  at: number;
}

const house = (path: string) => `/house${path}`;

export const sendReport = (kind: Kind, wanted: Wanted, words: string) => call<{ id: number }>("/reports", send("POST", { kind, ...wanted, words }));
export const reports = (closed: boolean, kind: string, skip = 0) => call<Report[]>(house(`/reports?${new URLSearchParams({ closed: String(closed), kind, skip: String(skip) })}`));
export const reportNumbered = (id: number) => call<Detail>(house(`/reports/${id}`));
export const chatOf = (id: number) => call<Said[]>(house(`/reports/${id}/chat`));
export const decide = (id: number, deed: Deed, days: number | null, reason: string, remove = false) => call<void>(house(`/reports/${id}/decide`), send("POST", { deed, days, reason, remove }));
export const standing = () => call<Standing>("/account/appeal");
export const appeal = (words: string, ticket: string | null) => call<void>("/account/appeal", send("POST", { words, ticket }));
export const appeals = () => call<AppealRow[]>(house("/appeals"));
export const answerAppeal = (id: number, granted: boolean, reason: string) => call<void>(house(`/appeals/${id}/answer`), send("POST", { granted, reason }));
export const people = () => call<People>(house("/people"));
export const unban = (name: string, reason: string) => call<void>(house("/people"), send("POST", { name, deed: "unban", reason }));
export const unmute = (id: number, reason: string) => call<void>(house(`/mutes/${id}/lift`), send("POST", { reason }));
export const log = (before?: number) => call<Line[]>(house(`/log${before ? `?before=${before}` : ""}`));
export const nameRules = () => call<NameRule[]>(house("/names"));
export const addNameRule = (word: string, whole: boolean, reason: string) => call<void>(house("/names"), send("POST", { word, whole, reason }));
export const removeNameRule = (word: string, reason: string) => call<void>(house("/names/remove"), send("POST", { word, reason }));
export const notes = () => call<Note[]>("/account/notes");
export const readNote = (id: number) => call<void>(`/account/notes/${id}`, { method: "DELETE" });
export const chooseName = (name: string) => call<{ name: string }>("/account/name", send("PUT", { name }));

/** Until when something lasts. */
export const until = (at: number | null | undefined): string => (at ? t("order.until", { when: dated(at) }) : t("order.untilLifted"));

/** What the house says to who has proved his name and is kept out. */
export const keptOut = (error: unknown): KeptOut | null => (error instanceof Refusal && error.code === "banned" && error.facts ? (error.facts as KeptOut) : null);

/** A line of the log in words. */
export function worded(line: Line): string {
  const facts = line.facts;
  const days = typeof facts["days"] === "number" ? t("order.days", { count: facts["days"] }) : t("order.untilLifted");
  const filled = {
    by: line.by || t("order.house"),
    about: line.about ?? "",
    report: Number(facts["report"] ?? 0),
    days,
    word: String(facts["word"] ?? ""),
    role: facts["role"] ? t(`account.role.${facts["role"]}` as Key) : "–",
    decision: facts["decision"] ? t(`order.decided.${facts["decision"]}` as Key) : "",
    answer: t(facts["granted"] ? "appeal.granted" : "appeal.refused"),
  };
  const deed = line.deed === "read" && facts["council"] ? "readCouncil" : line.deed;
  return t(`order.log.${deed}` as Key, filled);
}
