// One's own tables and what the house has to tell, for the bell of every page; who is signed out has neither.

import { me } from "../../account/me.svelte";
import * as api from "../../lib/api";
import type { TableInfo } from "../../lib/types";
import { inOrder, standing } from "../../lobby/standing";
import { notes, type Note } from "../order/order";

const MOST = 48;

class Mine {
  tables = $state.raw<TableInfo[]>([]);
  notes = $state.raw<Note[]>([]);
  /** Where it is one's move, the most urgent first. */
  moves = $derived(inOrder(this.tables).filter((table) => standing(table) === "move"));
  /** How much waits for one. */
  count = $derived(this.moves.length + this.notes.length);

  async read(): Promise<void> {
    if (!me.name) {
      this.tables = [];
      this.notes = [];
      return;
    }
    const [found, told] = await Promise.all([api.tables(MOST), notes()]);
    this.tables = found.tables;
    this.notes = told;
  }
}

export const mine = new Mine();
