// A seat at a table: the line, the ask and what is aimed at. One desk serves all seats of one person at one screen: it
// follows the deciding seat, with a cover in between where the choice is secret.

import { hexesOf } from "../board/hexsides";
import { planOf, type Plan } from "../board/plan.svelte";
import { advanceAll } from "./advance";
import * as api from "../lib/api";
import { buttons, mainVerb, primary, putsDown, same, step, targets, type Answer } from "../lib/answers";
import { Line } from "../lib/line.svelte";
import { payDice } from "../lib/nonce";
import { keepSince } from "../lib/since";
import { stackIn, stillToAct } from "../lib/stacks";
import type { Behind, Given, Message, Target, TableInfo, View } from "../lib/types";
import { Theatre } from "../theatre/theatre.svelte";
import { Hints } from "../school/hint/hints.svelte";
import { Doubts } from "../confirm/doubts.svelte";
import { Summaries } from "../summary/summaries.svelte";
import { Look } from "./look.svelte";
import { Party } from "./party.svelte";
import { keepLaidOver, laidOver } from "./laid";
import { kindsNamed, LOCAL } from "./overlays";

/** How long the next question of a row of answers is waited for. */
const WAIT_MS = 20;
const TRIES = 150;

export class Desk extends Look {
  /** What others did, played on the board. */
  readonly theatre = new Theatre(this);
  line = $state.raw<Line>() as Line;
  info = $state.raw<TableInfo | null>(null);
  /** What Tab points at; Enter answers it. */
  aim = $state.raw<Answer | null>(null);
  /** Why the last thing tried is not allowed. */
  refused = $state.raw<Message[] | null>(null);
  stale = $state(false);
  /** The seat that must take over the screen before its secret choice is shown. */
  cover = $state<string | null>(null);
  busy = $state(false);
  /** Pushing ghosts about instead of answering: nothing done on the map is sent. */
  planning = $state(false);
  /** A lesson: nothing of it is kept under the table's name. */
  readonly teaches: boolean = false;
  /** The last answer was not taken. */
  private stopped = false;
  private before = $state.raw<View | null>(null);
  private undone = $state(0);
  /** The last choice made here was secret: the other side may still be choosing. */
  sealed = $state(false);
  /** Seats of yours that have made the secret choice of the moment, and those asked in vain since somebody was to decide. */
  private readonly chosen = new Set<string>();
  private readonly passed = new Set<string>();
  private deciding = false;
  private logLength = 0;
  private asked: Record<string, unknown> = {};
  /** The unit of the last answer, while nothing else has been said since. */
  private takenUp = $state.raw<{ unit: string; where: string | undefined } | null>(null);
  /** Who goes along with the unit in hand. */
  private readonly company = new Party(this);
  /** A tap on a unit lets it go along instead of taking it up. */
  adding = $state(false);
  /** "Advance all and end" was pressed, and another question came first. */
  private sweeping: { verb: string; key: string } | null = null;
  /** The question that was answered last. */
  private answered: View["ask"] = null;
  /** What is asked twice before it is answered. */
  readonly doubts = new Doubts();
  /** What a good player would answer, and how the game may end. */
  readonly hints = new Hints(this);
  /** What a turn came to, and which is shown. */
  readonly summaries: Summaries;

  constructor(
    readonly table: string,
    seat: string | null,
    readonly key: string | null,
  ) {
    super();
    this.summaries = new Summaries(table, seat);
    this.on = laidOver(table);
    this.line = new Line(table, seat, key);
    this.learn();
  }

  /** Ask how the table stands: whose it is, who has added to the dice, and once it is over from which seed they came. */
  learn(): void {
    if (this.key) return;
    const heard = async (): Promise<void> => {
      this.info = await api.table(this.table);
      if (await payDice(this.info)) this.info = await api.table(this.table);
    };
    void heard().catch(() => undefined);
  }

  /** What the dice still wait for, as one text: another is another reason to learn. */
  get awaited(): string {
    return Object.entries(this.line.seats)
      .map(([player, seat]) => `${player}:${seat.owes ?? ""}`)
      .join(" ");
  }

