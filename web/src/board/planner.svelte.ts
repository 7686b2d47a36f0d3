// Planning: the same gestures push ghosts and draw arrows. Nothing is answered and nothing is sent.

import type { Piece } from "../lib/types";
import type { Point } from "../map/geometry";
import type { Cursor } from "./cursor.svelte";
import type { Fan } from "./fan.svelte";
import { countersOf, pieceAt, type Counter } from "./piles";
import type { Plan } from "./plan.svelte";
import type { Reading } from "./reading.svelte";
import type { Hit, Tool } from "./tool";

export class Planner implements Tool {
  hover = $state<string | null>(null);
  /** the counter in hand, or the hex an arrow begins at */
  lifted = $state<string | null>(null);
  from = $state<string | null>(null);
  carriedTo = $state.raw<Point | null>(null);
  /** taken up with the keyboard: put down by Enter, not by lifting a finger */
  private byKey = $state(false);

  constructor(
    private readonly reading: Reading,
    private readonly fan: Fan,
    private readonly cursor: Cursor,
  ) {}

  get plan(): Plan | null {
    return this.reading.given.plan ?? null;
  }

  /** The ghosts as they lie, lowest first. */
  readonly ghosts = $derived.by<Counter[]>(() => {
    const piles = new Map<string, Piece[]>();
    for (const [unit, hex] of this.plan?.moves ?? []) {
      const piece = this.reading.view.pieces[unit];
      if (piece && !(piece.on_map && piece.where === hex)) piles.set(hex, [...(piles.get(hex) ?? []), piece]);
    }
    return [...piles].flatMap(([hex, pieces]) => countersOf({ hex, pieces }, this.reading.grid, this.reading.side));
  });

  /** From where each ghost came. */
  readonly ways = $derived.by(() =>
    [...(this.plan?.moves ?? [])].flatMap(([unit, to]) => {
      const from = this.reading.whereIs(unit);
      return from && from !== to ? [{ from, to }] : [];
    }),
  );

  private pick(hit: Hit): string | null {
    return hit.inFan ? hit.unit : (pieceAt(this.ghosts, hit.point, this.reading.side)?.id ?? hit.unit);
  }

  carries(hit: Hit): boolean {
    return this.plan?.drawing ? hit.hex !== null && !hit.inFan : this.pick(hit) !== null;
  }

  lift(hit: Hit): void {
    this.byKey = false;
    if (this.plan?.drawing && !hit.inFan) this.from = hit.hex;
    else this.lifted = this.pick(hit);
    this.fan.hex = null;
    this.carriedTo = hit.point;
  }

  carry(point: Point): void {
    this.carriedTo = point;
    this.hover = this.reading.land.hexAt(...point);
  }

  drop(point: Point): void {
    this.put(this.reading.land.hexAt(...point));
  }

  private put(hex: string | null): void {
    const { lifted, from } = this;
    this.letGo();
    if (!hex) return;
    if (lifted) this.plan?.move(lifted, hex, this.reading.whereIs(lifted));
    else if (from) this.plan?.draw(from, hex);
  }

  letGo(): void {
    this.lifted = this.from = this.carriedTo = null;
    this.byKey = false;
  }

  tap(hit: Hit): void {
    if (this.byKey) return this.put(hit.hex);
    this.inspect(hit);
  }

  inspect(hit: Hit): void {
    const { given, pileAt } = this.reading;
    if (!hit.hex) {
      this.fan.hex = null;
      return given.onselect?.(null);
    }
    given.onselect?.({ ...(hit.unit ? { unit: hit.unit } : {}), hex: hit.hex });
    this.fan.hex = !hit.inFan && this.fan.hex !== hit.hex && (pileAt.get(hit.hex)?.pieces.length ?? 0) > 1 ? hit.hex : null;
  }

  over(hit: Hit | null): void {
    this.hover = hit?.hex ?? null;
  }

  // ---- keys: arrows and Enter carry, A draws, Delete rubs out, U goes back

  key(event: KeyboardEvent): boolean {
    const next = this.cursor.next(event.key);
    if (next) {
      this.cursor.set(next);
      if (this.byKey) this.carriedTo = this.reading.grid.centreOf(next);
      return true;
    }
    const { hex } = this.cursor;
    switch (event.key) {
      case "Enter":
        if (this.byKey) this.put(hex);
        else if (hex) this.take(hex);
        return true;
      case "a":
      case "A":
        if (this.byKey) this.put(hex);
        else if (hex) this.takeArrow(hex);
        return true;
      case "Delete":
      case "Backspace":
        if (hex) this.plan?.erase(hex);
        return true;
      case "u":
      case "U":
        this.plan?.undo();
        return true;
      case "Escape": {
        const open = this.lifted ?? this.from ?? this.fan.hex ?? this.cursor.hex;
        this.letGo();
        this.fan.hex = this.cursor.hex = null;
        return open !== null;
      }
      default:
        return false;
    }
  }

  private take(hex: string): void {
    const ghost = [...(this.plan?.moves ?? [])].findLast(([, at]) => at === hex)?.[0];
    const unit = ghost ?? this.reading.pileAt.get(hex)?.pieces.findLast((piece) => !this.plan?.moves.has(piece.id))?.id;
    if (!unit) return;
    this.lifted = unit;
    this.byKey = true;
    this.carriedTo = this.reading.grid.centreOf(hex);
  }

  private takeArrow(hex: string): void {
    this.from = hex;
    this.byKey = true;
    this.carriedTo = this.reading.grid.centreOf(hex);
  }
}
