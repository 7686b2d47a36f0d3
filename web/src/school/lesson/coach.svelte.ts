// The coach of a lesson: what he says now, what he points at, and how the card goes on from one step to the next.

import { targets, type Answer } from "../../lib/answers";
import type { MapPoint } from "../../board/given";
import type { Target } from "../../lib/types";
import { buttonOf, panelSelector, type Pointing } from "../pointing";
import { progress } from "../progress.svelte";
import type { LessonDesk } from "./desk.svelte";
import type { Deed, LessonTold, Point, Verdict } from "./types";

/** How long a word of praise stands alone. */
export const PRAISE_MS = 700;
/** After so long without an answer help is offered. */
export const HINT_MS = 25_000;
/** How long the ghost of a hand shows an answer. */
export const SHOW_MS = 1500;
const POLL_MS = 60;

/** What the card is about. */
export type Form = "say" | "praise" | "held" | "stray" | "over";

const placeOf = ({ unit, hex, hexside }: Point): MapPoint | null =>
  unit !== undefined ? { kind: "unit", id: unit } : hex !== undefined ? { kind: "hex", id: hex } : hexside !== undefined ? { kind: "hexside", id: hexside } : null;

export class Coach implements Pointing {
  told = $state.raw<LessonTold | null>(null);
  /** What was said to the answer that ended the last step; it stays to be read. */
  praise = $state.raw<Verdict | null>(null);
  /** It stands alone, until the learner has seen what came of his answer. */
  private alone = $state(false);
  /** Help was offered because nothing has happened for a while. */
  private late = $state(false);
  /** The answer that was shown: shown once more, it is given. */
  shown = $state.raw<Answer | null>(null);
  /** The hand that shows it is on its way. */
  showing = $state(false);
  /** The learner goes on although the goal is out of reach. */
  private wanders = $state(false);
  private timers: ReturnType<typeof setTimeout>[] = [];
  private step = -1;

  constructor(
    readonly desk: LessonDesk,
    readonly game: string,
    readonly id: string,
  ) {}

  get form(): Form {
    const { told } = this;
    if (!told) return "say";
    if (told.pending) return "held";
    if (this.praise && this.alone) return "praise";
    if (told.over) return "over";
    return told.stray && !this.wanders ? "stray" : "say";
  }

  /** Something of the last answer is still to be seen on the map. */
  get watching(): boolean {
    return this.desk.theatre.playing || this.desk.theatre.view !== null;
  }

  /** Help is offered by a pulse. */
  get offersHelp(): boolean {
    return this.form === "say" && !this.told?.read && (this.told?.hint_due === true || this.late);
  }

  /** What the coach adds where the rules refuse something. */
  get adds(): Verdict | null {
    const verdict = this.told?.verdict;
    return verdict?.kind === "refused" && verdict.say ? verdict : null;
  }

  // ---- hearing

  heard(told: LessonTold): void {
    const { verdict } = told;
    const looked = this.told?.passing === true && !told.passing && told.step === this.step;
    const moved = told.record.answers.length !== this.told?.record.answers.length || told.step !== this.step;
    this.told = told;
    if (moved || told.pending) this.shown = null;
    if (told.step !== this.step) {
      this.step = told.step;
      this.wanders = false;
    }
    if (looked) this.alone = false;
    else if (verdict?.kind === "good" && verdict.say) {
      this.praise = verdict;
      this.alone = true;
      void this.goesOn(told);
    } else {
      this.alone = false;
      if (moved) this.praise = null;
    }
    this.waitFor(told);
    this.keep(told);
  }

  private keep({ over, record }: LessonTold): void {
    if (over) progress.finish(this.game, this.id);
    else progress.keep(this.game, this.id, record.answers.length ? record : null);
  }

  /** What is looked at is taken away only when the learner goes on: a position that is replaced, a die and what it did. */
  get waits(): boolean {
    return this.told?.passing === true || (this.desk.theatre.cardOpen && this.desk.theatre.card !== null);
  }

  /** Praise stands alone while its answer is played, and a moment longer; where the board changes, until the learner goes on. */
  private async goesOn(told: LessonTold): Promise<void> {
    const sleep = (ms: number): Promise<void> => new Promise((done) => this.timers.push(setTimeout(done, ms)));
    await sleep(POLL_MS);
    while (this.told === told && this.watching) await sleep(POLL_MS);
    if (this.waits) return;
    await sleep(PRAISE_MS);
    if (this.told === told) this.alone = false;
  }

  private waitFor(told: LessonTold): void {
    this.late = false;
    this.timers.push(
      setTimeout(() => {
        if (this.told === told) this.late = true;
      }, HINT_MS),
    );
  }

  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  // ---- doing

