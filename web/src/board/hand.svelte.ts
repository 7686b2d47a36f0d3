// The player's hand at the table: clicks, taps, drags and keys become answers to the ask. It knows kinds of answers (a unit, a
// hex, a hexside) and never a game's verbs.

import { buttons, isGrave, joins, takesBack } from "../lib/answers";
import type { Message, Piece } from "../lib/types";
import type { Point } from "../map/geometry";
import type { Cursor } from "./cursor.svelte";
import type { Fan } from "./fan.svelte";
import { Previews } from "./previews.svelte";
import type { Reading } from "./reading.svelte";
import { alike, answersAt, choicesAt, fittingVerb, isBoth, type Target } from "./targets";
import type { Hit, Tool } from "./tool";

/** How long a counter put down waits for its unit to be taken up. */
const DROP_MS = 3000;

/** A menu on the map: answers about one unit or hex, those without a target about the unit that is on the move. */
export interface Menu {
  hex: string;
  unit: string | null;
  choices: (Target | { verb: string; kind: "nothing" })[];
}

/** Whether a click leaves open what is meant, or would give something away. */
const asksFirst = (choices: readonly { verb: string }[]): boolean => choices.length > 1 || choices.some((choice) => isGrave(choice.verb));

export class Hand implements Tool {
  hover = $state<string | null>(null);
  /** the hexside under the pointer, where it can be chosen */
  hoverSide = $state<string | null>(null);
  /** the counter under the pointer; none where it is beside one */
  under = $state<string | null>(null);
  /** the mark of a counter under the pointer */
  mark = $state<string | null>(null);
  /** what Enter would answer */
  current = $state.raw<Target | null>(null);
  /** by touch, a first tap previews and a second one confirms */
  awaited = $state.raw<Target | null>(null);
  /** why something cannot be done in a hex; `counter`: who was clicked there, where the way was explained and not he */
  blocked = $state.raw<{ hex: string; reasons: Message[]; counter: string | null } | null>(null);
  menu = $state.raw<Menu | null>(null);
  /** a counter being carried, and where */
  lifted = $state<string | null>(null);
  carriedTo = $state.raw<Point | null>(null);
  readonly previews: Previews;
  /** The cursor was moved since the question was asked: one left over from the last question takes no key from the page. */
  private pointedAt = false;
  private pendingDrop: { unit: string; hex: string | null; until: number } | null = null;

  constructor(
    private readonly reading: Reading,
    private readonly fan: Fan,
    private readonly cursor: Cursor,
  ) {
    this.previews = new Previews(reading);
  }

  private get ask() {
    return this.reading.view.ask;
  }

  private pile(hex: string) {
    return this.reading.pileAt.get(hex)?.pieces ?? [];
  }

  clear(): void {
    this.previews.clear();
    this.awaited = this.blocked = this.menu = null;
  }

  /** Another question: what was shown for the last one goes. A fan stays open while several units are being chosen. */
  asked(): void {
    this.clear();
    this.current = null;
    this.pointedAt = false;
    if (!this.reading.focus.chosen || !this.fan.choices.size) this.fan.hex = null;
    if (this.pendingDrop) this.finishDrop();
  }

  // ---- answering

  answer(target: Target): void {
    const { given } = this.reading;
    this.clear();
    if (target.kind === "unit") given.onselect?.({ unit: target.id, ...(target.hex ? { hex: target.hex } : {}) });
    given.onanswer?.(target.verb, target.id);
  }

  /** Take what the menu offers. */
  choose(choice: Menu["choices"][number]): void {
    if (choice.kind !== "nothing") return this.answer(choice);
    this.clear();
    this.reading.given.onanswer?.(choice.verb, null);
  }

  /** Open a menu, or take its first answer where it is open already: a second click on the same thing. */
  private offer(menu: Menu, open: Menu | null): void {
    const first = open !== null && open.hex === menu.hex && open.unit === menu.unit ? open.choices[0] : undefined;
    const again = first && !isGrave(first.verb) ? first : undefined;
    this.fan.hex = null;
    if (again && again.kind !== "nothing") return this.choose(again);
    this.previews.clear();
    this.menu = again ? null : menu;
  }

  /** What the unit on the move can do where it stands. */
  private doings(hit: Hit): Menu | null {
    const { ask } = this;
    const { focus } = this.reading;
    if (!ask || !hit.hex || !hit.unit || hit.unit !== focus.unit) return null;
    const choices = buttons(ask).map((verb) => ({ verb, kind: "nothing" as const }));
    return choices.length ? { hex: hit.hex, unit: hit.unit, choices } : null;
  }

