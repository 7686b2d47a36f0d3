// Where a reader keeps his charts, in this browser: in a drawer or beside the map, which one is open, which column he looked at last.

import type { ChartId } from "./types";

export type Tab = "glance" | ChartId;

const NAME = "grognard.charts";

function kept(): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? "null");
    return found && typeof found === "object" ? (found as Record<string, unknown>) : {};
  } catch {
    return {}; // a browser that keeps nothing still has its charts
  }
}

class Shelf {
  /** They lie beside the map, as a tab of the rail. */
  pinned = $state(kept()["pinned"] === true);
  /** Of the rail's two tabs the charts are the one that is read. */
  beside = $state(true);
  tab = $state<Tab>("glance");
  /** By sheet the column that was looked at last. */
  columns = $state.raw<Record<string, string>>({});

  pin(pinned: boolean): void {
    this.pinned = pinned;
    this.beside = true;
    try {
      localStorage.setItem(NAME, JSON.stringify({ pinned }));
    } catch {
      /* see above */
    }
  }

  lookedAt(sheet: string, column: string): void {
    this.columns = { ...this.columns, [sheet]: column };
  }
}

export const shelf = new Shelf();
