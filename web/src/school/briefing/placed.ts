// At which table and as whom somebody looks: a desk or a replay.

import type { Look } from "../../table/look.svelte";

export interface Placed {
  table: string;
  seat: string | null;
  watch: string | null;
  /** A game that goes on, not one that is looked at again. */
  live: boolean;
}

/** Nothing where the position is of no table, as in a lesson. */
export function placed(look: Look): Placed | null {
  const { table, seat, key, line } = look as Look & { table?: unknown; seat?: unknown; key?: unknown; line?: unknown };
  if (typeof table !== "string") return null;
  return { table, seat: typeof seat === "string" ? seat : null, watch: typeof key === "string" ? key : null, live: line !== undefined };
}
