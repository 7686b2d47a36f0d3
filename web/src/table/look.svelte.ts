// Looking at a position: the map, the game's words and rules, what is selected, which overlays are on. The table page and the
// replay page both look; only the table page (desk.svelte.ts) also answers.

import { GameWords, isKey, plain, t } from "../i18n/index.svelte";
import { unitTargets } from "../lib/answers";
import type { LaidOut } from "../lib/ahead";
import * as api from "../lib/api";
import { placeAt } from "../lib/ground";
import { wardrobe } from "../lib/livery.svelte";
import { prefs } from "../lib/prefs.svelte";
import { settings } from "../lib/settings.svelte";
import type { GameInfo, MapDocument, Options, Piece, Selection, View } from "../lib/types";
import type { MapPoint } from "../board/given";
import type { CardBox, Corner } from "../board/sight";
import type { LayerId } from "../school/layers";
import { offeredBy } from "./overlays";

export interface BoardHandle {
  centre(hex: string): void;
  fit(): void;
  pulse(hex: string): void;
  cursorTo(hex: string): void;
  toggleMeasure(): void;
  reveal(hexes: string[], nearest?: number, card?: CardBox | null): boolean;
  giveWay(hexes: string[], card: CardBox): boolean;
  carryOver(event: { clientX: number; clientY: number }): void;
  dropFrom(unit: string, event: { clientX: number; clientY: number }): void;
  nearest(scenes: string[][]): number;
  sight(): unknown;
  back(to: unknown): void;
  quietCorner(hexes: string[], card: CardBox, clear?: boolean): Corner;
  inTheWay(corner: Corner, card: CardBox): boolean;
  stepAside(corner: Corner, card: CardBox, hexes: string[]): void;
  arrived(): Promise<unknown>;
  meet(): void;
  aimFirst(): boolean;
  spot(point: MapPoint): { x: number; y: number; k: number } | null;
}

/** What decides which map lies on the table: it is fetched anew when this changes. */
export const layout = (view: Pick<View, "game" | "lays_out">): string => `${view.game} ${JSON.stringify(view.lays_out ?? {})}`;

export abstract class Look {
  abstract readonly view: View | null;
  abstract readonly table: string;
  /** Who looks, as the table's addresses are asked. */
  abstract get asker(): Record<string, string>;
  /** There is a rail beside the map that charts can be pinned to. */
  readonly railed: boolean = false;
  game = $state.raw<GameInfo | null>(null);
  map = $state.raw<MapDocument | null>(null);
  selected = $state.raw<Selection | null>(null);
  /** A unit named in the log or a list, while the pointer is on its name. */
  pointed = $state<string | null>(null);
  /** A chit or HQ to be chosen, while the pointer or the focus is on it. */
  called = $state<string | null>(null);
  board = $state.raw<BoardHandle | null>(null);
  /** What the school has laid over the table. */
  layer = $state<LayerId | null>(null);
  /** The counter whose key is open, and whether that takes the focus. */
  explained = $state.raw<{ unit: string; focus: boolean } | null>(null);
  /** What lay there when a clause was looked up: it is there again when the rulebook closes. */
  private beneath: LayerId | null = null;
  /** The clause that was named last: the rulebook opens there. */
  rule = $state<string | null>(null);
  hide = $state(false);
  on = $state.raw<ReadonlySet<string>>(new Set(settings.now.overlays));
  overlays = $state.raw<Record<string, string[]>>({});
  failure = $state<string | null>(null);
  private readings = 0;
  private wordsOf = $state.raw<GameWords | null>(null);

  get words(): GameWords {
    return this.wordsOf ?? NO_WORDS;
  }

  /** Fetch a game's words, which never change, and the map that lies on the table. */
  async read(laid: LaidOut): Promise<void> {
    const { game } = laid;
    this.wordsOf ??= GameWords.of(game);
    wardrobe.open(game);
    const asked = ++this.readings;
    try {
      // Without the list of games there is still a map to play on.
      const [map, games] = await Promise.all([api.mapOf(laid), api.games().catch(() => [])]);
      if (asked !== this.readings) return;
      this.map = map;
      this.game = games.find((one) => one.id === game) ?? null;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  /** Open the rulebook, at a clause when one is named. */
  openRule(rule: string | null): void {
    this.rule = rule ?? this.rule;
    if (this.layer !== "rulebook") this.beneath = this.layer;
    this.layer = "rulebook";
  }

  /** Open a layer of the school, or close the one that is open; the same one again closes it. */
  lay(layer: LayerId | null): void {
    const closes = layer === null || this.layer === layer;
    this.layer = closes ? this.beneath : layer;
    this.beneath = null;
  }

  /** Open the key to a counter; the same one again closes it. */
  explain(unit: string | null, focus = true): void {
    this.explained = unit === null || (this.explained?.unit === unit && focus) ? null : { unit, focus };
  }

  side(player: string): string {
    return this.view?.players.find((one) => one.id === player)?.side ?? player;
  }

  sideName(side: string): string {
    return this.words.word(side);
  }

  /** With several players on a side each has a name of his own. */
  playerName(player: string): string {
    return this.words.word(player);
  }

  hexName(hex: string): string {
    const place = this.placeName(hex);
    return place === hex ? hex : `${hex} ${place}`;
  }

  /** What a hex is called where its number does not matter. */
  placeName(hex: string): string {
    return (this.map && placeAt(this.map, hex, prefs.language)) ?? hex;
  }

  /** Where a unit is: its hex, or the word for a place off the map; of one that the question is about how it stands now. */
  whereabouts(piece: Piece): string {
    if (piece.on_map) return this.hexName(piece.where);
    const ask = this.view?.ask;
    const asked = ask && (ask.focus.unit === piece.id || unitTargets(ask).some((one) => one.target === piece.id));
    return (asked ? this.words.find(`word.${piece.where}, asked`) : null) ?? this.words.word(piece.where);
  }

  piece(id: string): Piece | undefined {
    return this.view?.pieces[id];
  }

  select(what: Selection | null): void {
    this.selected = what;
  }

  /** Show a hex: centre it, let it pulse, and show its stack. */
  go(hex: string): void {
    this.board?.centre(hex);
    this.board?.pulse(hex);
    this.select({ hex });
  }

  goToUnit(id: string): void {
    const piece = this.piece(id);
    if (!piece) return;
    if (piece.on_map) {
      this.board?.centre(piece.where);
      this.board?.pulse(piece.where);
      this.select({ hex: piece.where, unit: id });
    } else {
      this.select({ unit: id });
    }
  }

  /** What can be laid over this game's map. */
  get offered(): string[] {
    return offeredBy(this.game?.overlays ?? null);
  }

  /** An overlay by the client's own word, or by the game's where the client has none. */
  overlayName(overlay: string): string {
    const key = `overlay.${overlay}`;
    return isKey(key) ? t(key) : (this.words.find(key) ?? overlay.charAt(0).toUpperCase() + plain(overlay).slice(1));
  }

  toggle(overlay: string): void {
    if (!this.offered.includes(overlay)) return;
    const next = new Set(this.on);
    if (!next.delete(overlay)) next.add(overlay);
    this.on = next;
  }

  gameName(): string {
    return this.game ? (this.game.names[prefs.language] ?? this.game.names.en) : t("app.name");
  }
}

const NO_WORDS = new GameWords();
