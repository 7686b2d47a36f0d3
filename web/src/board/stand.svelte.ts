// Where the stage stands: its size, its place on the screen, and the camera that moves it.

import type { Point } from "../map/geometry";
import type { Camera } from "./camera";
import type { Room } from "./piles";

/** pixels at the map's edges that buttons are laid over */
const LAID_OVER = { top: 84, left: 12, right: 66, bottom: 12 };

export interface Place {
  x: number;
  y: number;
  k: number;
}

export class Stand {
  /** the radius at which everything on the stage is drawn, in pixels */
  radius = $state(34);
  /** where it stands, as far as HTML laid over it must know: set at rest, null while moving */
  still = $state.raw<Place | null>(null);
  /** names lie over the counters, which are too small to show figures */
  named = $state(false);
  /** the whole map is in view */
  whole = $state(false);
  camera: Camera | undefined;
  field: HTMLElement | undefined;

  /** The map's point under a pointer, in radii. */
  pointOf(event: { clientX: number; clientY: number }): Point {
    const at = this.camera?.at;
    if (!at || !this.field) return [0, 0];
    const box = this.field.getBoundingClientRect();
    return [(event.clientX - box.left - at.x) / at.k, (event.clientY - box.top - at.y) / at.k];
  }

  /** The map's point in the middle of the view. */
  middle(): Point | null {
    const at = this.camera?.at;
    if (!at || !this.field) return null;
    return [(this.field.clientWidth / 2 - at.x) / at.k, (this.field.clientHeight / 2 - at.y) / at.k];
  }

  /** What of the map is in view, clear of what is laid over its edges; nobody is told when that changes. */
  room(): Room | null {
    const at = this.camera?.at;
    if (!at || !this.field) return null;
    const { clientWidth, clientHeight } = this.field;
    return {
      left: (LAID_OVER.left - at.x) / at.k,
      top: (LAID_OVER.top - at.y) / at.k,
      right: (clientWidth - LAID_OVER.right - at.x) / at.k,
      bottom: (clientHeight - LAID_OVER.bottom - at.y) / at.k,
    };
  }

  /** Bring a point into comfortable view where it is not. */
  show(point: Point, margin = 70): void {
    if (this.camera && !this.camera.sees(point, margin)) this.camera.centre(point);
  }
}
