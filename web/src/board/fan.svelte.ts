// A stack spread out beside its hex, so that each of its counters can be picked.

import { SIDE } from "../lib/size";
import { fanOf } from "./piles";
import type { Reading } from "./reading.svelte";
import type { Stand } from "./stand.svelte";

export class Fan {
  hex = $state<string | null>(null);

  constructor(
    private readonly reading: Reading,
    private readonly stand: Stand,
  ) {}

  /** large enough to be read and picked, however small the map is */
  readonly side = $derived.by(() => Math.max(SIDE, 50 / this.stand.radius));
  readonly counters = $derived.by(() => {
    const pile = this.hex ? this.reading.pileAt.get(this.hex) : undefined;
    return pile ? fanOf(pile, this.reading.grid, this.side, this.stand.room()) : [];
  });
  /** those that can be chosen */
  readonly choices = $derived.by(() => new Set(this.counters.map(({ piece }) => piece.id).filter((id) => this.reading.targets.units.has(id))));
}
