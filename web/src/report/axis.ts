// The horizontal axis that the report's charts share: turns from left to right.

export const WIDTH = 440;
export const LEFT = 34;
export const RIGHT = 400;

export interface Axis {
  (turn: number): number;
  turns: number[];
  /** from one turn to the next */
  pace: number;
}

export function axisOf(turns: number[]): Axis {
  const last = Math.max(1, ...turns);
  const first = Math.min(last - 1, ...turns);
  const pace = (RIGHT - LEFT) / (last - first || 1);
  return Object.assign((turn: number) => LEFT + pace * (turn - first), { turns, pace });
}
