// What a reader has laid over the map of a table: it is there again when he comes back from the replay, until he says on the page
// of settings what tables should open with.

import { settings } from "../lib/settings.svelte";

const kept = new Map<string, { on: ReadonlySet<string>; first: string[] }>();

export function laidOver(table: string): ReadonlySet<string> {
  const found = kept.get(table);
  return found && found.first === settings.now.overlays ? found.on : new Set(settings.now.overlays);
}

export function keepLaidOver(table: string, on: ReadonlySet<string>): void {
  kept.set(table, { on, first: settings.now.overlays });
}