  /** With a unit in hand, a hex of one's own that it cannot go to: who clicks there may have meant the way and not the counters. */
  private closedWay(hex: string, pile: readonly Piece[]): boolean {
    const { focus, mine, targets } = this.reading;
    return Boolean(focus.unit) && targets.hexes.size > 0 && !targets.hexes.has(hex) && pile.some(({ id, side }) => side === mine && id !== focus.unit) && !pile.some(({ id }) => id === focus.unit);
  }

  private async explain(hit: { hex: string | null; unit: string | null }, counter: string | null = null): Promise<void> {
    const { ask } = this;
    const { given, view, mine } = this.reading;
    if (!ask || !given.why || !hit.hex) return;
    const unitVerb = fittingVerb(ask, "unit");
    const hexVerb = fittingVerb(ask, "hex");
    const own = hit.unit && (view.pieces[hit.unit]?.side === mine || mine === null);
    const question: [string, string] | null =
      unitVerb && hit.unit && (own || !hexVerb) ? [unitVerb, hit.unit] : hexVerb ? [hexVerb, hit.hex] : null;
    if (!question) return;
    const { hex } = hit;
    const reasons = await given.why(...question);
    if (this.ask === ask && reasons?.length) this.blocked = { hex, reasons, counter };
  }

  /** The one answer that a hex stands for: the hex itself before a unit in it. */
  targetAt(hex: string | null): Target | null {
    if (!hex || !this.ask) return null;
    const found = answersAt(this.ask, this.reading.targets, this.pile(hex), hex);
    return found.length === 1 ? (found[0] as Target) : null;
  }

  /** Whether a click here selects a counter although its hex can be gone to. */
  readonly selectsHere = $derived.by(() => {
    const hex = this.hover;
    return hex !== null && this.under !== null && !this.lifted && isBoth(this.reading.targets, this.pile(hex), hex);
  });

  tap(hit: Hit, touch: boolean, adding = false): void {
    if ((adding || this.reading.given.adding) && this.joins(hit)) return;
    const { blocked: wasBlocked, menu: wasOpen } = this;
    this.blocked = this.menu = null;
    const { ask } = this;
    const { given, mine, targets } = this.reading;
    const doings = this.doings(hit);
    const side = hit.inFan || !hit.hexside ? undefined : targets.sides.get(hit.hexside);
    if (side) return this.meant(side, touch);
    if (hit.inFan && hit.unit) {
      const target = targets.units.get(hit.unit);
      const choices = target ? alike(targets, target) : [];
      if (asksFirst(choices) && hit.hex) return this.offer({ hex: hit.hex, unit: hit.unit, choices }, wasOpen);
      if (target) return this.meant(target, touch);
      if (doings) return this.offer(doings, wasOpen);
      given.onselect?.({ unit: hit.unit, ...(hit.hex ? { hex: hit.hex } : {}) });
      return this.onlyLooks(hit) ? undefined : void this.explain(hit);
    }
    if (!hit.hex) {
      this.fan.hex = this.cursor.hex = null;
      this.clear();
      return given.onselect?.(null);
    }
    const pile = this.pile(hit.hex);
    const way = touch ? this.wayTo(hit.hex, pile) : null;
    if (way && this.awaited?.id !== way.id) {
      this.fan.hex = null;
      return this.meant(way, touch);
    }
    const choices = ask ? choicesAt(ask, targets, pile, hit.hex, hit.unit !== null, mine) : [];
    const spread = hit.unit !== null && this.severalWays(pile);
    const closed = ask !== null && this.closedWay(hit.hex, pile);
    if (closed && hit.unit === null && wasBlocked?.hex !== hit.hex) return void this.explain({ hex: hit.hex, unit: null });
    if (asksFirst(choices) && !spread) {
      given.onselect?.({ ...(hit.unit ? { unit: hit.unit } : {}), hex: hit.hex });
      return this.offer({ hex: hit.hex, unit: hit.unit, choices }, wasOpen);
    }
    const found = ask ? answersAt(ask, targets, pile, hit.hex, hit.unit !== null) : [];
    const only = found[0];
    if (spread || (found.length > 1 && pile.length > 1)) {
      this.fan.hex = this.fan.hex === hit.hex ? null : hit.hex;
      if (closed && this.fan.hex !== null) void this.explain({ hex: hit.hex, unit: null });
      return given.onselect?.({ hex: hit.hex });
    }
    this.fan.hex = null;
    if (only) return this.meant(only, touch);
    if (doings) return this.offer(doings, wasOpen);
    given.onselect?.({ ...(hit.unit ? { unit: hit.unit } : {}), hex: hit.hex });
    if (pile.length > 1 && !ask) this.fan.hex = hit.hex;
    if (!ask || this.onlyLooks(hit)) return;
    // with a unit in hand the way there is meant first; a second click asks about the counter
    if (wasBlocked?.hex !== hit.hex) void this.explain(closed ? { hex: hit.hex, unit: null } : hit, closed ? hit.unit : null);
    else if (wasBlocked.counter) void this.explain(hit);
  }

