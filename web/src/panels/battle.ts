// A battle read for its tray: lanes by turn, what each block did this round, and how a camp stands.

import type { Battle, Fighter, KindFace, Message } from "../lib/types";

export interface Lane {
  turn: string;
  /** nobody in it is still to act */
  done: boolean;
  now: boolean;
  camps: Record<string, Fighter[]>;
}

type Kinds = Record<string, KindFace>;

/** The turns in which anybody of the battle acts, in their order. */
export function lanesOf(battle: Battle, kinds: Kinds): Lane[] {
  const turnOf = (one: Fighter): string => kinds[one.kind]?.turn ?? "";
  const acting = battle.units.find((one) => one.id === battle.acting);
  const now = acting ? turnOf(acting) : null;
  return battle.turns.flatMap((turn) => {
    const here = battle.units.filter((one) => turnOf(one) === turn);
    if (!here.length) return [];
    const camps: Record<string, Fighter[]> = {};
    for (const one of here) (camps[one.camp] ??= []).push(one);
    return [{ turn, camps, now: turn === now, done: here.every((one) => !one.present || one.acted || one.grounded || one.forfeits) }];
  });
}

/** What a block did this round, told by the log. */
export interface Deed {
  what: "fires" | "passes" | "drops" | "lands";
  at?: string;
  firepower?: number;
  dice?: number[];
  hits?: number;
}

const DEEDS = ["fires", "passes", "drops", "lands"] as const;

/** The log since the round began, laid beside the blocks that have acted: those of one type and army in their order. */
export function deedsOf(battle: Battle, log: readonly Message[]): Map<string, Deed> {
  const from = log.findLastIndex((message) => message.key === "event.round");
  const found = new Map<string, Deed>();
  const acted = battle.units.filter((one) => one.acted || !one.present);
  for (const message of log.slice(from + 1)) {
    const what = DEEDS.find((one) => message.key === `event.${one}`);
    if (!what) continue;
    const who = acted.find((one) => !found.has(one.id) && one.army === message["army"] && one.kind === message["kind"]);
    if (!who) continue;
    found.set(who.id, {
      what,
      ...(typeof message["word"] === "string" ? { at: message["word"] } : {}),
      ...(typeof message["firepower"] === "number" ? { firepower: message["firepower"] } : {}),
      ...(Array.isArray(message["dice"]) ? { dice: message["dice"] as number[] } : {}),
      ...(typeof message["hits"] === "number" ? { hits: message["hits"] } : {}),
    });
  }
  return found;
}

export const stepsOf = (battle: Battle, camp: string): number => battle.units.reduce((sum, one) => sum + (one.camp === camp && one.present ? (one.steps ?? 0) : 0), 0);

/** The two camps as the tray shows them: the one that holds the hex above. */
export const campsOf = (battle: Battle): [string, string] => {
  const all = [...new Set([battle.holder, ...battle.units.map((one) => one.camp)])];
  return [battle.holder, all.find((camp) => camp !== battle.holder) ?? (battle.holder === "attack" ? "defence" : "attack")];
};

export interface Shot {
  dice: number;
  firepower: number;
  expected: number;
  chances: number[];
  friendly: boolean;
}

/** A preview of a shot, where that is what the server told. */
export function shotOf(told: Record<string, unknown> | null): Shot | null {
  if (!told || !Array.isArray(told["chances"])) return null;
  return {
    dice: Number(told["dice"]),
    firepower: Number(told["firepower"]),
    expected: Number(told["expected"]),
    chances: told["chances"] as number[],
    friendly: told["friendly_fire"] === true,
  };
}
