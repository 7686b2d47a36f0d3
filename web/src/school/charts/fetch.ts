// The charts as they stand for whoever looks: at the table, or at the step of a replay.

import { call } from "../../lib/api";
import type { Look } from "../../table/look.svelte";
import type { ChartsDocument, Sheet } from "./types";

export interface Pointed {
  /** one, or several with commas */
  chart?: string;
  hex?: string;
  unit?: string;
}

export function chartsOf(look: Look, pointed: Pointed = {}): Promise<ChartsDocument> {
  const query = new URLSearchParams({ ...look.asker, ...pointed });
  return call<ChartsDocument>(`/tables/${look.table}/charts?${query}`);
}

/** The key to one counter, and what it may bear besides. */
export async function keyOf(look: Look, unit: string): Promise<Sheet[]> {
  return (await chartsOf(look, { chart: "counters", unit })).charts[0]?.sheets ?? [];
}
