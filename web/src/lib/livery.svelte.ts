// What sides and nations wear, as their game declares it (core/colours.py): the one place from which counters, blocks, chips,
// flags and names take their colours. A page wears one game's; a picture of another game has that game's around it.

import { getContext, setContext } from "svelte";
import type { GameInfo, Livery, SideColours } from "./types";

const seat = (colour: string, ink: string, box: string, text: string, night: string, pattern: SideColours["pattern"], edge: string, shine: string, sticker: string): SideColours => ({
  printed: { colour, ink, box, lines: "#16130F" }, text, night, pattern, edge, shine, sticker,
});

/** Red, blue, green and gold: by seat, while a game's own colours are not known. */
export const SEATS: readonly SideColours[] = [
  seat("#A8402F", "#FFF2DE", "#F3D6C2", "#A8402F", "#E08468", "plain", "#6E2519", "#D0725D", "#7A2317"),
  seat("#3A6C96", "#F2F6F8", "#D3E1EA", "#33628A", "#86BFDA", "dashed", "#1F4463", "#6C9EC6", "#1A456A"),
  seat("#4F7747", "#F3F7EC", "#DAE6D2", "#466A3F", "#93BD86", "dotted", "#2E4A28", "#84AC78", "#2C5324"),
  seat("#B98A2C", "#201603", "#F3E3B8", "#7D5C16", "#DCB25C", "double", "#74540F", "#E3BF6C", "#6B4A05"),
];

export const UNKNOWN: Livery = { sides: {}, coats: {} };

class Wardrobe {
  private games = $state.raw<ReadonlyMap<string, Livery>>(new Map());
  private at = $state("");

  know(games: readonly GameInfo[]): void {
    this.games = new Map(games.map((game) => [game.id, game.colours ?? UNKNOWN]));
  }

  /** The game that this page is about. */
  open(game: string): void {
    this.at = game;
  }

  of(game: string): Livery {
    return this.games.get(game) ?? UNKNOWN;
  }

  get now(): Livery {
    return this.of(this.at);
  }
}

export const wardrobe = new Wardrobe();

const met = new Map<string, number>();

/** All that a side wears; where its game has not told yet, by its seat, or by when it was met first. */
export function wornBy(side: string, players: readonly { side: string }[] = [], livery: Livery = wardrobe.now): SideColours {
  const own = livery.sides[side];
  if (own) return own;
  const sides = [...new Set(players.map((player) => player.side))];
  if (!sides.includes(side) && !met.has(side)) met.set(side, met.size);
  return SEATS[(sides.includes(side) ? sides.indexOf(side) : (met.get(side) ?? 0)) % SEATS.length] as SideColours;
}

const AROUND = Symbol("livery");

/** Whatever is drawn inside this component wears another game's colours than the page. */
export const wear = (livery: () => Livery): void => void setContext(AROUND, livery);

/** The colours around this component. */
export const liveryAround = (): (() => Livery) => getContext<(() => Livery) | undefined>(AROUND) ?? (() => wardrobe.now);
