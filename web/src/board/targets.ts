// An ask as the board reads it: which units and hexes answer it, with which verb, and how they are to be marked.
// It knows kinds of targets, never a verb's name.

import type { Ask, Piece, View } from "../lib/types";
import type { MapPoint } from "./given";
import { hexesOf } from "./hexsides";

export interface Target {
  verb: string;
  kind: "unit" | "hex" | "hexside";
  /** the unit's id, the hex's name or the hexside's */
  id: string;
  /** where it lies (of a hexside the first of its two hexes), or null off the map */
  hex: string | null;
}

export interface Targets {
  /** in the ask's own order: what Tab goes through */
  all: Target[];
  units: Map<string, Target>;
  hexes: Map<string, Target>;
  sides: Map<string, Target>;
  /** hexes to go to: tint, contour and dot */
  reach: string[];
  /** hexes to strike: dotted red */
  strikes: string[];
  /** hexes to go to where that is an attack, or compels one: red and hatched */
  hostile: string[];
  /** verbs that can still be said once their unit is in hand */
  aside: Set<string>;
}

const none = (): Targets => ({ all: [], units: new Map(), hexes: new Map(), sides: new Map(), reach: [], strikes: [], hostile: [], aside: new Set() });
export const NONE: Targets = none();

export const sideOf = (view: View): string | null => view.players.find((player) => player.id === view.viewer)?.side ?? null;

export function readAsk(view: View): Targets {
  const { ask } = view;
  if (!ask) return NONE;
  const found = { ...none(), aside: new Set(ask.aside) };
  const mine = sideOf(view);
  const enemyAt = new Set(Object.values(view.pieces).filter((piece) => piece.on_map && piece.side !== mine).map((piece) => piece.where));
  for (const [verb, targets] of Object.entries(ask.answers)) {
    const kind = ask.kinds[verb];
    if (kind !== "unit" && kind !== "hex" && kind !== "hexside") continue;
    const ids = targets.filter((target): target is string => typeof target === "string");
    for (const id of ids) {
      const target: Target = { verb, kind, id, hex: hexOf(view, kind, id) };
      found.all.push(target);
      const known = { unit: found.units, hex: found.hexes, hexside: found.sides }[kind];
      if (!known.has(id)) known.set(id, target);
    }
    // Attacks and moves are told apart by what stands in most of their hexes: a lone enemy to be overrun makes no attack.
    if (kind === "hex") {
      const held = ids.filter((hex) => enemyAt.has(hex)).length;
      (held * 2 > ids.length ? found.strikes : found.reach).push(...ids);
    }
  }
  // two verbs may mean the same hex: it is marked once
  const hostile = new Set(ask.focus.hostile);
  found.hostile = [...new Set(found.reach)].filter((hex) => hostile.has(hex));
  found.reach = [...new Set(found.reach)].filter((hex) => !hostile.has(hex));
  found.strikes = [...new Set(found.strikes)];
  return found;
}

/** What is pointed at comes first in the list. */
export function pointedFirst(found: Targets, points: readonly MapPoint[]): Targets {
  const isPointed = (target: Target): boolean => points.some((point) => point.id === target.id);
  return points.length ? { ...found, all: [...found.all.filter(isPointed), ...found.all.filter((target) => !isPointed(target))] } : found;
}

function hexOf(view: View, kind: Target["kind"], id: string): string | null {
  if (kind === "hex") return id;
  if (kind === "hexside") return hexesOf(id)?.[0] ?? null;
  const piece = view.pieces[id];
  return piece?.on_map ? piece.where : null;
}

/** The verb that a click on something illegal was most likely meant for: the first of the same kind. */
export function fittingVerb(ask: Ask, kind: Target["kind"]): string | null {
  return Object.keys(ask.answers).find((verb) => ask.kinds[verb] === kind) ?? null;
}

/** What a click on a hex can mean: the answers of the ask's first verb that has any here. Several are units of one stack.
    Where a hex can be gone to and a unit in it can be chosen as well, a click on a counter means the unit, one beside it
    the hex: nothing is ever moved by a click that was meant to select. */
export function answersAt(ask: Ask, targets: Targets, pile: readonly Piece[], hex: string | null, onCounter = false): Target[] {
  const units = targets.all.filter((target) => target.kind === "unit" && pile.some((piece) => piece.id === target.id));
  const hexes = targets.all.filter((target) => target.kind === "hex" && target.id === hex);
  const here = units.length && hexes.length ? (onCounter ? units : hexes) : [...units, ...hexes];
  const verb = Object.keys(ask.answers).find((one) => here.some((target) => target.verb === one));
  return here.filter((target) => target.verb === verb);
}

/** Everything that can be said of the same unit or hex, but for what can still be said once the unit is in hand. */
export const alike = (targets: Targets, { verb, kind, id }: Target): Target[] =>
  targets.all.filter((one) => one.kind === kind && one.id === id && (one.verb === verb || !targets.aside.has(one.verb)));

/** The answers between which a click leaves the choice open: several verbs for one unit or hex; and where an enemy's hex can be
    struck as a whole and its units singly, both. Units of a stack are told apart by fanning it out instead. */
export function choicesAt(ask: Ask, targets: Targets, pile: readonly Piece[], hex: string, onCounter: boolean, mine: string | null): Target[] {
  const foes = new Set(mine === null ? [] : pile.filter((piece) => piece.side !== mine).map((piece) => piece.id));
  const whole = targets.all.filter((target) => target.kind === "hex" && target.id === hex);
  const singly = targets.all.filter((target) => target.kind === "unit" && foes.has(target.id));
  if (whole.length && singly.length) return [...whole, ...singly];
  const [only, ...more] = answersAt(ask, targets, pile, hex, onCounter);
  return only && !more.length ? alike(targets, only) : [];
}

/** A hex that can be gone to and holds a unit that can be chosen: what a click means depends on where it falls. */
export const isBoth = (targets: Targets, pile: readonly Piece[], hex: string): boolean =>
  targets.hexes.has(hex) && pile.some((piece) => targets.units.has(piece.id));
