// Asking twice: an answer that gives something up for good opens a doubt at its first press and is given at the second. The
// doubt is deaf for a moment, so that a double click is one press, and stays until it is put away, acted on, or another question comes.

import { settings } from "../lib/settings.svelte";
import type { Ask, Cost, Target } from "../lib/types";
import type { Hint } from "../school/hint/types";

export const DEAF_MS = 400;

export interface Doubt {
  verb: string;
  target: Target;
  /** What it gives up; null where only the coach would answer otherwise. */
  cost: Cost | null;
  /** What the coach would do. */
  better: Hint | null;
  /** The question it belongs to. */
  ask: Ask;
  since: number;
}

/** What an answer would give up, as the question says. */
export const costOf = (ask: Ask | null, verb: string, target: Target): Cost | null => ask?.costs?.[verb]?.find((one) => one.target === target) ?? null;

export class Doubts {
  open = $state.raw<Doubt | null>(null);

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether an answer is held back: it opens a doubt, or comes too soon after it was opened. */
  stops(ask: Ask | null, verb: string, target: Target, better: Hint | null = null): boolean {
    const { open } = this;
    const again = open !== null && open.verb === verb && open.target === target && open.ask === ask;
    if (again && this.now() - open.since < DEAF_MS) return true;
    this.fold();
    const cost = again || !settings.now.confirm ? null : costOf(ask, verb, target);
    const other = again ? null : better;
    if ((!cost && !other) || !ask) return false;
    this.open = { verb, target, cost, better: other, ask, since: this.now() };
    return true;
  }

  fold(): void {
    this.open = null;
  }

  /** Another question has come: what was doubted in the last one is past. */
  asked(ask: Ask | null): void {
    if (this.open && this.open.ask !== ask) this.fold();
  }
}
