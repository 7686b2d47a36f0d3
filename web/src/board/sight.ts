// What the camera shows by itself: the first sight of a table, and the place of a new question. A player who is moving the map
// is never interfered with.

import { boxOf } from "../map/curves";
import type { HexGrid, Point } from "../map/geometry";
import type { Camera } from "./camera";
import type { Pile } from "./piles";
import type { Reading } from "./reading.svelte";

/** the radius from which counters show all they have */
const READABLE = 34;
/** a small map is looked at from nearer, up to this radius: at twice the size at which it could be seen whole */
const NEAR = 57;
/** who stands so many hexes apart is in contact */
const CONTACT = 3;
/** a combat is looked at from no farther */
const COMBAT = 30;
/** a finger hits a hex of such a radius, and a map so narrow is touched */
const TOUCHED = 18;
const PHONE = 600;
/** how long after his last touch the map is still the player's */
export const HANDS_OFF_MS = 1200;

/** The first sight: what is to be decided, or one's own units, at a size where strengths can be read; where that is too much at
    once, what lies closest to the enemy. False where there is nothing to look at yet, and so the whole map is seen. */
export function firstSight(camera: Camera, reading: Reading): boolean {
  const { focus, given, grid, mine, piles, targets } = reading;
  if (given.whole) {
    camera.fit(false);
    return true;
  }
  if (given.taught !== undefined && given.taught !== null && meet(camera, reading, given.taught)) return true;
  const size = Math.max(READABLE, Math.min(NEAR, 2 * camera.fitRadius()));
  const wanted = focus.show ?? targets.all.map((target) => target.hex);
  const own = piles.filter((pile) => mine === null || pile.pieces.some((piece) => piece.side === mine)).map((pile) => pile.hex);
  const hexes = (wanted.some(Boolean) ? wanted : own).filter((hex): hex is string => hex !== null);
  if (!hexes.length) {
    camera.fit(false);
    return false;
  }
  const box = boxOf(hexes.map((hex) => grid.centreOf(hex)));
  camera.frame({ left: box.left - 3, top: box.top - 3, right: box.right + 3, bottom: box.bottom + 3 }, size);
  if (camera.at.k < size) camera.centre(grid.centreOf(actionAmong(hexes, piles, mine, grid)), size, false);
  return true;
}

/** a lesson is looked at from no nearer */
const TAUGHT = 50;
/** nor from farther, unless the whole map is */
const FAR = 26;

/** All that a lesson is about, from near, above what lies at the view's foot; false where that is too much to be read at once. */
function meet(camera: Camera, { given, grid, piles, targets, whereIs }: Reading, foot: number): boolean {
  const pointed = (given.pointers ?? []).flatMap(({ kind, id }) => (kind === "unit" ? (whereIs(id) ?? []) : id.split(/[-/]/)));
  const near = targets.all.length <= 12 ? targets.all.flatMap((target) => target.hex ?? []) : [];
  const hexes = [...piles.map((pile) => pile.hex), ...pointed, ...near];
  if (!hexes.length) return false;
  const box = boxOf(hexes.map((hex) => grid.centreOf(hex)));
  const [wide, high] = camera.size();
  const k = Math.min(TAUGHT, wide / (box.right - box.left + 4), (high - foot) / (box.bottom - box.top + 4));
  if (k < Math.min(FAR, camera.fitRadius() * 1.2)) return false;
  camera.centre([(box.left + box.right) / 2, (box.top + box.bottom) / 2 + foot / 2 / k], k, false);
  return true;
}

/** Another position was set up: it is met as at first, unless all of it is in view. */
export function meetAgain(camera: Camera, reading: Reading): void {
  const { grid, piles } = reading;
  if (camera.at.k < READABLE * 0.8 || !piles.every((pile) => camera.sees(grid.centreOf(pile.hex), 30))) firstSight(camera, reading);
}

/** The hex with most of either side around it, of several the one nearest to the middle of all. */
export function actionAmong(hexes: readonly string[], piles: readonly Pile[], mine: string | null, grid: HexGrid): string {
  const box = boxOf(hexes.map((hex) => grid.centreOf(hex)));
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const ranked = [...new Set(hexes)].map((hex) => ({
    hex,
    met: contact(piles.filter((pile) => grid.distance(hex, pile.hex) <= CONTACT), mine),
    far: Math.hypot(grid.centreOf(hex)[0] - x, grid.centreOf(hex)[1] - y),
  }));
  return ranked.reduce((best, one) => (one.met - best.met || best.far - one.far) > 0 ? one : best).hex;
}

