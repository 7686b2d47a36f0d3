// The hex cursor: arrow keys move it, the map follows.

import { arrowOf } from "./arrows";
import type { Reading } from "./reading.svelte";
import type { Stand } from "./stand.svelte";

export class Cursor {
  hex = $state<string | null>(null);

  constructor(
    private readonly reading: Reading,
    private readonly stand: Stand,
  ) {}

  /** One hex on, beginning at the chosen unit or in the middle of the view; null where the key is no arrow. */
  next(key: string): string | null {
    const arrow = arrowOf(key);
    if (!arrow) return null;
    const from = this.hex ?? this.reading.chosenHex;
    return from ? this.reading.grid.toward(from, ...arrow) : this.middle();
  }

  set(hex: string): void {
    this.hex = hex;
    this.stand.show(this.reading.grid.centreOf(hex));
  }

  private middle(): string {
    const { land, targets } = this.reading;
    const point = this.stand.middle();
    const hex = point ? land.hexAt(...point) : null;
    return hex ?? targets.all.find((target) => target.hex)?.hex ?? (land.hexes().next().value as string);
  }
}
