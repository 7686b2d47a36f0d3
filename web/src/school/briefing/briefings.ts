// Briefings fetched: of a game before there is a table, and of a seat at one.

import { call } from "../../lib/api";
import type { Options } from "../../lib/types";
import type { Briefing } from "./types";

export const gameBriefing = (game: string, scenario: string, side: string, options: Options) =>
  call<Briefing>(`/games/${game}/briefing?${new URLSearchParams({ scenario, side, options: JSON.stringify(options) })}`);

/** For a seat, or for who looks on by a link. */
export const tableBriefing = (table: string, seat: string | null, watch: string | null) =>
  call<Briefing>(`/tables/${table}/briefing?${new URLSearchParams(seat ? { seat } : watch ? { watch } : {})}`);