  get view(): View | null {
    return this.line.view ?? this.before;
  }

  get ask(): View["ask"] {
    return this.view?.ask ?? null;
  }

  get seat(): string | null {
    return this.line.seat;
  }

  override readonly railed = true;

  /** The summary of a turn lies on the map. */
  get summing(): boolean {
    return this.summaries.open !== null && (this.theatre.view === null || this.theatre.interval);
  }

  get asker(): Record<string, string> {
    return this.seat ? { seat: this.seat } : this.key ? { watch: this.key } : {};
  }

  get yours(): string[] {
    return this.info?.yours ?? (this.seat ? [this.seat] : []);
  }

  /** All whom you play against are bots. */
  get alone(): boolean {
    return Object.entries(this.line.seats).every(([player, seat]) => seat.kind === "bot" || this.yours.includes(player));
  }

  /** Whether you may tell a bot to move now. */
  get hurries(): boolean {
    return this.alone && !this.info?.tournament && (this.seat !== null || this.info?.owner === true);
  }

  /** Your seats that bots play on for you. */
  get handed(): { player: string; bot: string }[] {
    return this.seat && !this.view?.result ? this.yours.flatMap((player) => (this.line.seats[player]?.stand_in ? [{ player, bot: this.line.seats[player].stand_in }] : [])) : [];
  }

  /** Whom others may ask a bot for: people who are away while it is up to them. */
  get away(): string[] {
    const { seats } = this.line;
    const may = this.seat !== null || this.info?.owner === true;
    return may && !this.view?.result ? (this.view?.waiting ?? []).filter((player) => !this.yours.includes(player) && seats[player]?.kind === "human" && seats[player].online === false && !seats[player].stand_in) : [];
  }

  /** Who plays this seat, by name. */
  personOf(player: string): string {
    return this.line.seats[player]?.name || this.playerName(player);
  }

  /** Several seats of yours at one screen. */
  get hotseat(): boolean {
    return this.yours.length > 1;
  }

  get canRedo(): boolean {
    return this.view?.can_redo ?? this.undone > 0;
  }

  /** The plan on the map, while one is being made. */
  get plan(): Plan | null {
    return this.planning ? planOf(`${this.table} ${this.seat ?? ""}`) : null;
  }

  togglePlan = (): void => {
    this.planning = !this.planning;
    this.aim = null;
  };

  close(): void {
    this.theatre.close();
    this.line.close();
  }

  override toggle(overlay: string): void {
    super.toggle(overlay);
    keepLaidOver(this.table, this.on);
  }

  /** Follow the decision to another seat of yours. Called whenever a view has come. */
  follow(): void {
    const view = this.line.view;
    if (view && this.seat) this.remember(view);
    this.doubts.asked(this.ask);
    if (!view || this.cover) return;
    if (view.ask) {
      this.sealed = view.waiting.length > 1;
      this.passed.clear();
      if (this.seat && this.chosen.has(this.seat)) this.chosen.clear(); // asked again: another choice has begun
      return;
    }
    if (!this.hotseat) {
      if (view.log_length > this.logLength) this.sealed = false; // all have chosen, and the game has gone on
      return;
    }
    if (view.waiting.length < 2) this.passed.clear();
    if (this.seat) this.passed.add(this.seat);
    if (this.seat && this.sealed) this.chosen.add(this.seat);
    // who has chosen in secret is still among those waited for: only his own view would tell
    const open = view.waiting.filter((player) => this.yours.includes(player) && !this.passed.has(player) && !this.line.seats[player]?.stand_in);
    const next = open.find((player) => !this.chosen.has(player)) ?? open[0];
    if (!next) return;
    if (this.sealed || view.waiting.length > 1) this.cover = next;
    else this.sit(next);
    this.sealed = false;
  }

  /** Keep where this seat's decision ended, for "since my last move". */
  private remember(view: View): void {
    if (this.deciding && !view.ask && this.seat) keepSince(this.table, this.seat, this.logLength);
    this.deciding = view.ask !== null;
    if (view.ask) this.logLength = view.log_length;
  }

