// The ruler of a briefing: how a score lies between defeat on the left and victory on the right.

import type { Ruler } from "./types";

/** Where a score lies, from 0 to 1. */
export function placeOf(ruler: Ruler, score: number): number {
  const share = (score - ruler.least) / (ruler.most - ruler.least || 1);
  return Math.min(1, Math.max(0, ruler.downwards ? 1 - share : share));
}

export interface Tick {
  at: number;
  place: number;
  text: Ruler["marks"][number]["text"];
  /** Its words stand there: there is room for three, those at the ends and the one nearest to the middle. */
  worded: boolean;
}

export function ticksOf(ruler: Ruler): Tick[] {
  const ticks = ruler.marks.map(({ at, text }) => ({ at, text, place: placeOf(ruler, at), worded: false })).sort((a, b) => a.place - b.place);
  const middle = ticks.slice(1, -1).reduce<Tick | null>((best, one) => (!best || Math.abs(one.place - 0.5) < Math.abs(best.place - 0.5) ? one : best), null);
  for (const one of [ticks[0], ticks.at(-1), middle]) if (one) one.worded = true;
  return ticks;
}

/** The most of a bar's width that words under it take. */
const WIDEST = 0.34;

export type Anchor = "from" | "at" | "to";

/** Words near an end of the bar begin or end there. */
export const anchorOf = (place: number): Anchor => (place < 0.16 ? "from" : place > 0.84 ? "to" : "at");

/** How wide the words under a bar may be, as shares of it, so that none run into others: those in the middle up to half the way to either side, the others up to those. */
export function roomsOf(places: readonly number[]): number[] {
  const halves = places.map((place, n) => Math.min(WIDEST, ...[places[n - 1], places[n + 1]].map((next) => (next === undefined ? Infinity : Math.abs(next - place)))) / 2);
  return places.map((place, n) => {
    const anchor = anchorOf(place);
    if (anchor === "at") return 2 * (halves[n] as number);
    const beside = anchor === "from" ? n + 1 : n - 1;
    const next = places[beside];
    if (next === undefined) return WIDEST;
    const edge = anchorOf(next) === "at" ? Math.abs((anchor === "from" ? 0 : 1) - next) - (halves[beside] as number) : 0.5;
    return Math.min(WIDEST, edge);
  });
}

/** A part of the bar, and whose victory it is; null is nobody's. */
export interface Part {
  from: number;
  to: number;
  own: boolean | null;
}

/** Who wins at each score: scores are whole, so a part begins half a point before its first. Where it is not told, the middle mark divides. */
export function partsOf(ruler: Ruler): Part[] {
  const winners = ruler.winners ?? [];
  if (!winners.length) {
    const turn = turningPoint(ruler);
    return [{ from: 0, to: turn, own: false }, { from: turn, to: 1, own: true }];
  }
  const parts: Part[] = [];
  winners.forEach(({ at, own }, n) => {
    const next = winners[n + 1];
    const ends = [n ? placeOf(ruler, at - 0.5) : placeOf(ruler, ruler.least), next ? placeOf(ruler, next.at - 0.5) : placeOf(ruler, ruler.most)];
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    const last = parts.at(-1);
    if (last && last.own === own) Object.assign(last, { from: Math.min(last.from, from), to: Math.max(last.to, to) });
    else parts.push({ from, to, own });
  });
  return parts.sort((a, b) => a.from - b.from);
}

/** Where the enemy's part ends and one's own begins. */
export const turningPoint = (ruler: Ruler): number => ticksOf(ruler).slice(1, -1).find((one) => one.worded)?.place ?? (ruler.start === null ? 0.5 : placeOf(ruler, ruler.start));

/** +5, −25, 0: a lead; points as they are where they cannot be less than nothing. */
export const scored = (ruler: Ruler, score: number): string => (ruler.least >= 0 ? String(score) : score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");
