// The arithmetic of the review's pictures: the course of the game by its steps, and bars by turn.

import { signed } from "../hint/told";
import type { Decision, ReviewDocument, Value } from "./types";

export const WIDE = 820;
/** A narrower place is drawn as wide as it is: letters keep their size on a phone. */
const NARROW = 560;
const LEAST = 300;

/** How wide a picture is, in its own units, where there is so much room; 0 where nobody has measured yet. */
export const wideIn = (room: number): number => (room && room < NARROW ? Math.max(LEAST, room) : WIDE);

export const HIGH = 250;
export const LEFT = 44;
const TOP = 14;
const FOOT = 26;

export interface Course {
  /** The curve from left to right, and the same closed along the middle. */
  line: string;
  area: string;
  turns: { turn: number; x: number; middle: number }[];
  x: (step: number) => number;
  y: (chance: number) => number;
}

/** The course in a box: every turn is as wide as any other, however much was decided in it. */
export function courseOf(course: ReviewDocument["course"], room = WIDE): Course {
  const turns = [...new Set(course.map((one) => one.turn))];
  const wide = (room - LEFT) / Math.max(1, turns.length);
  const begins = turns.map((turn) => course.find((one) => one.turn === turn)?.step ?? 0);
  const last = course.at(-1)?.step ?? 0;
  const x = (step: number): number => {
    let n = begins.findIndex((_, i) => step < (begins[i + 1] ?? Infinity));
    if (n < 0) n = turns.length - 1;
    const [from, to] = [begins[n] ?? 0, begins[n + 1] ?? last];
    return LEFT + wide * (n + (to > from ? (step - from) / (to - from) : 0));
  };
  const y = (chance: number): number => TOP + (1 - chance) * (HIGH - TOP - FOOT);
  const points = course.map((one) => `${x(one.step).toFixed(1)} ${y(one.chance).toFixed(1)}`);
  const ends = [course[0], course.at(-1)].map((one) => x(one?.step ?? 0).toFixed(1));
  return {
    line: `M${points.join("L")}`,
    area: `M${ends[0]} ${y(0.5)}L${points.join("L")}L${ends[1]} ${y(0.5)}Z`,
    turns: turns.map((turn, n) => ({ turn, x: LEFT + wide * n, middle: LEFT + wide * (n + 0.5) })),
    x,
    y,
  };
}

/** The chance at a step: that of the last look before it. */
export const chanceAt = (course: ReviewDocument["course"], step: number): number => course.findLast((one) => one.step <= step)?.chance ?? 0.5;

/** What something was worth: in chances to win, or in points where it changed none. */
export const worth = ({ chance, lead }: Value): string => (Math.round(chance * 100) ? `${signed(Math.round(chance * 100), 0)} %` : signed(lead));

/** One's own decisions have numbers, the others' letters, the costliest first. */
export const markOf = (decisions: readonly Decision[], one: Decision, side: string): string => {
  const place = decisions.filter((other) => other.by === one.by).indexOf(one);
  return one.by === side ? String(place + 1) : String.fromCharCode(97 + place);
};

/** Room that a figure over a bar takes, and with what it is content beside one of another height. */
const FIGURE = 24;
const CLOSE = 18;

/** Which of a turn's bars have room for their figure: all, the largest of every turn, or that of the whole game. */
export function figured(turns: readonly (readonly number[])[], wide: number, bar: number): boolean[][] {
  const most = (leads: readonly number[]): number => Math.max(...leads.map(Math.abs));
  const largest = most(turns.flat());
  return turns.map((leads) => leads.map((lead) => bar + 2 >= CLOSE || Math.abs(lead) >= (wide >= FIGURE ? most(leads) : largest)));
}