/** How much two sides have to do with each other in a few stacks. */
function contact(near: readonly Pile[], mine: string | null): number {
  const pieces = near.flatMap((pile) => pile.pieces);
  const own = pieces.filter((piece) => piece.side === mine).length;
  return own * (pieces.length - own);
}

/** Hexes that no finger hits: a whole map on a phone, which nobody asked for. */
const tooFar = (camera: Camera): boolean => camera.at.k < TOUCHED && camera.size()[0] < PHONE;

/** A new question: its attack is brought near, others whom it calls up (`newUnits`) where few of them are in view and more can be, a step from hex to hex where one of these
    is not, anything else only where nothing of it is in view. */
export function bringIntoView(camera: Camera, reading: Reading, newFocus: boolean, newUnits = false): void {
  if (camera.moving || camera.sinceTouched() < HANDS_OFF_MS) return;
  const { focus, grid, struck, targets, whereIs } = reading;
  const held = whereIs(focus.unit); // whom the player merely looks at, the question need not be about
  const attacked = struck ?? focus.hex ?? null;
  if (attacked && newFocus) return toAttack(camera, reading, attacked);
  // who has just taken a unit up sees all it may go to, and goes on looking at the whole map
  if (camera.showsAll) return tooFar(camera) && !camera.wished && !focus.unit && targets.all.some((target) => target.hex) ? void firstSight(camera, reading) : undefined;
  const hexes = [attacked, held, ...(held ? [] : targets.all.map((target) => target.hex))].filter((hex): hex is string => hex !== null);
  // who must act first may stand in no hex: then the question is about the hexes that it shows
  const shown = (focus.show ?? []).map((hex) => grid.centreOf(hex));
  const middle = shown[Math.floor(shown.length / 2)];
  if (middle && !shown.some((point) => camera.sees(point))) return camera.centre(middle);
  const first = hexes[0];
  if (attacked && !held) return besideAttack(camera, grid.centreOf(attacked), hexes.slice(1).map((hex) => grid.centreOf(hex)));
  if (newUnits && !held && hexes.length) {
    const points = hexes.map((hex) => grid.centreOf(hex));
    const better = grid.centreOf(actionAmong(hexes, reading.piles, reading.mine, grid));
    const [wide, high] = camera.size();
    const { k } = camera.at;
    const there = { x: wide / 2 - better[0] * k, y: high / 2 - better[1] * k, k };
    if (!mostSeenFrom(camera.at, points, [wide, high]) && seenFrom(there, points, [wide, high]) > 2 * seenFrom(camera.at, points, [wide, high])) return camera.centre(better);
  }
  // who goes hex by hex, in a retreat or an advance, is shown every hex that he may go to
  const steps = held ? targets.all.flatMap((target) => target.hex ?? []) : [];
  if (held && steps.every((hex) => grid.distance(held, hex) <= 1) && steps.some((hex) => !camera.sees(grid.centreOf(hex)))) return camera.centre(grid.centreOf(held));
  if (first && !hexes.some((hex) => camera.sees(grid.centreOf(hex)))) camera.centre(grid.centreOf(first));
}

/** Whoever else is asked about in an attack: the nearest of them is shown with it where none is in view and both can be. */
export function besideAttack(camera: Pick<Camera, "at" | "sees" | "size" | "centre">, attacked: Point, asked: readonly Point[]): void {
  const far = ([x, y]: Point): number => Math.hypot(x - attacked[0], y - attacked[1]);
  const [nearest = attacked] = [...asked].sort((a, b) => far(a) - far(b));
  if (camera.sees(attacked) && (!asked.length || asked.some((point) => camera.sees(point)))) return;
  const middle: Point = [(attacked[0] + nearest[0]) / 2, (attacked[1] + nearest[1]) / 2];
  const both = far(nearest) * camera.at.k < Math.min(...camera.size()) - 120;
  camera.centre(both ? middle : attacked);
}

function toAttack(camera: Camera, { grid, attackers, selectable }: Reading, hex: string): void {
  const points = [hex, ...attackers.map((one) => one.hex), ...selectable.keys()].map((one) => grid.centreOf(one));
  const near = camera.at.k >= COMBAT;
  if (near && points.every((point) => camera.sees(point, 60))) return;
  camera.centre(grid.centreOf(hex), near ? camera.at.k : READABLE, true, 420);
}

