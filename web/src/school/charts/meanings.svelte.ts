// What the marks on counters mean, asked of the server once for each game.

import { said, worded } from "../../i18n/index.svelte";
import type { Words } from "../../lib/types";
import type { Look } from "../../table/look.svelte";
import { chartsOf } from "./fetch";
import type { Row } from "./types";

class Meanings {
  private known = $state.raw<Record<string, Record<string, Row>>>({});
  private readonly asked = new Set<string>();

  private row(look: Look, mark: string): Row | null {
    const game = look.view?.game;
    if (!game) return null;
    if (!this.asked.has(game)) {
      this.asked.add(game);
      chartsOf(look, { chart: "counters" }).then(
        ({ charts }) => {
          const rows = charts[0]?.sheets.find((sheet) => sheet.id === "marks")?.rows ?? [];
          this.known = { ...this.known, [game]: Object.fromEntries(rows.map((row) => [row.id, row])) };
        },
        () => this.asked.delete(game), // asked again when the next mark is looked at
      );
    }
    return this.known[game]?.[mark] ?? null;
  }

  /** What a mark means, where that is known. */
  of(look: Look, mark: string): string | null {
    const text = this.row(look, mark)?.cells[0]?.text;
    return text === undefined ? null : typeof text === "string" ? text : said(text as Words);
  }

  /** The mark by its name and what it means. */
  sentence(look: Look, mark: string): string | null {
    const row = this.row(look, mark);
    return row ? `${worded(row.text)}: ${this.of(look, mark) ?? ""}` : null;
  }
}

export const meanings = new Meanings();
