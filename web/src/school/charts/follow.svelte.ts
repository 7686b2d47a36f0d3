// Charts that follow the game: fetched anew when the view changes or another hex is chosen, not more often than one reads, and
// but for the first time of a turn only those that are in sight.

import { untrack } from "svelte";
import type { Look } from "../../table/look.svelte";
import { chartsOf } from "./fetch";
import type { Chart, ChartId, ChartsDocument } from "./types";

/** How long things must have been quiet. */
const QUIET_MS = 220;

export class Followed {
  document = $state.raw<ChartsDocument | null>(null);
  failure = $state<string | null>(null);
  private asked = 0;
  private turn: number | null = null;

  /** Called while a component is made: its effect follows until the component goes. */
  constructor(
    private readonly look: Look,
    inSight: () => readonly ChartId[],
  ) {
    $effect(() => {
      const { view } = look;
      const hex = hexIn(look);
      const wanted = inSight();
      if (!view) return;
      const whole = view.turn !== this.turn;
      const timer = setTimeout(() => void this.fetch(view.turn, hex, whole ? null : wanted), untrack(() => this.document) ? QUIET_MS : 0);
      return () => clearTimeout(timer);
    });
  }

  private async fetch(turn: number, hex: string | null, wanted: readonly ChartId[] | null): Promise<void> {
    const mine = ++this.asked;
    try {
      const found = await chartsOf(this.look, { ...(hex ? { hex } : {}), ...(wanted ? { chart: wanted.join(",") } : {}) });
      if (mine !== this.asked) return;
      this.document = wanted && this.document ? renewed(this.document, found, wanted) : found;
      this.turn = turn;
      this.failure = null;
    } catch (error) {
      if (mine === this.asked) this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  chart(id: ChartId): Chart | null {
    return this.document?.charts.find((one) => one.id === id) ?? null;
  }
}

/** A document with some of its charts as they stand now. */
export function renewed(old: ChartsDocument, found: ChartsDocument, wanted: readonly ChartId[]): ChartsDocument {
  const now = new Map(found.charts.map((chart) => [chart.id, chart]));
  return { ...found, charts: old.charts.flatMap((chart) => (wanted.includes(chart.id) ? (now.get(chart.id) ?? []) : chart)) };
}

/** The hex that is looked at. */
export function hexIn(look: Look): string | null {
  const unit = look.selected?.unit ? look.piece(look.selected.unit) : undefined;
  return (unit?.on_map ? unit.where : null) ?? look.selected?.hex ?? null;
}
