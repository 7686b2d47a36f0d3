// How much room the log has: a line, a strip, half the window. One key goes through them.

export const SIZES = ["line", "strip", "tall"] as const;
export type LogSize = (typeof SIZES)[number];

/** The next larger; after the largest the smallest. */
export const nextSize = (size: LogSize): LogSize => SIZES[(SIZES.indexOf(size) + 1) % SIZES.length] as LogSize;
