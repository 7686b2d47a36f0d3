// The bars under the points of a summary, in shares of their width.

type Score = Record<string, number>;

export interface Bar {
  /** Whose colour fills it: the leader, or whose way it is. */
  side: string;
  /** Where it begins, where it ends, and where it ended before. */
  from: number;
  to: number;
  before: number;
  /** In points, with what it was and is. */
  change: number;
  was: number;
  is: number;
  /** In whose favour it has changed. */
  changed: string;
  /** It grows from the middle: a lead. */
  middle: boolean;
}

const within = (share: number): number => Math.max(0, Math.min(1, share));

/** With goals a bar for each side; between two sides one for the lead, the first side's to the left; else none. */
export function barsOf(before: Score | null, after: Score, goals: Score | null, span: number): Bar[] {
  const sides = Object.keys(after);
  const [left, right] = sides;
  if (goals)
    return sides.flatMap((side) => {
      const [goal, is] = [goals[side] ?? 0, after[side] ?? 0];
      const was = before?.[side] ?? is;
      return goal > 0 ? [{ side, from: 0, to: within(is / goal), before: within(was / goal), change: is - was, was, is, changed: side, middle: false }] : [];
    });
  if (!left || !right || sides.length !== 2) return [];
  const lead = (score: Score): number => (score[left] ?? 0) - (score[right] ?? 0);
  const [is, was] = [lead(after), lead(before ?? after)];
  const most = Math.max(span, Math.abs(is), Math.abs(was), 1);
  const at = (value: number): number => within(0.5 - value / most / 2);
  return [{ side: is >= 0 ? left : right, from: 0.5, to: at(is), before: at(was), change: is - was, was: Math.abs(was), is: Math.abs(is), changed: is >= was ? left : right, middle: true }];
}
