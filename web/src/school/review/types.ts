// The review of a game as the server tells it (school/review.py).

import type { Words } from "../../lib/types";
import type { Hint } from "../hint/types";

export interface Value {
  chance: number;
  lead: number;
}

export interface Decision {
  by: string;
  turn: number;
  /** Where it was made, as the replay counts. */
  step: number;
  cost: Value;
  error: Value;
  did: Words;
  better: Hint;
}

export interface ReviewDocument {
  state: "done";
  side: string;
  sides: string[];
  margin: Value;
  /** What could be expected; with the three others it makes the margin. */
  start: Value;
  own: Value;
  theirs: Value;
  dice: Value;
  rolls: number;
  course: ({ turn: number; by: string | null; step: number } & Value)[];
  turns: { turn: number; own: Value; theirs: Value; dice: Value }[];
  decisions: Decision[];
  well: { by: string; turn: number; step: number; gain: Value }[];
}

export type Answered = ReviewDocument | { state: "thinking"; /** So long already, and at most. */ seconds: number; most: number };
