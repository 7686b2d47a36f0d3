// Hints at a table: asked for, looked at one by one, and given as an answer. They belong to one question, and go with it.

import { settings } from "../../lib/settings.svelte";
import type { Target, View } from "../../lib/types";
import type { Desk } from "../../table/desk.svelte";
import type { Expected, Hint, Warning } from "./types";

/** Steps of the small curve beside the bar. */
const REMEMBERED = 60;

export class Hints {
  private found = $state.raw<{ about: View["ask"]; list: Hint[] } | null>(null);
  thinking = $state(false);
  /** Nobody could give one. */
  none = $state(false);
  /** The one that Enter gives; the others are drawn too, unless it was chosen to be looked at alone. */
  shown = $state(0);
  alone = $state(false);
  expected = $state.raw<Expected | null>(null);
  /** What was expected before, oldest first. */
  course = $state.raw<number[]>([]);
  private judged: unknown = null;

  constructor(private readonly desk: Desk) {}

  /** Whether hints may be asked for here: all whom one plays against are bots. */
  get allowed(): boolean {
    const { desk } = this;
    const { yours } = desk;
    return desk.seat !== null && !desk.view?.result && Object.entries(desk.line.seats).every(([player, seat]) => seat.kind === "bot" || yours.includes(player));
  }

  get offered(): boolean {
    return this.allowed && this.desk.game?.advises === true;
  }

  get judges(): boolean {
    return this.allowed && this.desk.game?.judged === true;
  }

  /** The hints for the question that is asked; null where none are shown. */
  get list(): Hint[] | null {
    return this.found && this.found.about === this.desk.ask && this.desk.ask ? this.found.list : null;
  }

  get open(): boolean {
    return this.thinking || this.list !== null;
  }

  toggle(): void {
    if (this.open) this.close();
    else void this.ask();
  }

  close(): void {
    this.found = null;
    this.none = false;
  }

  async ask(): Promise<void> {
    const { ask } = this.desk;
    if (!ask || this.thinking || !this.offered) return;
    this.thinking = true;
    this.none = false;
    this.shown = 0;
    this.alone = false;
    const reply = await this.desk.line.hint();
    this.thinking = false;
    const list = reply.type === "told" ? (reply.hints ?? []) : [];
    if (this.desk.ask !== ask) return;
    this.none = list.length === 0;
    this.found = list.length ? { about: ask, list } : null;
    const hexes = list[0] ? [...list[0].ways.flat(), ...(list[0].target ? [list[0].target] : [])] : [];
    if (hexes.length) this.desk.board?.reveal(hexes);
  }

  /** Look at one alone; the same again shows all. */
  show(number: number): void {
    if (!this.list?.[number]) return;
    this.alone = !(this.alone && this.shown === number);
    this.shown = number;
  }

  /** Look at the next one alone, after the last at all of them. */
  next(): void {
    const { list } = this;
    if (!list) return;
    if (!this.alone) [this.shown, this.alone] = [0, true];
    else if (this.shown + 1 < list.length) this.shown += 1;
    else [this.shown, this.alone] = [0, false];
  }

  /** Answer as the hint says; what would let dice fall or end something is left to the player, unless it is all there is. */
  async give(number = this.shown): Promise<void> {
    const hint = this.list?.[number];
    if (!hint) return;
    const [first, ...rest] = hint.answers;
    if (!first) return;
    this.close();
    await this.desk.answer(first.verb, first.target);
    for (const { verb, target } of rest) {
      if (target === null || !(await this.desk.follows(verb, target))) return;
    }
  }

  // ---- a coach who warns

  private watched = $state.raw<{ about: View["ask"]; warning: Warning | null } | null>(null);

  /** Whether the coach may be called: where hints are, and not where a lesson has its own. */
  get coaches(): boolean {
    return settings.now.warns && this.offered;
  }

  /** Think of each question as soon as it is asked, so that nobody waits when he answers. */
  async watch(): Promise<void> {
    const { ask } = this.desk;
    if (!ask || !this.coaches || this.thinking || this.watched?.about === ask) return;
    this.watched = { about: ask, warning: null };
    const reply = await this.desk.line.warning();
    if (this.desk.ask === ask && reply.type === "told") this.watched = { about: ask, warning: reply.warning ?? null };
  }

  /** What would be better than an answer that the coach warns of. */
  betterThan(verb: string, target: Target): Hint | null {
    const { watched } = this;
    if (!this.coaches || !watched?.warning || watched.about !== this.desk.ask) return null;
    return watched.warning.blunders.some((one) => one.verb === verb && one.target === target) ? watched.warning.better : null;
  }

  // ---- what may be expected

  toggleBar(): void {
    settings.set("bar", !settings.now.bar);
  }

  /** Ask how it stands, once for every position. */
  async judge(): Promise<void> {
    const view = this.desk.line.view;
    if (!settings.now.bar || !this.judges || !view || this.judged === view.pieces) return;
    this.judged = view.pieces;
    const reply = await this.desk.line.expected();
    if (reply.type !== "told" || !reply.expected) return;
    this.expected = reply.expected;
    this.course = [...this.course, reply.expected.chance].slice(-REMEMBERED);
  }
}
