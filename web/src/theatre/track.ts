// Where on the track one is.

/** The part that lies at a share of the whole, the parts being so long. */
export function partAt(lengths: readonly number[], share: number): number {
  let left = share * lengths.reduce((sum, one) => sum + one, 0);
  for (const [n, length] of lengths.entries()) {
    left -= length;
    if (left < 0) return n;
  }
  return Math.max(0, lengths.length - 1);
}
