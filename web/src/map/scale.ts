// How lines grow with the map.

/** Line widths are pixels times this. */
export const lineScale = (radius: number): number => Math.max(0.55, Math.min(1.6, radius / 34));
