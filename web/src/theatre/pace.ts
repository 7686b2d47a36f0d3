// How long each beat takes. At a brisk pace no enemy turn takes longer than about ten seconds: moves are shortened first, then
// fights without loss, then fights fall together, then everything runs faster.

import type { Settings } from "../lib/settings.svelte";
import type { Beat, Script } from "./script";
import { facesOf } from "./stage";
import { together } from "./together";

/** What is planned at most: drawing takes its own time beside it, on a slow machine a second or two. */
export const LONGEST = 7_500;
export const HEX = 90;
export const UNIT = 450;
export const STAGGER = 40;
export const DIE = 600;
const ARROWS = 120;
const RESULT = 380;
const LOSS = 260;
const MARK = 180;
const HELD = 420;
const DRAW = 900;
const MOVES = 1600;
const SHORT_MOVES = 900;
const SHORT_FIGHT = 500;

export const FACTOR: Record<Settings["pace"], number> = { off: 0, brisk: 1, normal: 1.8, slow: 3 };

/** How long somebody is on his way. */
export const walking = (hexes: number): number => Math.min(UNIT, HEX * Math.max(1, hexes - 1));

const moving = (beat: Beat, most: number): number => Math.min(most, Math.max(0, ...beat.walks.map((walk, n) => walking(walk.way.length) + n * STAGGER)));
const after = (beat: Beat): number => (beat.walks.length ? moving(beat, SHORT_MOVES) : 0) + (beat.losses.length ? LOSS : 0) + (beat.taken.length ? MARK : 0);
const bloodless = (beat: Beat): boolean => (beat.kind === "fight" || beat.kind === "roll") && !beat.losses.length && !beat.taken.length;

/** A battle that is only announced has no die of its own. */
const isRolled = (beat: Beat): boolean => [...beat.before, ...beat.messages].some((message) => facesOf(message).length > 0);

function plain(beat: Beat, moves: number): number {
  switch (beat.kind) {
    case "draw":
      return DRAW;
    case "moves":
      return moving(beat, moves) + (beat.losses.length ? LOSS : 0) + (beat.taken.length ? MARK : 0);
    case "fight":
      return ARROWS + (isRolled(beat) ? DIE : 0) + RESULT + after(beat);
    case "roll":
      return DIE + RESULT + after(beat);
    case "told":
      return (beat.held ? HELD : 0) + (beat.losses.length ? LOSS : 0) + (beat.taken.length ? MARK : 0);
  }
}

/** A fight without loss may be told in less; whoever retreats or advances from it still takes his time. */
const shortened = (beat: Beat): number => SHORT_FIGHT + after(beat);

/** The parts of a beat with a die or a chit, in milliseconds: what leads to it, its fall, the result, and those who go because of it. */
export interface Moments {
  arrows: number;
  die: number;
  result: number;
  rest: number;
}

/** A beat's time shared out. However short it is, everybody who goes has arrived when it ends. */
export function momentsOf(beat: Beat, time: number): Moments {
  const going = after(beat);
  const rest = going * Math.min(1, time / (SHORT_FIGHT + going));
  const arrows = beat.kind === "fight" ? ARROWS : 0;
  const result = beat.kind === "draw" ? DRAW - DIE : RESULT;
  const share = Math.min(1, (time - rest) / (arrows + DIE + result));
  const parts = { arrows: arrows * share, die: DIE * share, result: beat.kind === "draw" ? 0 : result * share }; // a chit is obeyed at once
  return { ...parts, rest: time - parts.arrows - parts.die - parts.result };
}

/** After so long all of it has been shown, on a machine that draws slowly too. */
const MOST = 9_000;
/** However late it is, a beat keeps so much of its time. */
const LEAST_SHARE = 0.35;

/** The share of their time that the beats still to come are given: less only where drawing has taken so long that the film would not
    end in time. A short one never comes near that. */
export const hurried = (spent: number, left: number): number => Math.max(LEAST_SHARE, Math.min(1, (MOST - spent) / Math.max(1, left)));

export const all = (times: readonly number[]): number => times.reduce((sum, one) => sum + one, 0);

/** What is played and how many milliseconds each beat of it takes at a brisk pace. */
export function paced(script: Script): { script: Script; times: number[] } {
  const { acts, beats } = script;
  let times = beats.map((beat) => plain(beat, MOVES));
  if (all(times) <= LONGEST) return { script, times };
  times = beats.map((beat) => plain(beat, SHORT_MOVES));
  if (all(times) <= LONGEST) return { script, times };
  times = times.map((time, n) => (bloodless(beats[n] as Beat) ? Math.min(time, shortened(beats[n] as Beat)) : time));
  if (all(times) <= LONGEST) return { script, times };
  const fallen = together(beats);
  times = fallen.map((beat) => (bloodless(beat) && !beat.parts.length ? shortened(beat) : plain(beat, SHORT_MOVES)));
  const sum = all(times);
  return { script: { acts, beats: fallen }, times: sum <= LONGEST ? times : times.map((time) => (time * LONGEST) / sum) };
}
