// Measuring: how many hexes lie between two. The pointer or the cursor shows the line; a click or Enter sets its beginning anew.

import type { Cursor } from "./cursor.svelte";
import type { Reading } from "./reading.svelte";
import type { Hit, Tool } from "./tool";

export class Measure implements Tool {
  on = $state(false);
  from = $state<string | null>(null);
  to = $state<string | null>(null);

  constructor(
    private readonly reading: Reading,
    private readonly cursor: Cursor,
  ) {}

  /** Begin at the cursor, the hex under the pointer or the chosen unit; called again it ends. */
  toggle(hover: string | null): void {
    if (this.on) return this.end();
    this.on = true;
    this.from = this.cursor.hex ?? hover ?? this.reading.chosenHex;
    this.to = null;
  }

  end(): void {
    this.on = false;
    this.from = this.to = null;
  }

  readonly line = $derived.by(() => (this.from && this.to ? this.reading.grid.line(this.from, this.to) : []));
  readonly hexes = $derived.by(() => (this.from && this.to ? this.reading.grid.distance(this.from, this.to) : 0));
  readonly text = $derived.by(() => {
    const { words, given } = this.reading;
    if (!this.from || !this.to) return words.measureFrom;
    const km = given.map.scale_km ?? 0;
    const told = (this.hexes === 1 ? words.measureOne : words.measured).replace("{hexes}", String(this.hexes));
    return km > 0 ? `${told}, ${Math.round(this.hexes * km)} km` : told;
  });

  /** By touch the first tap begins and the second ends; by mouse the line follows the pointer. */
  tap(hit: Hit, touch: boolean): void {
    if (!hit.hex) return;
    if (touch && this.from && !this.to) this.to = hit.hex;
    else this.begin(hit.hex);
  }

  private begin(hex: string): void {
    this.from = hex;
    this.to = null;
  }

  over(hit: Hit | null): void {
    if (hit?.hex && this.from) this.to = hit.hex;
  }

  key(event: KeyboardEvent): boolean {
    const next = this.cursor.next(event.key);
    if (next) {
      this.cursor.set(next);
      if (this.from) this.to = next;
      return true;
    }
    if (event.key === "Enter") {
      if (this.cursor.hex) this.begin(this.cursor.hex);
      return true;
    }
    if (event.key !== "Escape" && event.key !== "m" && event.key !== "M") return false;
    this.end();
    return true;
  }

  carries(): boolean {
    return false;
  }
  lift(): void {}
  carry(): void {}
  drop(): void {}
  letGo(): void {}
  inspect(): void {}
}
