// The review of a game as the server tells it (school/review.py).

import type { Words } from "../../lib/types";
import type { Hint } from "../hint/types";

export interface Value {
  chance: number;
  lead: number;
}

/** What is drawn of a decision: from hex to hex, the hex that it is about, the column that was fought in. */
export interface Drawn {
  ways: [string, string][];
  target: string | null;
  column: string | null;
}

export interface Decision {
  by: string;
  turn: number;
  /** What it cost is what its side's whole turn cost; else a part of the turn. */
  whole: boolean;
  /** Where it was made, as the replay counts. */
  step: number;
  cost: Value;
  error: Value;
  did: Words;
  /** How it went, where the head alone does not say. */
  story: Words | null;
  /** Something better was left undone, and nothing was done instead. */
  left: boolean;
  /** What was done; nothing where something was left undone. */
  drawn: Drawn | null;
  better: Hint;
}

/** A turn, or a part of one, that was played well, and the decision that gained most in it. */
export interface Well {
  by: string;
  turn: number;
  whole: boolean;
  step: number;
  gain: Value;
  did: Words | null;
  story: Words | null;
}

export interface ReviewDocument {
  state: "done";
  side: string;
  sides: string[];
  margin: Value;
  /** What could be expected at the start; with the three others it makes the margin. */
  start: Value;
  own: Value;
  theirs: Value;
  /** The dice, and what nobody could foresee. */
  dice: Value;
  /** What of that no roll explains. */
  unforeseen: Value;
  rolls: number;
  course: ({ turn: number; by: string | null; step: number } & Value)[];
  turns: { turn: number; own: Value; theirs: Value; dice: Value }[];
  decisions: Decision[];
  well: Well[];
  /** Where most of the margin came from, sentence by sentence. */
  closing: Words[];
  /** The lesson that fits the costliest decisions of one's own, and how many of them it is about. */
  lesson: { id: string; order: number; title: Words; fits: number; of: number } | null;
}

/** Why there is no review: it took too long, its file cannot be played again, or something broke. */
export interface Unable {
  state: "unable";
  why: "late" | "replay" | "broken";
  /** What was wrong with the file. */
  about: string;
  most: number;
}

export type Answered = ReviewDocument | Unable | { state: "thinking"; /** So long already, and at most. */ seconds: number; most: number };
