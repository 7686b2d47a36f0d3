// Studies over the small JSON API.

import { call, send } from "../lib/api";
import type { ReplayInfo, View } from "../lib/types";
import type { Note } from "./notes";

export interface StudyCard {
  id: string;
  title: string;
  by: string;
  game: string;
  scenario: string;
  created: number;
  changed: number;
  yours: boolean;
  notes: number;
  /** Why a moderator took it away: nobody else can open it. */
  removed: string | null;
}

export type StudyTold = Omit<StudyCard, "notes"> & ReplayInfo & { notes: Note[] };

export const studies = () => call<StudyCard[]>("/studies");
export const study = (id: string) => call<StudyTold>(`/studies/${id}`);
export const studyView = (id: string, step: number) => call<View>(`/studies/${id}/${step}`);
export const writeStudy = (id: string, title: string, notes: readonly Note[]) => call<void>(`/studies/${id}`, send("PUT", { title, notes }));
export const removeStudy = (id: string) => call<void>(`/studies/${id}`, { method: "DELETE" });
export const makeStudy = (table: string, seat: string | null, told: { title?: string; name?: string; until?: number }) =>
  call<{ id: string }>(`/tables/${table}/study${seat ? `?${new URLSearchParams({ seat })}` : ""}`, send("POST", told));
