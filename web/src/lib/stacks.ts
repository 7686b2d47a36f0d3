// Counters sorted for the rail: stacks, who is still to act, who arrives, who is off the map.

import type { Ask, Figure, Piece, View } from "./types";
import { targets, unitTargets } from "./answers";
import { attackOf, qualityOf } from "./figures";

const byStrength = (a: Piece, b: Piece): number => attackOf(b) - attackOf(a) || a.label.localeCompare(b.label);

export const stackIn = (view: View, hex: string): Piece[] =>
  Object.values(view.pieces).filter((piece) => piece.on_map && piece.where === hex);

export const has = (piece: Piece, flag: string): boolean => piece.flags?.includes(flag) ?? false;

const spent = (piece: Piece): boolean => has(piece, "moved") || has(piece, "fought");

/** Units that can still act: those the ask offers, or those of one's own that may attack where it offers hexes to strike. An ask
    about anything else (losses, an advance, a retreat) has none. Where the server says what the ask is about, it is believed;
    otherwise its units must not have acted, and where some are activated, be among them. */
export function stillToAct(view: View, ask: Ask | null): Piece[] {
  if (ask?.acting === false) return [];
  const all = Object.values(view.pieces);
  const mine = view.players?.find((player) => player.id === view.viewer)?.side;
  const units = [...new Set(ask ? unitTargets(ask).flatMap((one) => view.pieces[String(one.target)] ?? []) : [])];
  // where units act, enemies among the answers are what they act upon
  const offered = ask?.acting && mine ? units.filter((piece) => piece.side === mine) : units;
  if (offered.length) {
    if (ask?.acting || ask?.focus.odds) return offered;
    const waking = all.some((piece) => has(piece, "activated"));
    return offered.filter((piece) => !spent(piece) && (!waking || has(piece, "activated")));
  }
  if (ask && !ask.acting && !strikes(view, ask) && !ask.focus.unit) return [];
  const own = mine ? all.filter((piece) => piece.side === mine) : all;
  const fresh = own.filter((piece) => has(piece, "fresh"));
  const ready = fresh.length ? fresh : own.filter((piece) => has(piece, "activated") && !spent(piece));
  return ready.sort(byStrength);
}

/** Whether the ask offers hexes that enemies hold: it is about attacks. */
function strikes(view: View, ask: Ask): boolean {
  const mine = view.players?.find((player) => player.id === view.viewer)?.side;
  const held = new Set(Object.values(view.pieces).filter((piece) => piece.on_map && piece.side !== mine).map((piece) => piece.where));
  const hexes = targets(ask).filter((one) => one.kind === "hex");
  return hexes.filter((one) => held.has(String(one.target))).length * 2 > hexes.length;
}

/** How many of one's own have acted: in the enemy's turn, which may be the one shown, it is his units that bear the marks. */
export const haveActed = (view: View): number => {
  const mine = view.players.find(({ id }) => id === view.viewer)?.side ?? null;
  return Object.values(view.pieces).filter((piece) => (mine === null || piece.side === mine) && !ofAlly(view, piece) && (has(piece, "moved") || has(piece, "fought"))).length;
};

/** Of an army that another player leads. */
const ofAlly = (view: View, { army }: Piece): boolean => army !== undefined && army !== view.viewer && view.players.some((player) => player.id === army);

/** Units yet to come, by turn, the next ones first. */
export function arrivals(view: View): { turn: number; units: Piece[] }[] {
  const due = new Map<number, Piece[]>();
  for (const piece of Object.values(view.pieces)) {
    if (piece.on_map || piece.arrives === undefined || piece.arrives < view.turn) continue;
    due.set(piece.arrives, [...(due.get(piece.arrives) ?? []), piece]);
  }
  return [...due].sort((a, b) => a[0] - b[0]).map(([turn, units]) => ({ turn, units: units.sort(byStrength) }));
}

/** Units off the map that the ask is about, and all that lie with them but for what comes later: what the player holds in his hand. */
export function inHand(view: View): { units: Piece[]; places: ReadonlySet<string> } {
  const asked = view.ask ? [view.ask.focus.unit, ...unitTargets(view.ask).map((one) => String(one.target))] : [];
  const offered = asked.flatMap((id) => (id ? (view.pieces[id] ?? []) : []));
  // where nothing but units off the map is asked about, and reinforcements among them, those due now are placed from the hand too
  const placing = offered.every((piece) => !piece.on_map) && offered.some((piece) => piece.arrives !== undefined);
  const held = (piece: Piece): boolean => !piece.on_map && (piece.arrives === undefined || (placing && piece.arrives <= view.turn));
  const places = new Set(offered.filter(held).map((piece) => piece.where));
  const mine = view.players?.find((player) => player.id === view.viewer)?.side;
  return { places, units: Object.values(view.pieces).filter((piece) => held(piece) && places.has(piece.where) && piece.side === mine) };
}

/** Who is still to act, less what the hand shows. */
export function stillListed(view: View): Piece[] {
  const held = new Set(inHand(view).units);
  return stillToAct(view, view.ask).filter((piece) => !held.has(piece));
}

/** A long list in parts that one finds one's way in: those on the map by columns of hexes from west to east, stacks together; then
    each place beside the map by itself. */
export function byPlace(units: readonly Piece[]): { place: string | null; units: Piece[] }[] {
  const on = units.filter((piece) => piece.on_map).sort((a, b) => a.where.localeCompare(b.where) || byStrength(a, b));
  const off = new Map<string, Piece[]>();
  for (const piece of units) if (!piece.on_map) off.set(piece.where, [...(off.get(piece.where) ?? []), piece]);
  return [...(on.length ? [{ place: null, units: on }] : []), ...[...off].map(([place, lying]) => ({ place, units: lying.sort(byStrength) }))];
}

/** Everything else that is off the map, by where it lies. */
export function offMap(view: View): { place: string; units: Piece[] }[] {
  const lying = new Map<string, Piece[]>();
  const held = inHand(view).places;
  for (const piece of Object.values(view.pieces)) {
    if (piece.on_map || held.has(piece.where) || (piece.arrives !== undefined && piece.arrives >= view.turn)) continue;
    lying.set(piece.where, [...(lying.get(piece.where) ?? []), whole(piece)]);
  }
  return [...lying].map(([place, units]) => ({ place, units: units.sort(byStrength) }));
}

/** A dead unit shows the face it had: nobody knows a unit by its zeros. */
function whole(piece: Piece): Piece {
  const values = piece.steps === 0 && piece.full_steps !== undefined ? piece.values_by_steps?.[piece.full_steps] : undefined;
  return values ? { ...piece, values } : piece;
}

/** A counter's values on its other side, or null where it has one side only. */
export function otherSide(piece: Piece): Figure[] | null {
  const { values_by_steps: sides, steps, full_steps: full } = piece;
  if (!sides || steps === undefined || full === undefined || full < 2) return null;
  return sides[steps === full ? full - 1 : full] ?? null;
}

export const strengths = (piece: Piece): string => piece.values.join(qualityOf(piece.values) ? " " : "-");