  /** Take over the screen for another of your seats. */
  sit(seat: string): void {
    this.before = this.cover ? null : this.line.view;
    this.line.close();
    this.line = new Line(this.table, seat, this.key);
    this.cover = null;
    this.aim = null;
    this.busy = false; // the word that the last answer was taken may not have come before the line was closed
    this.planning = false; // the next one's plans are his own
    this.undone = 0;
  }

  // ---- answering

  /** Whether an answer is not given yet, or otherwise. */
  protected intercepts(verb: string, target: Target): boolean {
    return this.doubts.stops(this.ask, verb, target, this.hints.betterThan(verb, target));
  }

  answer = async (verb: string, target: Target = null): Promise<void> => {
    this.summaries.close(); // who plays on has read it: it would lie over the map, share the Enter key and keep the coach silent
    if (this.intercepts(verb, target)) return;
    this.hints.answers(verb, target);
    this.aim = null;
    this.refused = null;
    this.stale = false;
    if (this.looksAtNobody) this.select(null);
    this.theatre.answering();
    this.busy = true;
    const unit = this.ask?.kinds[verb] === "unit" ? String(target) : null;
    const where = unit === null ? undefined : this.piece(unit)?.where;
    const led = this.company.leave(verb, target);
    this.adding = false;
    this.answered = this.ask;
    const reply = await this.line.answer(verb, target);
    this.busy = false;
    this.undone = 0;
    this.stopped = reply.type === "refused";
    this.takenUp = reply.type === "done" && unit !== null ? { unit, where } : null;
    if (unit) this.company.takenBy = verb;
    if (reply.type === "refused") {
      this.refused = reply.reasons ?? null;
      this.stale = reply.stale ?? false;
    } else {
      if (led) await this.company.lead(led);
      await this.sweepOn();
    }
  };

  /** A hex in which nobody stands was tried, or merely looked at. */
  private get looksAtNobody(): boolean {
    const { selected, view } = this;
    return Boolean(selected?.hex && !selected.unit && view && !stackIn(view, selected.hex).length);
  }

  /** Wait until the question that was answered last is no longer the one that is asked. */
  async nextQuestion(): Promise<void> {
    for (let tries = 0; tries < TRIES && this.answered === this.ask; tries++) await new Promise((done) => setTimeout(done, WAIT_MS));
  }

  /** Give an answer as soon as the next question is there; false where it is not offered. */
  async follows(verb: string, target: Target): Promise<boolean> {
    await this.nextQuestion();
    const { ask } = this;
    if (!ask?.answers[verb]?.includes(target) || this.doubts.open) return false;
    await this.answer(verb, target);
    return !this.stopped;
  }

  /** One answer after the other, as somebody says what comes next from the question then asked. */
  chain = async (next: () => Answer | null, most = 300): Promise<void> => {
    for (let n = 0; n < most; n++) {
      const one = next();
      if (!one || !(await this.follows(one.verb, one.target))) return;
      await this.nextQuestion();
    }
  };

  get party(): readonly string[] {
    return this.company.units;
  }

  get followers(): string[] {
    return this.company.followers;
  }

  join = (units: readonly string[]): void => this.company.join(units);

  /** The other units of the stack in hand that the question lets one take up. */
  get mates(): Answer[] {
    const unit = this.ask?.focus.unit ? this.piece(this.ask.focus.unit) : undefined;
    if (!unit?.on_map) return [];
    return this.targets.filter((one) => one.kind === "unit" && one.target !== unit.id && this.piece(String(one.target))?.where === unit.where && this.piece(String(one.target))?.on_map);
  }

  /** All advance, also those whose turn comes after a question in between. */
  advanceAll = async (verb: string): Promise<void> => {
    this.sweeping = null;
    const key = this.ask?.prompt.key;
    const asked = await advanceAll({ ask: () => this.ask, follows: (said, target) => this.follows(said, target), next: () => this.nextQuestion() }, verb);
    if (asked && key !== undefined) this.sweeping = { verb, key };
  };

