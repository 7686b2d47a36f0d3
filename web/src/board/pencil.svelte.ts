// The pencil: a tap on a hex begins, one on another hex ends an arrow there, and one on the same hex rings it. By mouse or finger
// an arrow may be dragged, too; by keyboard the cursor goes and Enter taps.

import type { Point } from "../map/geometry";
import type { Cursor } from "./cursor.svelte";
import type { Reading } from "./reading.svelte";
import type { Hit, Tool } from "./tool";

export class Pencil implements Tool {
  from = $state<string | null>(null);
  to = $state<string | null>(null);

  constructor(
    private readonly reading: Reading,
    private readonly cursor: Cursor,
  ) {}

  private draw(hex: string): void {
    const from = this.from;
    this.letGo();
    if (from) this.reading.given.onsketch?.(from === hex ? [hex] : [from, hex]);
    else this.from = hex;
  }

  tap(hit: Hit): void {
    if (hit.hex) this.draw(hit.hex);
  }

  carries(hit: Hit, touch: boolean): boolean {
    return hit.hex !== null && !touch;
  }

  lift(hit: Hit): void {
    this.from = hit.hex;
  }

  carry(point: Point): void {
    this.to = this.reading.land.hexAt(...point);
  }

  drop(point: Point): void {
    const hex = this.reading.land.hexAt(...point);
    if (hex && this.from && hex !== this.from) this.draw(hex);
    else this.letGo();
  }

  letGo(): void {
    this.from = this.to = null;
  }

  over(hit: Hit | null): void {
    this.to = this.from ? (hit?.hex ?? null) : null;
  }

  inspect(): void {
    this.letGo();
  }

  key(event: KeyboardEvent): boolean {
    const next = this.cursor.next(event.key);
    if (next) {
      this.cursor.set(next);
      if (this.from) this.to = next;
      return true;
    }
    if (event.key === "Enter" && this.cursor.hex) this.draw(this.cursor.hex);
    else if (event.key === "Escape" && this.from) this.letGo();
    else return false;
    return true;
  }
}
