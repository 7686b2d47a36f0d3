// Charts of a game before there is a table: its counters as they are set up, and nobody's turn.

import { said } from "../../i18n/index.svelte";
import * as api from "../../lib/api";
import { address } from "../../lib/route";
import type { View } from "../../lib/types";
import { Look } from "../../table/look.svelte";

export class GameLook extends Look {
  view = $state.raw<View | null>(null);
  readonly table = "";
  readonly asker = {};

  constructor(private readonly of: string) {
    super();
  }

  async open(): Promise<void> {
    const game = (await api.games()).find((one) => one.id === this.of);
    const begun = game?.scenarios.find((one) => one.id === game.advice?.begin_with) ?? game?.scenarios[0];
    if (!game || !begun) throw new Error(this.of);
    document.title = said(game.names);
    await this.read({ game: game.id, scenario: begun.id });
    const { pieces } = await api.setupOf(game.id, begun.id).catch(() => ({ pieces: [] }));
    const found = { game: game.id, scenario: begun.id, viewer: null, players: begun.players, turn: 0, tracks: [], log: [], ask: null, score: {}, pools: {} };
    this.view = { ...found, pieces: Object.fromEntries(pieces.map((piece) => [piece.id, piece])) } as unknown as View;
  }

  /** There is no table to lay the rulebook over: it is a page. */
  override openRule(rule: string | null): void {
    location.hash = address({ page: "rules", game: this.of, clause: rule });
  }
}
