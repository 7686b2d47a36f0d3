// What the server tells of a lesson that is taken: school/session.py and table/classroom.py tell the fields.

import type { Target, Words } from "../../lib/types";

/** Something that the coach points at: exactly one of these. */
export interface Point {
  unit?: string;
  hex?: string;
  hexside?: string;
  panel?: string;
  verb?: string;
}

/** What the coach thinks of the last answer. */
export interface Verdict {
  kind: "good" | "on" | "detour" | "stray" | "refused";
  say: Words | null;
  rules: string[];
  over: boolean;
}

/** All that is needed to go on later. */
export interface LessonRecord {
  lesson: string;
  answers: ([string, Target] | null)[];
}

export interface LessonTold {
  game: string;
  lesson: { id: string; order: number; title: Words; idea: Words; aim: Words; minutes: number };
  seat: string;
  step: number;
  steps: number;
  say: Words | null;
  rules: string[];
  point: Point[];
  /** The step waits for no answer. */
  read: boolean;
  /** What the goal lacks; odds with the columns of the table from what is to what is wanted. */
  meter: { met: boolean; text: Words; ladder: { column: string; enough: boolean; now: boolean }[] }[];
  /** Whether Enter may give the primary answer. */
  enter: boolean;
  hint: Words | null;
  hint_due: boolean;
  /** An answer that is held back. */
  pending: [string, Target] | null;
  /** The lesson's solution no longer leads on from here. */
  stray: boolean;
  over: boolean;
  learned: { text: Words; rules: string[] }[];
  verdict: Verdict | null;
  record: LessonRecord;
  /** The next step has a position of its own: what lies on the table is only still looked at. */
  passing: boolean;
}

/** What a learner may do beside answering. */
export type Deed = "anyway" | "take_back" | "back" | "read_on" | "show" | "restart" | "checkpoint" | "go_on";

/** A lesson on the list of its game. */
export interface Listed {
  id: string;
  order: number;
  minutes: number;
  steps: number;
  title: Words;
  idea: Words;
  aim: Words;
}
