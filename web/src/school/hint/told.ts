// Hints in figures and colours.

const HUES = ["#1f5673", "#7a5c10", "#55634f"];

/** The colour of a hint: the same in the rail and on the map, in both themes. */
export const colourOf = (number: number): string => HUES[number] ?? (HUES.at(-1) as string);

/** "+1.8", "−0.4": a figure with its sign. */
export const signed = (figure: number, digits = 1): string => `${figure < 0 ? "−" : "+"}${Math.abs(figure).toFixed(digits)}`;

/** Whether figures fall from hint to hint; where they do not, what belongs to a plan stands before what gains more by itself. */
export const byFigures = (hints: readonly { gain: number }[]): boolean => hints.every((one, n) => n === 0 || one.gain <= (hints[n - 1] as { gain: number }).gain);

/** A chance as dice tell it, in sixths. */
export const timesInSix = (chance: number): number => Math.round(chance * 6);

/** The points of a small curve in a box: chances from left to right, the best on top. */
export function sparkline(course: readonly number[], wide: number, high: number): string {
  const step = wide / Math.max(1, course.length - 1);
  return course.map((chance, n) => `${(n * step).toFixed(1)},${((1 - chance) * high).toFixed(1)}`).join(" ");
}
