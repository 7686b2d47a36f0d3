// Where the reader stopped deciding: the length of the log when his last decision was made, kept in this browser, so that a
// replay can begin there.

const name = (table: string, seat: string): string => `grognard.since.${table}.${seat}`;

export function keepSince(table: string, seat: string, logLength: number): void {
  try {
    localStorage.setItem(name(table, seat), String(logLength));
  } catch {
    /* a browser that keeps nothing replays from the beginning */
  }
}

export function keptSince(table: string, seat: string): number | null {
  try {
    const kept = localStorage.getItem(name(table, seat));
    return kept === null ? null : Number(kept);
  } catch {
    return null;
  }
}

/** The first of `length + 1` steps whose log is longer than `logLength`; the log only grows along a replay. */
export async function stepAfter(logLength: number, length: number, logAt: (step: number) => Promise<number>): Promise<number> {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((await logAt(middle)) > logLength) high = middle;
    else low = middle + 1;
  }
  return low;
}