/** how long after his last touch the playback leaves the map to the player */
const PLAYBACK_HANDS_OFF_MS = 2000;
/** how near to the map's edge something may happen, in pixels */
const EDGE = 60;

/** What lies over the view's lower part: so many pixels of it, and the overview in its left corner; and whether it is a `fight` that
    is shown, which has to be read. */
export interface Covered {
  foot: number;
  overview: { wide: number; high: number } | null;
  fight?: boolean;
}

/** From how near points can be read together where they are looked at from too far; null where they are not. */
function legible(camera: Camera, points: readonly Point[], foot: number): number | null {
  const [wide, high] = camera.size();
  const box = boxOf([...points]);
  const k = Math.min(READABLE, (wide - EDGE) / (box.right - box.left + 2), (high - foot - EDGE) / (box.bottom - box.top + 2));
  return tooFar(camera) && k > camera.at.k ? k : null;
}

/** Bring points into view: pan, and look from no nearer than `nearest`, unless a fight could not be read from there. True where the
    map moves. */
export function showAll(camera: Camera, points: Point[], nearest: number, { foot, overview, fight = false }: Covered): boolean {
  const [, high] = camera.size();
  const seen = (point: Point): boolean => {
    const [x, y] = camera.onScreen(point);
    const beneath = overview !== null && x < overview.wide + camera.at.k && y > high - overview.high - camera.at.k;
    return camera.sees(point, EDGE) && y <= high - foot - EDGE && !beneath;
  };
  if (!points.length || camera.sinceTouched() < PLAYBACK_HANDS_OFF_MS) return false;
  const nearer = fight ? legible(camera, points, foot) : null;
  if (!nearer && points.every(seen)) return false;
  const box = boxOf(points);
  const k = nearer ?? Math.min(camera.at.k, nearest);
  camera.centre([(box.left + box.right) / 2, (box.top + box.bottom) / 2 + foot / 2 / k], k);
  return true;
}

/** The size at which each of several scenes fits into the view: a film is looked at from one distance, for every other size
    has to be drawn anew. */
export function nearness(camera: Camera, scenes: Point[][]): number {
  const [wide, high] = camera.size();
  const fits = scenes.filter((points) => points.length).map((points) => {
    const box = boxOf(points);
    return Math.min((wide - 2 * EDGE) / Math.max(box.right - box.left, 0.1), (high - 2 * EDGE) / Math.max(box.bottom - box.top, 0.1));
  });
  return Math.max(camera.fitRadius(), Math.min(camera.at.k, ...fits));
}

/** How many of these points would be in view from a place. */
function seenFrom(place: unknown, points: readonly Point[], [wide, high]: Point): number {
  const { x, y, k } = place as { x: number; y: number; k: number };
  return points.filter(([px, py]) => px * k + x > 0 && py * k + y > 0 && px * k + x < wide && py * k + y < high).length;
}

/** Whether at least half of these points would be in view from a place; of none, all are. */
export const mostSeenFrom = (place: unknown, points: readonly Point[], size: Point): boolean => 2 * seenFrom(place, points, size) >= points.length;

/** Back to where the map was before a playback, unless the player has moved it since. */
export function comeBack(camera: Camera, to: unknown): void {
  if (camera.sinceTouched() < PLAYBACK_HANDS_OFF_MS) return;
  const { x, y, k } = to as { x: number; y: number; k: number };
  const { at } = camera;
  const size = Math.max(k, camera.fitRadius()); // never to a stamp: the board may have been smaller, or without a size, then
  if (Math.abs(at.x - x) < 1 && Math.abs(at.y - y) < 1 && at.k === size) return;
  const [wide, high] = camera.size();
  camera.centre([(wide / 2 - x) / k, (high / 2 - y) / k], size);
}

/** A question that is mostly elsewhere than the map was before a playback: shown from as near as it was looked at then, no nearer
    than all of it fits unless that is too far to read it. */
export function goTo(camera: Camera, reading: Reading, hexes: readonly string[], before: unknown): void {
  if (camera.sinceTouched() < PLAYBACK_HANDS_OFF_MS) return;
  const { grid, mine, piles } = reading;
  const points = hexes.map((hex) => grid.centreOf(hex));
  const box = boxOf(points);
  const { k, whole } = sizeFor(camera, points, Math.max((before as { k: number }).k, camera.fitRadius()));
  camera.centre(whole ? [(box.left + box.right) / 2, (box.top + box.bottom) / 2] : grid.centreOf(actionAmong(hexes, piles, mine, grid)), k);
}

