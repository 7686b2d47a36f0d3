// The line beside the game's name: the tracks that its `head` panel lists, in their order, and the turn's date at the end, where it
// may be cut off.

import { t, type GameWords } from "../i18n/index.svelte";
import type { GameInfo, Track, View } from "../lib/types";
import { panelsOf } from "./shown";
import { trackLabel, trackOf } from "./tracks";

const EVERY_GAME = ["turn", "phase"];

export interface Part {
  text: string;
  /** A narrow page does without what stands before the turn, and without the turn's date; a phone has the turn in a line of its own. */
  place: "lead" | "turn" | "date" | "";
}

export function headOf(game: Pick<GameInfo, "panels"> | null, view: Pick<View, "tracks" | "turn">, words: Pick<GameWords, "word">): Part[] {
  const tracks = panelsOf(game).find((panel) => panel.widget === "head")?.tracks ?? EVERY_GAME;
  const before = tracks.indexOf("turn");
  const date = trackLabel(trackOf(view, "turn"));
  const parts = tracks.flatMap<Part>((id, n) => {
    const track = trackOf(view, id);
    if (id === "turn") return turn(track, view.turn);
    const text = trackLabel(track) || (typeof track?.value === "string" ? words.word(track.value) : "");
    return text ? [{ text, place: n < before ? "lead" : "" }] : [];
  });
  return date && before >= 0 && view.turn ? [...parts, { text: date, place: "date" }] : parts;
}

function turn(track: Track | undefined, now: number): Part[] {
  if (!now) return []; // before the first
  const text = track?.last ? t("head.turnOf", { turn: now, last: track.last }) : t("head.turn", { turn: now });
  return [{ text, place: "turn" }];
}
