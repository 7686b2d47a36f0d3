// Who can play a stretch of the log on the map, where there is somebody.

import type { Desk } from "../table/desk.svelte";

export interface Theatre {
  /** Play the log from one number to before another. */
  show(from: number, to: number): void;
}

export const stageOf = (desk: Desk): Theatre | null => (desk as Desk & { theatre?: Theatre | null }).theatre ?? null;
