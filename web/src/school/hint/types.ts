// What the server tells those who ask for a hint, or for what may be expected (school/hint.py, school/evaluation.py).

import type { Target, Words } from "../../lib/types";

export interface Hint {
  /** What to answer, and what belongs to it: a unit, then where it goes. */
  answers: { verb: string; target: Target }[];
  head: Words;
  /** Who takes part. */
  units: string[];
  /** Of a fight: who attacks from where, in words. */
  who: Words | null;
  /** What is drawn: from hex to hex. */
  ways: [string, string][];
  /** The hex that it is about. */
  target: string | null;
  /** How often a fight clears it. */
  chance: number | null;
  /** The column of the table that it would be fought in. */
  column: string | null;
  /** What it is worth beside leaving it, as the doctrine weighs. */
  gain: number;
  /** The plan that it belongs to. */
  plan: Words | null;
  for: Words[];
  against: Words[];
  /** The plan and the reasons in whole sentences: what speaks for it, and what against it. */
  says: { for: Words | null; against: Words | null };
  /** The reasons once more, as they stand in a list, with how much each counts. */
  weighed: { words: Words; part: number }[];
  /** Where the enemies stand that a reason against it names. */
  threats: string[];
  /** How many answers came into question; the best of them are told. */
  of?: number;
}

/** Answers that a coach warns of, and what would be better. */
export interface Warning {
  better: Hint;
  blunders: { verb: string; target: Target }[];
}

export interface Expected {
  side: string;
  /** To win. */
  chance: number;
  /** In points, over the best other side. */
  lead: number;
  /** By how much such a lead was wrong on average, and how often the better chance won, at this stage of a game. */
  miss: number | null;
  right: number | null;
}