  /** What was asked in between has been answered: the others advance too. */
  private async sweepOn(): Promise<void> {
    const sweep = this.sweeping;
    if (!sweep) return;
    await this.nextQuestion();
    if (this.ask?.prompt.key === sweep.key) return this.advanceAll(sweep.verb);
    if (!this.ask) this.sweeping = null;
  }

  /** Where nothing can be taken back the table says why: a die has fallen since, or something was revealed. */
  undo = async (): Promise<void> => {
    if (!this.view?.can_undo) {
      const reply = this.view?.viewer ? await this.line.undo() : null;
      if (reply?.type === "refused") this.refused = reply.reasons ?? null;
      return;
    }
    this.aim = null;
    this.sweeping = null;
    this.theatre.answering();
    this.takenUp = null;
    const reply = await this.line.undo();
    if (reply.type === "done") {
      this.undone += 1;
      this.company.stepBack();
    } else if (reply.type === "refused") this.refused = reply.reasons ?? null;
  };

  redo = async (): Promise<void> => {
    if (!this.canRedo) return;
    this.aim = null;
    this.theatre.answering();
    const reply = await this.line.redo();
    if (reply.type === "done") this.undone = Math.max(0, this.undone - 1);
    else if (reply.type === "refused") this.refused = reply.reasons ?? null;
  };

  preview = async (verb: string, target: Target): Promise<Record<string, unknown> | null> => {
    const [reply, behind] = await Promise.all([this.line.preview(verb, target), this.company.left(verb, target)]);
    if (reply.type !== "told") return null;
    return behind.length ? { ...reply.preview, behind } : (reply.preview ?? null);
  };

  why = async (verb: string, target: Target): Promise<Message[] | null> => {
    const reply = await this.line.why(verb, target);
    return reply.type === "told" ? (reply.why ?? null) : null;
  };

  /** Something was tried on the map that cannot be answered. */
  tried(verb: string, target: Target): Promise<Message[] | null> {
    return this.why(verb, target);
  }

  together(first: readonly Given[], rows: readonly (readonly Given[])[], stop: string | null): Promise<Record<string, Message[]> | null> {
    return this.line.together(first, rows, stop);
  }

  /** Those who went along and could not follow. */
  get leftBehind(): readonly Behind[] {
    return this.company.behind;
  }

  // ---- aiming

  get targets(): Answer[] {
    return this.ask ? targets(this.ask) : [];
  }

  get buttons(): string[] {
    return this.ask ? buttons(this.ask) : [];
  }

  get primary(): string | null {
    return this.ask ? primary(this.ask) : null;
  }

  get mainVerb(): string | null {
    return this.ask ? mainVerb(this.ask) : null;
  }

  take(aim: Answer | null): void {
    this.aim = aim;
    if (!aim) return;
    const hex = this.hexOf(aim);
    if (hex) {
      this.board?.centre(hex);
      this.select(aim.kind === "unit" ? { hex, unit: String(aim.target) } : { hex });
    }
  }

  /** Aim at the next legal target; past the end, at none. */
  next(by: 1 | -1): void {
    this.take(step(this.targets, this.aim, by));
  }

  /** Go to the map at the first target that lies on it: Tab goes on from there. False where nothing does. */
  toBoard(): boolean {
    const hex = this.targets.map((one) => this.hexOf(one)).find((one) => one !== null);
    if (!hex || !this.board) return false;
    this.board.cursorTo(hex);
    return true;
  }

  /** Aim at the next unit that can act, or just show it where it is not among the answers. */
  nextUnit(by: 1 | -1): void {
    const view = this.view;
    if (!view) return;
    const units = stillToAct(view, this.ask);
    const at = units.findIndex((unit) => unit.id === this.selected?.unit);
    const next = units[(at < 0 ? (by > 0 ? 0 : -1) : at + by + units.length) % units.length] ?? units.at(-1);
    if (!next) return;
    this.goToUnit(next.id);
    this.aim = this.targets.find((one) => one.kind === "unit" && one.target === next.id) ?? null;
  }

