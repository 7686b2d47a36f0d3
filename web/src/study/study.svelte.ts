// A study: a replay with notes. Whoever made it writes into it; what he writes is kept a moment later.

import type { ReplayInfo, View } from "../lib/types";
import { Replay } from "../replay/replay.svelte";
import * as api from "./api";
import { nextNote, noteAt, sketched, withNote, type Colour, type Note, type Sketch } from "./notes";

const KEEP_AFTER = 700;

export class Study extends Replay {
  title = $state("");
  by = $state("");
  yours = $state(false);
  /** Why a moderator took it away. */
  removed = $state<string | null>(null);
  notes = $state.raw<Note[]>([]);
  /** How it stands with what was written: kept, on its way, or why not. */
  keeping = $state<"kept" | "waits" | "">("");
  lost = $state("");
  drawing = $state(false);
  colour = $state<Colour>("green");
  private later: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    first: number | null,
  ) {
    super(id, null, false, first);
  }

  /** Who reads begins with the first note. */
  protected override firstStep(): number {
    return this.start ?? (this.yours ? 0 : (this.notes[0]?.step ?? 0));
  }

  protected override async info(): Promise<ReplayInfo> {
    const told = await api.study(this.table);
    [this.title, this.by, this.yours, this.notes] = [told.title, told.by, told.yours, told.notes];
    this.removed = told.removed;
    return told;
  }

  protected override viewAt(step: number): Promise<View> {
    return api.studyView(this.table, step);
  }

  get note(): Note | null {
    return noteAt(this.notes, this.at);
  }

  get sketches(): readonly Sketch[] {
    return this.note?.drawn ?? [];
  }

  other(by: 1 | -1): number | null {
    return nextNote(this.notes, this.at, by);
  }

  write(text: string): void {
    this.change({ text });
  }

  draw(hexes: string[]): void {
    this.change({ drawn: sketched(this.sketches, { hexes, colour: this.colour }) });
  }

  rubOut(): void {
    this.change({ drawn: [] });
  }

  call(title: string): void {
    this.title = title;
    this.keepSoon();
  }

  private change(what: Partial<Note>): void {
    this.notes = withNote(this.notes, { step: this.at, text: "", drawn: [], ...this.note, ...what });
    this.keepSoon();
  }

  private keepSoon(): void {
    this.keeping = "waits";
    clearTimeout(this.later);
    this.later = setTimeout(() => void this.keep(), KEEP_AFTER);
  }

  /** What is written is kept before the page goes. */
  override close(): void {
    super.close();
    if (this.keeping === "waits") void this.keep();
  }

  private async keep(): Promise<void> {
    clearTimeout(this.later);
    const { title, notes } = this;
    try {
      await api.writeStudy(this.id, title, notes);
      this.lost = "";
      if (title === this.title && notes === this.notes) this.keeping = "kept";
    } catch (error) {
      this.keeping = "";
      this.lost = error instanceof Error ? error.message : String(error);
    }
  }
}
