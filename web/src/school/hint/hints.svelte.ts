// Hints at a table: asked for, looked at one by one, and given as an answer. They belong to one question, and go with it; but whose
// answer is given, by a button or by hand, is a plan, and what comes next of it is shown at once until it is done or left.

import { settings } from "../../lib/settings.svelte";
import type { Target, View } from "../../lib/types";
import type { Desk } from "../../table/desk.svelte";
import type { Expected, Hint, Warning } from "./types";

/** Steps of the small curve beside the bar. */
const REMEMBERED = 60;

/** A hint that somebody acts by. */
interface Followed {
  hint: Hint;
  /** what is still to be answered */
  rest: Hint["answers"];
  /** the question that was asked when it last went on */
  about: View["ask"];
  /** its answer to that question was given */
  given: boolean;
}

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
  private followed = $state.raw<Followed | null>(null);
  private giving = false;

  constructor(private readonly desk: Desk) {}

  /** Whether hints may be asked for here: all whom one plays against are bots, and it is no game of a tournament. */
  get allowed(): boolean {
    return this.solitaire && !this.desk.info?.tournament;
  }

  /** Nobody who plays against one would be wronged, but the tournament has no hints. */
  get barred(): boolean {
    return this.solitaire && !!this.desk.info?.tournament && this.desk.game?.advises === true;
  }

  private get solitaire(): boolean {
    return this.desk.seat !== null && !this.desk.view?.result && this.desk.alone;
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

  /** What is shown is the next step of a plan that was begun. */
  get goesOn(): boolean {
    return this.followed !== null && this.followed.about === this.desk.ask && !this.followed.given;
  }

  get open(): boolean {
    return this.thinking || this.list !== null;
  }

  toggle(): void {
    if (this.barred) this.none = !this.none;
    else if (this.open) this.close();
    else void this.ask();
  }

  close(): void {
    this.found = this.followed = null;
    this.none = false;
  }

  /** Ask for the hints of this question. */
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

  /** A finger swept over them: look at the next one alone, or at the one before. */
  sweep(by: 1 | -1): void {
    const count = this.list?.length ?? 0;
    if (count < 2) return;
    this.shown = (this.shown + (this.alone || by < 0 ? by : 0) + count) % count;
    this.alone = true;
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
    this.giving = true;
    await this.desk.answer(first.verb, first.target);
    for (const { verb, target } of rest) {
      if (target === null || !(await this.desk.follows(verb, target))) break;
    }
    this.giving = false;
    await this.follow();
  }

  // ---- a plan is followed

  /** An answer is given: it is the next of the plan, or of one that is shown, or it leaves them. */
  answers(verb: string, target: Target): void {
    const begins = ({ answers: [first] }: Pick<Hint, "answers">): boolean => first?.verb === verb && first.target === target;
    const { list, followed } = this;
    const open = list ? [list[this.shown], ...list].find((one) => one && begins(one)) : undefined;
    if (open) this.followed = { hint: open, rest: open.answers.slice(1), about: this.desk.ask, given: true };
    else if (!list && followed && begins({ answers: followed.rest })) this.followed = { ...followed, rest: followed.rest.slice(1), about: this.desk.ask, given: true };
    else this.followed = null;
    this.found = null;
    this.none = false;
  }

  /** Another question: what the plan says to it is shown. Who took something back has left it. */
  async follow(): Promise<void> {
    const { followed, giving } = this;
    const { ask } = this.desk;
    if (!followed || giving || ask === followed.about) return;
    const [next] = followed.rest;
    const { unit } = ask?.focus ?? {};
    if (followed.given && ask && next && ask.answers[next.verb]?.includes(next.target)) {
      this.followed = { ...followed, about: ask, given: false };
      this.found = { about: ask, list: [{ ...followed.hint, answers: followed.rest }] };
      [this.shown, this.alone] = [0, false];
    } else if (followed.given && ask && !next && unit && followed.hint.units.includes(unit)) {
      this.followed = { ...followed, about: ask, given: false };
      await this.ask();
    } else this.followed = null;
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
