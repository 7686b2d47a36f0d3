// The arithmetic of the review's pictures: the course of the game by its steps, and bars by turn.

import { signed } from "../hint/told";
import type { Decision, ReviewDocument, Value } from "./types";

export const WIDE = 820;
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
export function courseOf(course: ReviewDocument["course"]): Course {
  const turns = [...new Set(course.map((one) => one.turn))];
  const wide = (WIDE - LEFT) / Math.max(1, turns.length);
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
