// Which panels a game has, and where they stand.

import type { GameInfo, Panel, Widget } from "../lib/types";

/** What is shown until the game's own panels are known. */
const EVERY_GAME: readonly Panel[] = (["pools", "turn", "scores", "arrivals", "dead"] as const).map((widget) => ({ id: widget, widget, place: "rail" }));

export const panelsOf = (game: Pick<GameInfo, "panels"> | null): readonly Panel[] => game?.panels ?? EVERY_GAME;

/** The tabs of a narrow screen, and the widgets on them. */
export const TABS: Record<"units" | "chance" | "score", readonly Widget[]> = {
  units: ["arrivals", "dead"],
  chance: ["state", "pools", "pips", "turn"],
  score: ["scores", "bands", "turn"],
};
