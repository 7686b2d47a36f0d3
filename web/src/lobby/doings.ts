// What a card of the lobby can set going; the lobby itself does it.

import type { GameInfo, Options } from "../lib/types";

export interface Doings {
  /** Open the new-game dialog, at a scenario where one is named. */
  play: (game: GameInfo, scenario?: string) => void;
  /** Open a table for a first game with the coach, on a side or on the advised one. */
  coach: (game: GameInfo, side?: string) => void;
  /** Open the briefing of a side, as options lay the map out. */
  brief: (game: GameInfo, scenario: string, side: string, options?: Options) => void;
  /** Open the list of its lessons. */
  lessons: (game: GameInfo) => void;
}
