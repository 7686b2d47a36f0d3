// Charts that follow the game: fetched anew when the view changes or another hex is chosen, not more often than one reads.

import { untrack } from "svelte";
import type { Look } from "../../table/look.svelte";
import { chartsOf } from "./fetch";
import type { Chart, ChartId, ChartsDocument } from "./types";

/** How long things must have been quiet. */
const QUIET_MS = 220;

export class Followed {
  document = $state.raw<ChartsDocument | null>(null);
  failure = $state<string | null>(null);

  /** Called while a component is made: its effect follows until the component goes. */
  constructor(
    look: Look,
    private readonly only?: ChartId,
  ) {
    let asked = 0;
    $effect(() => {
      const { view } = look;
      const hex = hexIn(look);
      if (!view) return;
      const mine = ++asked;
      const fetch = (): void => {
        chartsOf(look, { ...(hex ? { hex } : {}), ...(this.only ? { chart: this.only } : {}) }).then(
          (found) => {
            if (mine !== asked) return;
            this.document = found;
            this.failure = null;
          },
          (error: unknown) => {
            if (mine === asked) this.failure = error instanceof Error ? error.message : String(error);
          },
        );
      };
      const timer = setTimeout(fetch, untrack(() => this.document) ? QUIET_MS : 0);
      return () => clearTimeout(timer);
    });
  }

  chart(id: ChartId): Chart | null {
    return this.document?.charts.find((one) => one.id === id) ?? null;
  }
}

/** The hex that is looked at. */
export function hexIn(look: Look): string | null {
  const unit = look.selected?.unit ? look.piece(look.selected.unit) : undefined;
  return (unit?.on_map ? unit.where : null) ?? look.selected?.hex ?? null;
}
