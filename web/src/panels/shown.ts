// Which panels a game has, and where they stand.

import type { ForcePool, GameInfo, Panel, Pool, Widget, Message } from "../lib/types";

/** What is shown until the game's own panels are known. */
const EVERY_GAME: readonly Panel[] = (["pools", "turn", "scores", "arrivals", "dead"] as const).map((widget) => ({ id: widget, widget, place: "rail" }));

export const panelsOf = (game: Pick<GameInfo, "panels"> | null): readonly Panel[] => game?.panels ?? EVERY_GAME;

/** The tabs of a narrow screen, and the widgets on them. */
export const TABS: Record<"units" | "chance" | "score", readonly Widget[]> = {
  units: ["arrivals", "dead"],
  chance: ["state", "pools", "pips", "turn"],
  score: ["scores", "bands", "turn"],
};

/** A cup with chits in it, or a pool of blocks that can be built. */
export const isCup = (pool: Pool | ForcePool): pool is Pool => "cup_count" in pool;

/** The chit that a log tells of as drawn last. */
export function lastDrawn(log: readonly Message[]): string | null {
  const told = log.findLast((message) => message.key.endsWith("chit_drawn") && typeof message["chit"] === "string");
  return told ? String(told["chit"]) : null;
}