  /** One step back, the newest first; false where there is nothing to step back from. */
  stepBack(): boolean {
    if (this.summaries.open) this.summaries.close();
    else if (this.doubts.open) this.doubts.fold();
    else if (this.aim) this.aim = null;
    else if (this.refused) this.refused = null;
    else if (this.canPutDown && !this.planning) this.putDown();
    else return false;
    return true;
  }

  /** The unit in question was only taken up: it can be put down again as if nothing had been. */
  get canPutDown(): boolean {
    const unit = this.ask?.focus.unit;
    if (unit === undefined) return false;
    const { takenUp } = this;
    const unmoved = this.ask?.focus.unmoved === true || (takenUp?.unit === unit && takenUp.where === this.piece(unit)?.where); // who advanced has gone
    return this.puttingDown !== null || (this.view?.can_undo === true && unmoved);
  }

  /** The game's own answer for that, where it has one. */
  private get puttingDown(): string | null {
    return this.buttons.find((verb) => putsDown(verb)) ?? null;
  }

  putDown(): void {
    void (this.puttingDown ? this.answer(this.puttingDown) : this.undo());
  }

  confirm(): void {
    const { open } = this.doubts;
    if (open) return void this.answer(open.verb, open.target);
    if (this.aim && this.targets.some((one) => same(one, this.aim))) void this.answer(this.aim.verb, this.aim.target);
    else if (this.primary) void this.answer(this.primary);
  }

  hexOf(answer: Answer): string | null {
    if (answer.kind === "hex") return String(answer.target);
    if (answer.kind === "hexside") return hexesOf(String(answer.target))?.[0] ?? null;
    if (answer.kind !== "unit") return null;
    const piece = this.piece(String(answer.target));
    return piece?.on_map ? piece.where : null;
  }

  // ---- overlays

  /** Ask the server for what is switched on and out of date. */
  async fetchOverlays(): Promise<void> {
    const view = this.view;
    if (!view || this.line.standing !== "open") return;
    const wanted = this.wanted(view);
    const found: Record<string, string[]> = {};
    const pieces = view.pieces;
    await Promise.all(
      wanted.map(async (kind) => {
        const known = this.overlays[kind];
        if (known && this.asked[kind] === pieces) {
          found[kind] = known;
          return;
        }
        this.asked[kind] = pieces;
        const hexes = LOCAL.has(kind) ? [] : await this.line.overlay(kind);
        if (hexes) found[kind] = hexes;
      }),
    );
    if (this.view === view) this.overlays = found;
  }

  /** The kinds to draw: the enemy's ZOC, one's own supply, the command range of the HQ that is selected or active, and what
      only this game has. */
  private wanted(view: View): string[] {
    const mine = view.viewer ? this.side(view.viewer) : null;
    const sides = [...new Set(view.players.map((player) => player.side))];
    const kinds: string[] = [];
    if (this.on.has("zoc")) kinds.push(...sides.filter((side) => side !== mine).map((side) => `zoc:${side}`));
    if (this.on.has("supply")) kinds.push(...(mine ? [mine] : sides).map((side) => `supply:${side}`));
    if (this.on.has("control")) kinds.push(...sides.map((side) => `control:${side}`));
    if (this.on.has("command")) kinds.push(...this.headquarters(view).map((id) => `command:${id}`));
    kinds.push(...[...LOCAL].filter((kind) => this.on.has(kind)));
    for (const name of this.on) kinds.push(...kindsNamed(this.game?.overlays ?? [], name, this.selected?.unit ?? null));
    return kinds;
  }

  private headquarters(view: View): string[] {
    const chosen = this.selected?.unit ? view.pieces[this.selected.unit] : undefined;
    if (chosen?.range !== undefined && chosen.on_map) return [chosen.id];
    return Object.values(view.pieces)
      .filter((piece) => piece.range !== undefined && piece.on_map && piece.flags?.includes("activated"))
      .map((piece) => piece.id);
  }
}
