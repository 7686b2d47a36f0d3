// A view as the board reads it: the land, the stacks, who can be chosen, who fights whom.

import { sideColours } from "../counters/colours";
import { Land } from "../map/land";
import type { Given } from "./given";
import { settings } from "../lib/settings.svelte";
import { sideOf as counterSide } from "../lib/size";
import { pilesOf } from "./piles";
import { pointedFirst, readAsk, sideOf } from "./targets";
import { WORDS } from "./words";

export class Reading {
  constructor(readonly given: Given) {}

  private readonly map = $derived.by(() => this.given.map);
  readonly land = $derived.by(() => new Land(this.map));
  readonly grid = $derived.by(() => this.land.grid);
  readonly words = $derived.by(() => WORDS[this.given.language]);
  readonly night = $derived.by(() => this.given.theme === "night");

  readonly view = $derived.by(() => this.given.view);
  readonly targets = $derived.by(() => pointedFirst(readAsk(this.view), this.given.pointers ?? []));
  readonly focus = $derived.by(() => this.view.ask?.focus ?? {});
  readonly odds = $derived.by(() => this.focus.odds ?? null);
  readonly side = $derived.by(() => counterSide(settings.now.counters, this.odds !== null));
  readonly colours = $derived.by(() => sideColours(Object.values(this.view.pieces), this.view.players));
  readonly mine = $derived.by(() => sideOf(this.view));

  // ---- stacks

  readonly chosenUnit = $derived.by(() => this.focus.unit ?? this.given.selected?.unit ?? null);
  private readonly onTop = $derived.by(
    () => new Set([this.chosenUnit, ...(this.focus.chosen ?? []), ...this.targets.units.keys()].filter((id): id is string => Boolean(id))),
  );
  readonly piles = $derived.by(() => pilesOf(this.view, this.grid, this.onTop, this.chosenUnit));
  readonly pileAt = $derived.by(() => new Map(this.piles.map((pile) => [pile.hex, pile])));
  /** how many counters lie in a hex */
  readonly heights = $derived.by<ReadonlyMap<string, number>>(() => new Map(this.piles.map((pile) => [pile.hex, pile.pieces.length])));

  readonly whereIs = (unit: string | null | undefined): string | null => {
    const piece = unit ? this.view.pieces[unit] : undefined;
    return piece?.on_map ? piece.where : null;
  };

  // ---- what is chosen and can be chosen

  readonly chosenHex = $derived.by(() => this.whereIs(this.chosenUnit));
  readonly lookedAt = $derived.by(() => (!this.chosenHex && this.given.selected?.hex ? this.given.selected.hex : null));
  /** hexes with a unit to choose, and whether it is an enemy's */
  readonly selectable = $derived.by(
    () =>
      new Map(
        this.targets.all
          .filter((target) => target.kind === "unit" && target.hex && !(this.focus.chosen ?? []).includes(target.id))
          .map((target) => [target.hex as string, this.view.pieces[target.id]?.side !== this.mine && this.mine !== null]),
      ),
  );

  // ---- a combat

  /** the hexes of those who fight, with what halves them; in a roll without strengths, of all who are chosen */
  readonly attackers = $derived.by(() => {
    const found = new Map<string, string>();
    const plain = this.odds && !this.odds.groups ? [{ units: this.focus.chosen ?? [], factor: "1" }] : [];
    for (const group of this.odds?.groups ?? plain)
      for (const unit of group.units) {
        const hex = this.whereIs(unit);
        if (hex && found.get(hex) !== "1") found.set(hex, group.factor);
      }
    return [...found].map(([hex, factor]) => ({ hex, factor }));
  });
  readonly struck = $derived.by(() => (this.odds ? (this.focus.hex ?? this.odds.hex) : (this.view.battle?.hex ?? this.picked)));
  /** the target of an attack that nobody has joined yet: an enemy's hex for which one's own units are asked */
  private readonly picked = $derived.by(() => {
    const { hex } = this.focus;
    if (!hex || !this.view.ask?.acting || !this.targets.units.size) return null;
    return Object.values(this.view.pieces).some((piece) => piece.on_map && piece.where === hex && piece.side !== this.mine) ? hex : null;
  });
  /** every hex that is attacked together with it */
  readonly allStruck = $derived.by(() => (this.struck ? [...new Set([this.struck, ...(this.odds?.hexes ?? [])])] : []));
  /** hexes where a battle waits to be fought */
  readonly waiting = $derived.by(() => (this.view.battles ?? []).map((battle) => battle.hex).filter((hex) => hex !== this.struck));
  /** hexes of a combat: counters elsewhere are veiled */
  readonly involved = $derived.by(() => {
    const struck = (this.odds?.defenders ?? []).flatMap((unit) => this.whereIs(unit) ?? []);
    return this.struck && this.odds ? new Set([...this.allStruck, ...struck, ...this.attackers.map(({ hex }) => hex), ...this.selectable.keys()]) : null;
  });

  // ---- headquarters whose range is shown, with the words of their tags

  readonly ranges = $derived.by(() =>
    Object.entries(this.given.overlays ?? {}).flatMap(([name, hexes]) => {
      const piece = name.startsWith("command:") ? this.view.pieces[name.slice(8)] : undefined;
      if (!piece?.on_map || !hexes.length) return [];
      const gap = this.given.language === "ja" ? "" : " ";
      return [{ hex: piece.where, hexes, text: `${piece.label} ${this.words.command}${gap}${piece.range ?? ""}` }];
    }),
  );
}
