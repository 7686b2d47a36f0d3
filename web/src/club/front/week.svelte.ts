// The position of the week: an example of a rulebook that everybody may try, and a table that goes on from it.

import * as api from "../../lib/api";
import { address } from "../../lib/route";
import type { GameInfo, Words } from "../../lib/types";
import { exampleOf, openFrom } from "../../school/book/shelf";
import type { Example } from "../../school/book/types";

interface Told {
  game: string;
  example: string;
  title: Words;
}

class Week {
  told = $state.raw<Told | null>(null);
  example = $state.raw<Example | null>(null);
  #read: Promise<void> | null = null;

  read(): Promise<void> {
    this.#read ??= this.#fetch().catch(() => {
      this.#read = null; // asked again the next time
    });
    return this.#read;
  }
  async #fetch(): Promise<void> {
    this.told = await api.read<Told | null>("/week");
    if (this.told) this.example = await exampleOf(this.told.game, this.told.example);
  }
  /** Sit down at it, against a bot. */
  async play(games: GameInfo[]): Promise<void> {
    const { told, example } = this;
    const step = example?.step[0];
    if (!told || !example || !step) return;
    const bots = games.find((one) => one.id === told.game)?.bots ?? [];
    const bot = bots.includes("recruit") ? "recruit" : (bots[0] ?? "random");
    const side = example.players.find((one) => one.id === step.seat)?.side;
    const seats = Object.fromEntries(example.players.filter((one) => one.side !== side).map((one) => [one.id, bot]));
    const table = await openFrom(told.game, told.example, 0, seats);
    location.hash = address({ page: "table", table: table.id, seat: step.seat });
  }
}

export const week = new Week();
