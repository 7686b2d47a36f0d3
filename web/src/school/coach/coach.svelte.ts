// The coach of a first game: he speaks up at what is new, one remark at a time, two in a phase,
// and never twice in this browser.

import { call } from "../../lib/api";
import type { View } from "../../lib/types";
import type { Desk } from "../../table/desk.svelte";
import { buttonOf, panelSelector, type Pointing } from "../pointing";
import { progress as kept, type Progress } from "../progress.svelte";
import { due, phaseOf, questionOf } from "./due";
import type { Remark } from "./types";

const remarksOf = (game: string) => call<Remark[]>(`/games/${encodeURIComponent(game)}/coach`);

/** Remarks in a row, in one phase of one turn: what is still to say waits for its next moment. */
const IN_A_ROW = 2;

export class GameCoach implements Pointing {
  /** What he is saying. */
  private word = $state.raw<Remark | null>(null);
  private remarks = $state.raw<readonly Remark[]>([]);
  private game = "";
  /** The question at which he began to say it, its step and its phase. */
  private begun = { question: "", step: "", phase: undefined as unknown };
  /** The question at which he has said enough. */
  private enough = "";
  /** How much he has said in the phase that goes on. */
  private row = { phase: "", count: 0 };

  constructor(
    readonly desk: Desk,
    private readonly progress: Progress = kept,
  ) {}

  /** What he has to say of a game; one without remarks is played without a word. */
  async prepare(game: string): Promise<void> {
    this.know(game, await remarksOf(game).catch(() => []));
  }

  know(game: string, remarks: readonly Remark[]): void {
    this.game = game;
    this.remarks = remarks;
  }

  get ready(): boolean {
    return this.remarks.length > 0;
  }

  /** The board and the screen are the player's: nothing is played on it or laid over it. */
  get free(): boolean {
    const { theatre, summaries, layer, cover, planning, view } = this.desk;
    return !theatre.playing && theatre.view === null && !(theatre.cardOpen && theatre.card) && !summaries.open && !layer && !cover && !planning && !view?.result;
  }

  /** The remark that is to be seen. */
  get now(): Remark | null {
    return this.free && this.desk.ask && this.progress.isCoached(this.desk.table) ? this.word : null;
  }

  // ---- hearing

  /** A question, or the same one again. What is being said stays until the player goes on, or until it is of yesterday. */
  hear(view: View): void {
    if (!view.ask || !this.free || !this.ready || !this.progress.isCoached(this.desk.table)) return;
    const question = questionOf(view);
    if (this.word && question === this.begun.question) return;
    if (this.word) {
      const newer = view.ask.step !== this.begun.step && due(this.remarks, view, (id) => id === this.word?.id || this.said(id));
      if (!newer && phaseOf(view) === this.begun.phase) return;
      this.made();
    }
    if (question === this.enough) return;
    const phase = `${view.turn}/${view.active}/${String(phaseOf(view))}`;
    if (this.row.phase !== phase) this.row = { phase, count: 0 };
    if (this.row.count >= IN_A_ROW) return;
    this.word = due(this.remarks, view, (id) => this.said(id));
    if (this.word) this.row.count += 1;
    this.begun = { question, step: view.ask.step ?? "", phase: phaseOf(view) };
  }

  private said(id: string): boolean {
    return this.progress.said(this.nameOf(id));
  }

  private made(): void {
    if (this.word) this.progress.say(this.nameOf(this.word.id));
    this.word = null;
  }

  private nameOf(id: string): string {
    return `${this.game}/${id}`;
  }

  // ---- doing

  /** The remark is read; the next comes with another question. */
  goOn(): void {
    this.made();
    this.enough = this.desk.view ? questionOf(this.desk.view) : "";
  }

  sendAway(): void {
    this.made();
    this.progress.sendAway(this.desk.table);
  }

  // ---- pointing

  readonly onMap = [];
  readonly shown = null;
  readonly showing = false;

  get beside(): string[] {
    const point = this.now?.point;
    if (point?.panel) return [panelSelector(point.panel)];
    return point?.verb && this.desk.ask && point.verb in this.desk.ask.answers ? [buttonOf(this.desk.ask, point.verb)] : [];
  }

  get moment(): string {
    return this.now?.id ?? "";
  }

  placeOf(): null {
    return null;
  }

  reveal(): void {}
}
