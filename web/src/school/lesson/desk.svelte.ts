// The desk of a lesson: as at any table, but the coach is asked before an answer counts, and nothing is kept of it.

import type { Message, Target } from "../../lib/types";
import { Desk } from "../../table/desk.svelte";
import type { LessonTold } from "./types";

export class LessonDesk extends Desk {
  override readonly teaches = true;

  constructor(table: string, seat: string) {
    super(table, seat, null);
  }

  /** What the coach says now. */
  get told(): LessonTold | null {
    return this.line.lesson;
  }

  /** The dice of a lesson are its own. */
  override learn(): void {}

  /** The same answer once more is meant. */
  protected override intercepts(verb: string, target: Target): boolean {
    const held = this.told?.pending;
    if (!held || held[0] !== verb || (held[1] ?? null) !== target) return false;
    void this.line.teach("anyway");
    return true;
  }

  /** What would solve the step by itself is pressed, not entered. */
  override get primary(): string | null {
    return this.told?.enter === false ? null : super.primary;
  }

  /** From the bare page straight to what the coach points at. */
  override toBoard(): boolean {
    return this.board?.aimFirst() ?? false;
  }

  /** What was tried and is not allowed is told to the coach as well. */
  override async tried(verb: string, target: Target): Promise<Message[] | null> {
    const reply = await this.line.answer(verb, target);
    return reply.type === "refused" ? (reply.reasons ?? null) : null;
  }
}
