// Lessons over the small JSON API.

import { call, send } from "../../lib/api";
import type { LessonRecord, Listed } from "./types";

export interface Opened {
  id: string;
  seat: string;
}

export const lessonsOf = (game: string) => call<Listed[]>(`/games/${encodeURIComponent(game)}/lessons`);
const open = (game: string, lesson: string, record: LessonRecord | null) => call<Opened>("/lessons", send("POST", { game, lesson, ...(record ? { record } : {}) }));
/** A real table that goes on from where a lesson stands. */
export const playOn = (table: string) => call<Opened>(`/tables/${table}/play_on`, send("POST", {}));

/** Begin a lesson, or go on where it was left; what was left and cannot be read any more begins anew. */
export async function begin(game: string, lesson: string, kept: unknown): Promise<Opened> {
  const record = readRecord(lesson, kept);
  if (!record) return open(game, lesson, null);
  return open(game, lesson, record).catch(() => open(game, lesson, null));
}

/** What a browser kept of a lesson, if it is a record of it. */
export function readRecord(lesson: string, kept: unknown): LessonRecord | null {
  if (typeof kept !== "object" || kept === null || !("answers" in kept) || !Array.isArray(kept.answers)) return null;
  return { lesson, answers: kept.answers as LessonRecord["answers"] };
}