  /** Let others go along with the unit in hand: one of an open fan, else all of a stack that can. */
  private joins(hit: Hit): boolean {
    const { focus, given, targets } = this.reading;
    if (!focus.unit || !hit.unit || !hit.hex) return false;
    const pile = hit.inFan ? [hit.unit] : this.pile(hit.hex).map(({ id }) => id);
    const open = pile.filter((id) => targets.units.has(id) && id !== focus.unit);
    if (open.length) given.onjoin?.(open);
    return open.length > 0;
  }

  /** With nothing in hand a click on another's counter looks at it: nobody has tried anything that could be refused. */
  private onlyLooks({ unit }: Hit): boolean {
    const { focus, mine, view } = this.reading;
    return unit !== null && mine !== null && !focus.unit && view.pieces[unit]?.side !== mine;
  }

  /** Several units of a stack can be answered with, each in its own ways: it is spread out first. */
  private severalWays(pile: readonly { id: string }[]): boolean {
    const { targets } = this.reading;
    const open = pile.flatMap(({ id }) => targets.units.get(id) ?? []);
    return open.length > 1 && open.some((target) => asksFirst(alike(targets, target)));
  }

  /** A thumb covers the whole of a hex: with a unit in hand the first tap means the way there, and the next the counters in it. */
  private wayTo(hex: string, pile: Piece[]): Target | null {
    const { focus, targets } = this.reading;
    const way = focus.unit && isBoth(targets, pile, hex) ? targets.hexes.get(hex) : undefined;
    return way && !asksFirst(alike(targets, way)) ? way : null;
  }

  /** Whom a question is about that is not put to units still to act (support, losses, an advance), is given by naming him: no tap takes
      that back. Who is only taken up, or joins others, can be put down again. */
  private spends({ verb }: Target): boolean {
    return this.ask?.acting === false && !joins(verb) && !takesBack(verb);
  }

  /** By touch a place, or a unit that is given away by naming it, is shown first and taken at the second tap. */
  private meant(target: Target, touch: boolean): void {
    if (!touch || (target.kind === "unit" && !this.spends(target)) || this.awaited?.id === target.id) return this.answer(target);
    this.awaited = target;
    this.previews.show(target);
  }

  /** Right click or long press: the whole stack, and what is printed on the counter; beside a counter a long press asks why not. */
  inspect(hit: Hit, touch: boolean): void {
    if (!hit.hex) return;
    this.reading.given.onselect?.({ ...(hit.unit ? { unit: hit.unit } : {}), hex: hit.hex });
    const pile = this.pile(hit.hex);
    if (pile.length > 1) this.fan.hex = hit.hex;
    const legal = this.ask ? answersAt(this.ask, this.reading.targets, pile, hit.hex) : [];
    if (hit.unit && this.reading.given.onexplain) this.reading.given.onexplain(hit.unit, false);
    else if (touch && !legal.length) void this.explain(hit);
  }

  /** The pointer is over something: preview what a click there would do. */
  over(hit: Hit | null): void {
    this.under = hit?.unit ?? null;
    this.mark = hit?.mark ?? null;
    const side = hit?.hexside ?? null;
    const hex = hit?.hex ?? null;
    if (hex === this.hover && side === this.hoverSide) return;
    this.hover = hex;
    this.hoverSide = side;
    if (this.awaited) return;
    this.previews.show((side ? this.reading.targets.sides.get(side) : null) ?? this.targetAt(hex));
  }

  // ---- carrying

