// Whether what has just been told is only what I did myself: it is seen as it is done and needs no film.

import { sideOf } from "../lib/linked";
import type { Message, StageKind, View } from "../lib/types";
import { kindOf } from "../log/kinds";

const CHANCE: ReadonlySet<StageKind> = new Set(["draw", "fight", "roll"]);

export function isQuiet(told: readonly Message[], view: Pick<View, "viewer" | "players" | "pieces">, stage: Record<string, StageKind> | undefined): boolean {
  const mine = view.players.find((one) => one.id === view.viewer)?.side ?? null;
  return told.every((message) => {
    const kind = kindOf(message, stage);
    if (CHANCE.has(kind)) return false;
    const side = sideOf(message, view.pieces);
    return side === null || side === mine || kind === "turn" || kind === "phase";
  });
}
