// The charts as they stand for whoever looks: at the table, at the step of a replay, or of a game before there is a table.

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
  const scenario = look.view?.scenario;
  if (!look.table && scenario) query.set("scenario", scenario);
  return call<ChartsDocument>(look.table ? `/tables/${look.table}/charts?${query}` : `/games/${look.view?.game ?? ""}/charts?${query}`);
}

/** The key to one counter, and what it may bear besides. */
export async function keyOf(look: Look, unit: string): Promise<Sheet[]> {
  return (await chartsOf(look, { chart: "counters", unit })).charts[0]?.sheets ?? [];
}