  async do(deed: Deed): Promise<void> {
    this.desk.aim = this.desk.refused = null;
    this.desk.theatre.answering();
    await this.desk.line.teach(deed);
  }

  /** On from a word of praise, or from a step that is only read. */
  goOn(): void {
    if (this.desk.theatre.playing) this.desk.theatre.skip();
    this.desk.theatre.cardOpen = false;
    if (this.told?.passing) void this.do("go_on");
    else if (this.form === "praise") this.alone = false;
    else if (this.told?.read) void this.do("read_on");
  }

  /** Play on although the goal is out of reach. */
  wander(): void {
    this.wanders = true;
  }

  /** Show the answer by a ghost of a hand; shown already, give it. */
  async show(): Promise<void> {
    if (this.form !== "say" || this.showing) return;
    if (this.told?.read) return this.goOn();
    const { shown } = this;
    if (shown) {
      this.shown = null;
      return this.desk.answer(shown.verb, shown.target);
    }
    const reply = await this.desk.line.teach("show");
    const answer = reply.type === "told" ? (reply.show ?? null) : null;
    if (!answer) return;
    const [verb, target] = answer;
    this.shown = { verb, target: target ?? null, kind: this.desk.ask?.kinds[verb] ?? "nothing" };
    this.showing = true;
    const place = this.placeOf(this.shown);
    if (place) this.reveal([place]);
    this.timers.push(setTimeout(() => (this.showing = false), SHOW_MS));
  }

  /** A key that means something to the coach. */
  key(key: string): boolean {
    const { form } = this;
    if (key === "i") {
      void this.show();
      return true;
    }
    if (key !== "Enter") return false;
    if (form === "held") void this.do("anyway");
    else if (form === "praise" || (form === "say" && this.told?.read)) this.goOn();
    else if (form === "over" || form === "stray") return false;
    else return this.told?.enter === false && this.desk.aim === null;
    return true;
  }

  // ---- pointing

  get moment(): number {
    return this.told?.record.answers.length ?? 0;
  }

  /** What is pointed at now. */
  private get points(): readonly Point[] {
    return this.form === "say" && !this.watching ? (this.told?.point ?? []) : [];
  }

  /** What of it lies on the map: a verb without a button is pointed at where it can be said. */
  get onMap(): MapPoint[] {
    return this.points.flatMap((point) => {
      const place = placeOf(point);
      if (place) return place.kind !== "unit" || this.desk.piece(place.id)?.on_map ? [place] : [];
      return point.verb ? this.sayable(point.verb).slice(0, 2) : [];
    });
  }

  /** What of it stands beside the map, as the page finds it. */
  get beside(): string[] {
    return this.points.flatMap((point) => {
      if (point.panel) return [panelSelector(point.panel)];
      if (point.unit && !this.desk.piece(point.unit)?.on_map) return [`[data-unit="${point.unit}"]`];
      return point.verb && !this.sayable(point.verb).length ? [buttonOf(this.desk.ask, point.verb)] : [];
    });
  }

  private sayable(verb: string): MapPoint[] {
    const ask = this.desk.ask;
    if (!ask) return [];
    return targets(ask).flatMap((one) => (one.verb === verb ? (this.placeOf(one) ?? []) : []));
  }

  placeOf(answer: Answer): MapPoint | null {
    const id = String(answer.target);
    if (answer.kind === "unit") return this.desk.piece(id)?.on_map ? { kind: "unit", id } : null;
    return answer.kind === "hex" || answer.kind === "hexside" ? { kind: answer.kind, id } : null;
  }

  /** Bring what is pointed at into view where it is not. */
  reveal(points: readonly MapPoint[] = this.onMap): void {
    const hexes = points.flatMap(({ kind, id }) => (kind === "unit" ? (this.desk.piece(id)?.where ?? []) : kind === "hexside" ? id.split(/[-/]/) : [id]));
    if (hexes.length) this.desk.board?.reveal(hexes);
  }
}

/** The button or the row of an answer beside the map, the nearest that is to be seen. */
export function rowOf(verb: string, target: Target): string[] {
  return [...(target === null ? [] : [`[data-verb="${verb}"][data-target="${String(target)}"]`, `[data-unit="${String(target)}"]`]), `[data-verb="${verb}"]`, "#decision"];
}

/** About how many minutes are left. */
export const minutesLeft = ({ lesson, step, steps }: Pick<LessonTold, "lesson" | "step" | "steps">): number => Math.max(1, Math.ceil((lesson.minutes * (steps - Math.min(step, steps))) / steps));