  carries(hit: Hit, touch: boolean): boolean {
    const { unit } = hit;
    const { focus, targets } = this.reading;
    const taken = unit === null ? undefined : targets.units.get(unit);
    return unit !== null && (unit === focus.unit ? targets.hexes.size > 0 : !touch && taken !== undefined && !asksFirst(alike(targets, taken)));
  }

  lift(hit: Hit): void {
    if (!hit.unit) return;
    this.lifted = hit.unit;
    this.fan.hex = null;
    this.blocked = null;
    const target = this.reading.targets.units.get(hit.unit);
    if (hit.unit !== this.reading.focus.unit && target) this.answer(target);
  }

  carry(point: Point): void {
    this.carriedTo = point;
    const hex = this.reading.land.hexAt(...point);
    if (hex !== this.hover) this.over({ hex, unit: null, inFan: false, hexside: null, point });
  }

  drop(point: Point): void {
    const unit = this.lifted;
    this.letGo();
    if (unit) this.putAt(unit, point);
  }

  /** A unit was let go of over the map: it goes there as soon as it is the one in question. */
  putAt(unit: string, point: Point): void {
    this.pendingDrop = { unit, hex: this.reading.land.hexAt(...point), until: performance.now() + DROP_MS };
    if (this.reading.focus.unit === unit) this.finishDrop();
  }

  letGo(): void {
    this.lifted = null;
    this.carriedTo = null;
  }

  /** A counter put down: its answer follows once the unit has been taken up. */
  private finishDrop(): void {
    const drop = this.pendingDrop;
    const { focus, targets } = this.reading;
    if (!drop || (focus.unit !== drop.unit && performance.now() < drop.until)) return;
    this.pendingDrop = null;
    if (!drop.hex || focus.unit !== drop.unit || drop.hex === this.reading.whereIs(drop.unit)) return;
    const target = targets.hexes.get(drop.hex);
    if (target) this.answer(target);
    else void this.explain({ hex: drop.hex, unit: null });
  }

  // ---- keys

  key(event: KeyboardEvent): boolean {
    const next = this.cursor.next(event.key);
    if (next) {
      this.goTo(next);
      return true;
    }
    const by = event.shiftKey ? -1 : 1;
    switch (event.key) {
      case "Tab":
        return this.visit(this.reading.targets.all, by, false);
      case "n":
      case "N":
        return this.visit(this.reading.targets.all.filter((target) => target.kind === "unit"), by, true);
      case "Enter":
        return this.enter();
      case "Escape":
        return this.back();
      default:
        return false;
    }
  }

  private enter(): boolean {
    const { hex } = this.cursor;
    if (this.current) this.answer(this.current);
    else if (hex && this.pointedAt) this.tap({ hex, unit: this.reading.targets.hexes.has(hex) ? null : (this.pile(hex).at(-1)?.id ?? null), inFan: false, hexside: null, point: [0, 0] }, false);
    else return false;
    return true;
  }

  private back(): boolean {
    const open = this.menu ?? this.blocked ?? this.fan.hex ?? this.awaited ?? this.current ?? this.cursor.hex;
    this.fan.hex = this.cursor.hex = this.current = null;
    this.clear();
    return open !== null;
  }

  /** Go to the next target of a list. Past its end Tab leaves the board, N starts again. */
  private visit(list: Target[], by: 1 | -1, around: boolean): boolean {
    if (!list.length) return false;
    const at = this.current ? list.findIndex((target) => target.verb === this.current?.verb && target.id === this.current.id) : -1;
    let next = at < 0 ? (by > 0 ? 0 : list.length - 1) : at + by;
    if (around) next = (next + list.length) % list.length;
    const target = list[next];
    if (!target) {
      this.current = this.cursor.hex = null;
      return false;
    }
    this.current = target;
    this.blocked = null;
    if (target.hex) this.cursor.set(target.hex);
    this.previews.show(target);
    return true;
  }

  /** The cursor comes to a hex: what it stands for is shown, and Enter answers it. */
  goTo(hex: string): void {
    this.pointedAt = true;
    this.blocked = this.menu = null;
    this.cursor.set(hex);
    const target = this.targetAt(hex);
    // where more than one thing can be said of it, Enter asks which
    const { ask } = this;
    const open = ask !== null && asksFirst(choicesAt(ask, this.reading.targets, this.pile(hex), hex, false, this.reading.mine));
    this.current = open ? null : target;
    this.previews.show(target);
  }

  close(): void {
    this.previews.close();
  }
}
