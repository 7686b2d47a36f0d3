// What a study says and shows of its positions: one note to a step, with a text, rings and arrows.

export const COLOURS = ["green", "red", "blue", "gold"] as const;
export type Colour = (typeof COLOURS)[number];

/** A ring round one hex, or an arrow from the first to the second. */
export interface Sketch {
  hexes: string[];
  colour: Colour;
}

export interface Note {
  step: number;
  text: string;
  drawn: Sketch[];
}

export const MOST_DRAWN = 60;

export const noteAt = (notes: readonly Note[], step: number): Note | null => notes.find((note) => note.step === step) ?? null;

const isEmpty = (note: Note): boolean => !note.text.trim() && !note.drawn.length;

/** The notes with one of them written anew; one that says and shows nothing is none. */
export function withNote(notes: readonly Note[], note: Note): Note[] {
  const others = notes.filter((one) => one.step !== note.step);
  return (isEmpty(note) ? others : [...others, note]).sort((a, b) => a.step - b.step);
}

const same = (a: Sketch, b: Sketch): boolean => a.colour === b.colour && a.hexes.join() === b.hexes.join();

/** What is drawn with one thing more; drawn a second time in the same colour it is rubbed out, in another it changes its colour. */
export function sketched(drawn: readonly Sketch[], more: Sketch): Sketch[] {
  if (drawn.some((one) => same(one, more))) return drawn.filter((one) => !same(one, more));
  const others = drawn.filter((one) => one.hexes.join() !== more.hexes.join());
  return others.length < MOST_DRAWN ? [...others, more] : others;
}

/** The step of the note before or after this one; null where there is none. */
export function nextNote(notes: readonly Note[], step: number, by: 1 | -1): number | null {
  const steps = notes.map((note) => note.step).filter((one) => (by > 0 ? one > step : one < step));
  return steps.length ? (by > 0 ? Math.min(...steps) : Math.max(...steps)) : null;
}
