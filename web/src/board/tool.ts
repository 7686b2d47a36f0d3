// What the player has in hand: it answers the ask, plans, or measures. The board's gestures and keys go to the tool in hand.

import type { Point } from "../map/geometry";

/** What lies under a pointer. */
export interface Hit {
  hex: string | null;
  /** the topmost counter, or null on the free part of the hex */
  unit: string | null;
  inFan: boolean;
  /** a hexside that can be chosen, near enough to be meant */
  hexside: string | null;
  /** the mark of the counter, where the pointer is on one */
  mark?: string | null;
  point: Point;
}

export interface Tool {
  /** whether a drag from here carries something; otherwise it moves the map */
  carries(hit: Hit, touch: boolean): boolean;
  lift(hit: Hit): void;
  carry(point: Point): void;
  drop(point: Point): void;
  /** the drag came to nothing */
  letGo(): void;
  /** `adding`: with the key that adds to what is in hand held down */
  tap(hit: Hit, touch: boolean, adding?: boolean): void;
  /** a right click, or (by touch) a long press */
  inspect(hit: Hit, touch: boolean): void;
  /** the pointer is over something, or has left */
  over(hit: Hit | null): void;
  /** true when the key was for this tool */
  key(event: KeyboardEvent): boolean;
}
