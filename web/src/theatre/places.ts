// Hexes in a few words.

/** "5124", "5124, 5125", "5124 and more". */
export const placeNames = (hexes: readonly string[]): string => (hexes.length > 2 ? `${hexes[0]} …` : hexes.join(", "));