/** From how near to look at points: as before where all of them fit, else at a size where they do or that can still be read. */
export function sizeFor(camera: Pick<Camera, "size">, points: readonly Point[], before: number): { k: number; whole: boolean } {
  const [wide, high] = camera.size();
  const box = boxOf([...points]);
  const fits = Math.min((wide - EDGE) / (box.right - box.left + 2), (high - EDGE) / (box.bottom - box.top + 2));
  return { k: Math.min(before, Math.max(fits, READABLE)), whole: fits >= Math.min(before, READABLE) };
}

export type Corner = "top-left" | "top-right" | "bottom-left" | "bottom-right";

/** How wide and high a card is, and what it keeps free at the view's left, right and lower edge: the overview, the map's buttons
    and the bar lie there. */
export interface CardBox {
  wide: number;
  high: number;
  left: number;
  right: number;
  foot: number;
}

type Seen = Pick<Camera, "size" | "onScreen"> & { at: { k: number } };
const CORNERS: readonly Corner[] = ["bottom-left", "top-left", "top-right", "bottom-right"];
/** a question about more hexes than these can be answered beside a card */
const FEW = 8;

/** Where a card lies in a corner. */
function lies([wide, high]: Point, card: CardBox, corner: Corner): { left: number; top: number; right: number; bottom: number } {
  const left = corner.endsWith("right") ? wide - card.right - card.wide : corner === "bottom-left" ? card.left : 0;
  const top = corner.startsWith("bottom") ? high - card.foot - card.high : 0;
  return { left, top, right: left + card.wide, bottom: top + card.high };
}

/** Whether a card in a corner lies over a point of the map, or the hex around it. */
function covering(camera: Seen, card: CardBox, corner: Corner): (point: Point) => boolean {
  const { left, top, right, bottom } = lies(camera.size(), card, corner);
  const reach = camera.at.k;
  return (point) => {
    const [x, y] = camera.onScreen(point);
    return x > left - reach && x < right + reach && y > top - reach && y < bottom + reach;
  };
}

/** Whether any of these points would lie under a card in a corner. */
export const lieUnder = (camera: Seen, card: CardBox, corner: Corner, points: readonly Point[]): boolean => points.some(covering(camera, card, corner));

/** How far the map has to move so that a card in a corner lies over none of these points and all of them are in view; null where it need
    not or cannot. */
export function asideFrom(camera: Seen, card: CardBox, corner: Corner, points: readonly Point[]): Point | null {
  if (!lieUnder(camera, card, corner, points)) return null;
  const [wide, high] = camera.size();
  const lying = lies([wide, high], card, corner);
  const box = boxOf(points.map((point) => camera.onScreen(point)));
  const reach = camera.at.k;
  const down = lying.bottom + reach - box.top;
  const up = lying.top - reach - box.bottom;
  const right = lying.right + reach - box.left;
  const left = lying.left - reach - box.right;
  const ways: [Point, boolean][] = [
    [[0, down], corner.startsWith("top") && box.bottom + down + reach <= high - card.foot],
    [[0, up], corner.startsWith("bottom") && box.top + up - reach >= 0],
    [[right, 0], corner.endsWith("left") && box.right + right + reach <= wide - card.right],
    [[left, 0], corner.endsWith("right") && box.left + left - reach >= 0],
  ];
  const open = ways.flatMap(([way, fits]) => (fits ? [way] : []));
  return open.length ? open.reduce((best, way) => (Math.abs(way[0] + way[1]) < Math.abs(best[0] + best[1]) ? way : best)) : null;
}

/** Move the map from under a card, unless the player is moving it. */
export function makeRoom(camera: Camera, card: CardBox, corner: Corner, points: readonly Point[]): void {
  const way = camera.sinceTouched() < PLAYBACK_HANDS_OFF_MS ? null : asideFrom(camera.bound, card, corner, points);
  if (!way) return;
  const [wide, high] = camera.size();
  const { x, y, k } = camera.bound.at;
  camera.centre([(wide / 2 - x - way[0]) / k, (high / 2 - y - way[1]) / k], k);
}

/** From how much nearer or farther the map may be looked at to make room beside a card: a small map can only be moved when it is near. */
const NEARER = [1, 1.15, 0.87, 1.3, 0.75, 0.6];
const NEAREST = 66;

