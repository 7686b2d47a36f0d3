// Lists of forces that a player has put together: kept in his browser by game, and bought again step by step.

import { targets, type Answer } from "../lib/answers";
import type { Ask, KindFace, Piece } from "../lib/types";

/** Blocks by type, each with its steps. */
export type Force = Record<string, number[]>;
export interface ForceList {
  name: string;
  force: Force;
}

const KEY = "grognard.forces.";
const MOST = 20;

const down = (a: number, b: number): number => b - a;

export function forceOf(hand: readonly Piece[]): Force {
  const found: Force = {};
  for (const piece of hand) if (piece.kind) (found[piece.kind] ??= []).push(piece.steps ?? 0);
  for (const steps of Object.values(found)) steps.sort(down);
  return found;
}

/** What a list costs, and how many blocks it has, of the types that are for sale here. */
export function sumOf(force: Force, prices: Record<string, number>): { points: number; blocks: number } {
  let points = 0;
  let blocks = 0;
  for (const [kind, steps] of Object.entries(force)) {
    if (prices[kind] === undefined) continue;
    blocks += steps.length;
    points += steps.reduce((sum, one) => sum + one, 0) * prices[kind];
  }
  return { points, blocks };
}

/** The next answer that brings the hand nearer to a list; null where it is reached, or nothing more can be paid for. */
export function nextFor(wanted: Force, hand: readonly Piece[], ask: Ask, kinds: Record<string, KindFace>): Answer | null {
  const { verbs = {}, prices = {} } = ask.focus;
  const all = targets(ask);
  const find = (verb: string | undefined, target: string): Answer | null => all.find((one) => one.verb === verb && one.target === target) ?? null;
  const fewer: (Answer | null)[] = [];
  const more: (Answer | null)[] = [];
  for (const kind of Object.keys(prices)) {
    const owned = hand.filter((piece) => piece.kind === kind).sort((a, b) => (b.steps ?? 0) - (a.steps ?? 0));
    const steps = [...(wanted[kind] ?? [])].sort(down);
    for (const [n, piece] of owned.entries()) {
      const aim = steps[n];
      const has = piece.steps ?? 0;
      if (aim === undefined) fewer.push(find(verbs.back, piece.id) ?? find(verbs.lower, piece.id));
      else if (has > aim) fewer.push(find(verbs.lower, piece.id));
      else if (has < aim) more.push(find(verbs.raise, piece.id));
    }
    for (const aim of steps.slice(owned.length)) more.push((aim === kinds[kind]?.full_steps ? find(verbs.full, kind) : null) ?? find(verbs.buy, kind));
  }
  return [...fewer, ...more].find((one) => one !== null) ?? null;
}

// ---- kept in the browser

export function listsOf(game: string): ForceList[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY + game) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one: ForceList) => typeof one?.name === "string" && typeof one.force === "object") : [];
  } catch {
    return [];
  }
}

/** Keep a list under a name, in place of another of that name. */
export function keepList(game: string, list: ForceList): ForceList[] {
  return store(game, [list, ...listsOf(game).filter((one) => one.name !== list.name)].slice(0, MOST));
}

export const dropList = (game: string, name: string): ForceList[] => store(game, listsOf(game).filter((one) => one.name !== name));

function store(game: string, lists: ForceList[]): ForceList[] {
  try {
    localStorage.setItem(KEY + game, JSON.stringify(lists));
  } catch {
    // a browser that keeps nothing: the list lasts as long as the page
  }
  return lists;
}
