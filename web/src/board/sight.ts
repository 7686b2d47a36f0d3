// What the camera shows by itself: the first sight of a table, and the place of a new question. A player who is moving the map
// is never interfered with.

import { boxOf } from "../map/curves";
import type { Camera } from "./camera";
import type { Reading } from "./reading.svelte";

/** the radius from which counters show all they have */
const READABLE = 34;
/** a combat is looked at from no farther */
const COMBAT = 30;
/** how long after his last touch the map is still the player's */
const HANDS_OFF_MS = 1200;

/** The first sight: what is to be decided, or one's own units, at a size where strengths can be read. */
export function firstSight(camera: Camera, reading: Reading): void {
  const { grid, mine, piles, targets, view } = reading;
  const wanted = targets.all.map((target) => target.hex);
  const own = piles.filter((pile) => mine === null || pile.pieces.some((piece) => piece.side === mine)).map((pile) => pile.hex);
  const hexes = (wanted.some(Boolean) ? wanted : own).filter((hex): hex is string => hex !== null);
  if (!hexes.length) return camera.fit(false);
  const box = boxOf(hexes.map((hex) => grid.centreOf(hex)));
  camera.frame({ left: box.left - 3, top: box.top - 3, right: box.right + 3, bottom: box.bottom + 3 }, 36);
  // Nothing to decide: the whole of it. Else the one nearest to the middle, so that at least it is in view.
  if (!view.ask || camera.at.k >= READABLE) return;
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const far = (hex: string): number => Math.hypot(grid.centreOf(hex)[0] - x, grid.centreOf(hex)[1] - y);
  camera.centre(grid.centreOf(hexes.reduce((best, hex) => (far(hex) < far(best) ? hex : best))), READABLE, false);
}

/** A new question: its attack is brought near, anything else only where nothing of it is in view. */
export function bringIntoView(camera: Camera, reading: Reading, newFocus: boolean): void {
  if (camera.moving || camera.sinceTouched() < HANDS_OFF_MS) return;
  const { chosenHex, focus, grid, struck, targets } = reading;
  const attacked = struck ?? focus.hex ?? null;
  if (attacked && newFocus) return toAttack(camera, reading, attacked);
  const hexes = [attacked, chosenHex, ...(chosenHex ? [] : targets.all.map((target) => target.hex))].filter((hex): hex is string => hex !== null);
  const first = hexes[0];
  if (first && !hexes.some((hex) => camera.sees(grid.centreOf(hex)))) camera.centre(grid.centreOf(first));
}

function toAttack(camera: Camera, { grid, attackers, selectable }: Reading, hex: string): void {
  const points = [hex, ...attackers.map((one) => one.hex), ...selectable.keys()].map((one) => grid.centreOf(one));
  const near = camera.at.k >= COMBAT;
  if (near && points.every((point) => camera.sees(point, 60))) return;
  camera.centre(grid.centreOf(hex), near ? camera.at.k : READABLE, true, 420);
}
