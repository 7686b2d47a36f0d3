// What a briefing can do with a hex, a unit or a clause that it names; before there is a table there is nowhere to go.

export interface Places {
  hexName: (hex: string) => string;
  /** "" where there is no such unit now. */
  unitName: (unit: string) => string;
  /** The hex of a unit, where it is on the map. */
  hexOf: (unit: string) => string[];
  /** Light hexes up on the picture. */
  point: (hexes: string[]) => void;
  go?: ((hex: string) => void) | undefined;
  goToUnit?: ((unit: string) => void) | undefined;
  openRule?: ((rule: string) => void) | undefined;
}
