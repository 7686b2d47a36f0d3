// A briefing as the server tells it: school/brief.py makes it.

import type { Words } from "../../lib/types";

/** A sentence with the clause it rests on. */
export interface Ruled {
  text: Words;
  rule: string;
}

/** Something to do or to avoid, and the hexes and units it names. */
export interface Point extends Ruled {
  title: Words;
  hexes: string[];
  units: string[];
}

/** From defeat to victory; `downwards` where less is better. */
export interface Ruler {
  least: number;
  most: number;
  downwards: boolean;
  start: number | null;
  now: number | null;
  /** The present score in words where it is a lead: "Axis 25 : 0". */
  standing?: Words | null;
  marks: { at: number; text: string | Words }[];
  /** From which score on it is one's own victory, the enemy's, or nobody's. */
  winners?: { at: number; own: boolean | null }[];
}

/** What moves the score; of the other side where one is named. */
export interface Move extends Ruled {
  value: Words;
  side?: string;
}

export interface Step extends Ruled {
  title: Words;
  side?: string;
  here: boolean;
}

export interface Objective {
  hexes: string[];
  name: Words;
  points?: number;
}

/** Where two sides meet: the hexes of either along it, in order. */
export interface Front {
  own: string[];
  enemy: string[];
  closed: boolean;
}

export interface Briefing {
  game: string;
  scenario: string;
  side: string;
  title: Words;
  subtitle?: Words;
  turns: number;
  turn_now: number | null;
  who: Words;
  win: Ruled & { ruler: Ruler | null; moves: Move[] };
  turn: Step[];
  first: Point[];
  traps: Point[];
  special: Ruled[];
  objectives: Objective[];
  axes: { text: Words; hexes: string[] }[];
  fronts: Front[];
  lines: Record<string, string[]>;
  closed: (Ruled & { hexes: string[] })[];
  /** Commands whose headquarters are to be seen, each where that is. */
  armies: { hex: string; side: string; name: Words }[];
  /** At a table: this seat has made a decision already. */
  decided?: boolean;
}
