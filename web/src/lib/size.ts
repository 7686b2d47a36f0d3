// How large counters lie on the map, in radii of a hex. A stack leans up and right; three of it are drawn at most.

/** A counter's side; smaller in a combat, where arrows and tags need room. */
export const SIDE = 1.22;
export const SIDE_IN_COMBAT = 1.04;
/** How the reader likes them. */
const LIKED = { small: 0.86, usual: 1, large: 1.13 } as const;
export const sideOf = (size: keyof typeof LIKED, combat = false): number => (combat ? SIDE_IN_COMBAT : SIDE) * LIKED[size];
export const LEAN = 0.115;
/** Blocks are thick: more of each is seen. */
export const BLOCK_LEAN = 0.13;
export const DRAWN = 3;

/** How far a stack of so many reaches beyond a single counter, on every side. */
export const leanOf = (count: number, side: number): number => ((Math.min(DRAWN, count) - 1) / 2) * LEAN * side;
