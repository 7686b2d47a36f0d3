// An ask as the board reads it: which units and hexes answer it, with which verb, and how they are to be marked.
// It knows kinds of targets, never a verb's name.

import type { Ask, Piece, View } from "../lib/types";

export interface Target {
  verb: string;
  kind: "unit" | "hex";
  /** the unit's id or the hex's name */
  id: string;
  /** where it lies, or null off the map */
  hex: string | null;
}

export interface Targets {
  /** in the ask's own order: what Tab goes through */
  all: Target[];
  units: Map<string, Target>;
  hexes: Map<string, Target>;
  /** hexes to go to: tint, contour and dot */
  reach: string[];
  /** hexes to strike: dotted red */
  strikes: string[];
}

export const NONE: Targets = { all: [], units: new Map(), hexes: new Map(), reach: [], strikes: [] };

export const sideOf = (view: View): string | null => view.players.find((player) => player.id === view.viewer)?.side ?? null;

export function readAsk(view: View): Targets {
  const { ask } = view;
  if (!ask) return NONE;
  const found: Targets = { all: [], units: new Map(), hexes: new Map(), reach: [], strikes: [] };
  const mine = sideOf(view);
  const enemyAt = new Set(Object.values(view.pieces).filter((piece) => piece.on_map && piece.side !== mine).map((piece) => piece.where));
  for (const [verb, targets] of Object.entries(ask.answers)) {
    const kind = ask.kinds[verb];
    if (kind !== "unit" && kind !== "hex") continue;
    const ids = targets.filter((target): target is string => typeof target === "string");
    for (const id of ids) {
      const piece = kind === "unit" ? view.pieces[id] : undefined;
      const target: Target = { verb, kind, id, hex: kind === "hex" ? id : piece?.on_map ? piece.where : null };
      found.all.push(target);
      const known = kind === "unit" ? found.units : found.hexes;
      if (!known.has(id)) known.set(id, target);
    }
    // Attacks and moves are told apart by what stands in most of their hexes: a lone enemy to be overrun makes no attack.
    if (kind === "hex") {
      const held = ids.filter((hex) => enemyAt.has(hex)).length;
      (held * 2 > ids.length ? found.strikes : found.reach).push(...ids);
    }
  }
  return found;
}

/** The verb that a click on something illegal was most likely meant for: the first of the same kind. */
export function fittingVerb(ask: Ask, kind: "unit" | "hex"): string | null {
  return Object.keys(ask.answers).find((verb) => ask.kinds[verb] === kind) ?? null;
}

/** What a click on a hex can mean: the answers of the ask's first verb that has any here. Several are units of one stack. */
export function answersAt(ask: Ask, targets: Targets, pile: readonly Piece[], hex: string | null): Target[] {
  const here = targets.all.filter(
    (target) => (target.kind === "hex" && target.id === hex) || (target.kind === "unit" && pile.some((piece) => piece.id === target.id)),
  );
  const verb = Object.keys(ask.answers).find((one) => here.some((target) => target.verb === one));
  return here.filter((target) => target.verb === verb);
}