/** Where the map has to go so that some corner has room for a card beside these points: as short a way as can be, and from about as near
    as it was; null where a corner has it already, or none would. */
export function roomBeside(camera: Pick<Camera, "bound" | "aimed" | "fitRadius">, card: CardBox, points: readonly Point[]): { middle: Point; k: number } | null {
  const now = camera.bound;
  const [wide, high] = now.size();
  const free = (view: Seen, corner: Corner): boolean => !lieUnder(view, card, corner, points);
  if (!points.length || CORNERS.some((corner) => free(now, corner))) return null;
  const box = boxOf([...points]);
  for (const nearer of NEARER) {
    const k = Math.max(now.at.k * nearer, camera.fitRadius());
    if (nearer > 1 && k > NEAREST) continue;
    const ways = CORNERS.flatMap((corner) => areasBeside([wide, high], card, corner).flatMap((area) => {
      const at = { left: box.left * k - k, right: box.right * k + k, top: box.top * k - k, bottom: box.bottom * k + k };
      if (at.right - at.left > area.right - area.left || at.bottom - at.top > area.bottom - area.top) return [];
      const [x, y] = [(wide / 2 - now.at.x) / now.at.k, (high / 2 - now.at.y) / now.at.k]; // the middle of what is in view
      const middle: Point = [
        Math.min(Math.max(x, (at.right + wide / 2 - area.right) / k), (at.left + wide / 2 - area.left) / k),
        Math.min(Math.max(y, (at.bottom + high / 2 - area.bottom) / k), (at.top + high / 2 - area.top) / k),
      ];
      const view = camera.aimed(middle, k);
      const all = points.every((point) => within(view, point));
      return all && free(view, corner) ? [{ middle, k, far: Math.hypot(middle[0] - x, middle[1] - y) }] : [];
    }));
    const best = ways.sort((a, b) => a.far - b.far)[0];
    if (best) return { middle: best.middle, k: best.k };
  }
  return null;
}

/** What a card in a corner leaves of the view: all beside it, and all above or below it. */
function areasBeside([wide, high]: Point, card: CardBox, corner: Corner): { left: number; top: number; right: number; bottom: number }[] {
  const lying = lies([wide, high], card, corner);
  const [all, foot] = [wide - card.right, high - card.foot];
  return [
    corner.endsWith("right") ? { left: 0, top: 0, right: lying.left - 1, bottom: foot } : { left: lying.right + 1, top: 0, right: all, bottom: foot },
    corner.startsWith("bottom") ? { left: 0, top: 0, right: all, bottom: lying.top - 1 } : { left: 0, top: lying.bottom + 1, right: all, bottom: foot },
  ];
}

function within(view: Seen, point: Point): boolean {
  const [x, y] = view.onScreen(point);
  const [wide, high] = view.size();
  return x > 0 && y > 0 && x < wide && y < high;
}

/** Go to where a card has room beside these points, unless the player is moving the map. True where it moves. */
export function goBeside(camera: Camera, card: CardBox, points: readonly Point[]): boolean {
  const to = camera.sinceTouched() < PLAYBACK_HANDS_OFF_MS ? null : roomBeside(camera, card, points);
  if (to) camera.centre(to.middle, to.k);
  return to !== null;
}

/** The hexes that a question is about, where they are few enough to be in the way of a card. */
export const fewOf = (asked: readonly (string | null)[]): string[] => {
  const hexes = [...new Set(asked.filter((hex): hex is string => hex !== null))];
  return hexes.length <= FEW ? hexes : [];
};

/** The corner where a card covers the fewest counters and, if it can be, nothing that is to be clicked next (`asked`, or counters that are
    `fanned` out) and none of these hexes. */
export function quietest(camera: Seen, piles: readonly Pile[], hexes: readonly string[], grid: HexGrid, card: CardBox, asked: readonly string[] = [], fanned: readonly Point[] = []): Corner {
  const weights = CORNERS.map((corner, n) => {
    const covers = covering(camera, card, corner);
    const over = (all: readonly string[]): number => all.filter((hex) => covers(grid.centreOf(hex))).length;
    return n / 10 + over(piles.map((pile) => pile.hex)) + 1000 * over(hexes) + 100_000 * (over(asked) + fanned.filter(covers).length);
  });
  return CORNERS[weights.indexOf(Math.min(...weights))] ?? "bottom-left";
}
