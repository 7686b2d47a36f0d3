// What nations wear. Sides differ by polarity as well: dark print on light counters, light print on dark ones.

import type { Piece } from "../lib/types";
import { isFestung } from "./symbols";
import { isBlock, woodOf } from "./wood";

export interface Colours {
  base: string;
  ink: string;
  box: string;
  /** lines of the symbol */
  lines: string;
}

const worn = (base: string, ink: string, box: string, lines = "#16130F"): Colours => ({ base, ink, box, lines });

const NATIONS: Record<string, Colours> = {
  german: worn("#9BA393", "#191C17", "#DDE1D6"),
  ss: worn("#8A9184", "#10120D", "#26282A", "#F4F1E8"),
  luftwaffe: worn("#A3B9C6", "#141B20", "#E2EAEE"),
  italian: worn("#86A971", "#16200F", "#DDE8D0"),
  romanian: worn("#D3AE56", "#241A05", "#F4E6BE"),
  hungarian: worn("#A67F58", "#1D1206", "#E6D3BC"),
  soviet: worn("#AE4F38", "#FFF4E2", "#F0D3BE"),
  guards: worn("#86302A", "#FFEFCF", "#EFCDB4"),
  red: worn("#A8402F", "#FFF2DE", "#F3D6C2"),
  blue: worn("#3A6C96", "#F2F6F8", "#D3E1EA"),
  green: worn("#4F7747", "#F3F7EC", "#DAE6D2"),
  gold: worn("#B98A2C", "#201603", "#F3E3B8"),
};

/** A fortress is stone, whoever holds it. */
const FESTUNG = worn("#525A4D", "#F6F1E3", "#F6F1E3", "#F6F1E3");

/** What a tinted box looks like; a game uses it to tell which HQ a unit belongs to. */
const BOXES: Record<string, string> = { red: "#F2B9A6", blue: "#BFD8EC", yellow: "#F6E49B", grey: "#CFD4CA" };

/** Other names of nations that have colours. */
const ALIASES: Record<string, string> = { de: "german", axis: "german", su: "soviet", russian: "soviet" };

/** Nations without colours of their own wear these; which one depends on the name alone, so it never changes. */
const SPARE = ["blue", "red", "green", "gold"] as const;

export function nationOf(piece: Piece): string {
  if (piece.symbol.startsWith("ss-")) return "ss";
  if (piece.symbol === "luftwaffe") return "luftwaffe";
  if (piece.nation === "soviet" && /^\d+G/.test(piece.label)) return "guards";
  return piece.nation || piece.side;
}

function nationColours(piece: Piece): Colours {
  const nation = nationOf(piece);
  const own = NATIONS[ALIASES[nation] ?? nation] ?? NATIONS[ALIASES[piece.side] ?? piece.side];
  if (own) return own;
  const letters = [...nation].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  return NATIONS[SPARE[letters % SPARE.length] as string] as Colours;
}

export function coloursOf(piece: Piece): Colours {
  if (isBlock(piece)) return { ...nationColours({ ...piece, nation: piece.side }), base: woodOf(piece.side).base };
  if (isFestung(piece.symbol)) return FESTUNG;
  const tint = piece.box && BOXES[piece.box];
  // a tinted box has dark lines even where the nation's own has light ones
  return tint ? { ...nationColours(piece), box: tint, lines: "#16130F" } : nationColours(piece);
}

/** The colour of a side: what most of its pieces wear; one without pieces in sight wears what its name says. */
export function sideColours(pieces: Iterable<Piece>, sides: readonly string[] = []): Map<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const piece of pieces) {
    if (isFestung(piece.symbol)) continue;
    const base = coloursOf(piece).base;
    const here = counts.get(piece.side) ?? new Map<string, number>();
    here.set(base, (here.get(base) ?? 0) + 1);
    counts.set(piece.side, here);
  }
  const worn = new Map([...counts].map(([side, here]) => [side, [...here].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "#7A6D57"]));
  for (const side of sides) if (!worn.has(side)) worn.set(side, (NATIONS[ALIASES[side] ?? side] ?? { base: woodOf(side).base }).base);
  return worn;
}
