// What a beat is called, and what several come to.

import { said, t } from "../i18n/index.svelte";
import { capital } from "../lib/capital";
import type { Message, Piece } from "../lib/types";
import { kindOf, type Stage } from "../log/kinds";
import { caption } from "./caption";
import { listOf } from "./card";
import type { Beat } from "./script";
import { unitsOf } from "./stage";

type Counted = "moves" | "fights" | "taken" | "lost" | "dice";
const one = (key: Counted, count: number): string => t(`theatre.count.${key}`, { count });
/** "5124", "5124, 5125", "5124 …". */
const placeNames = (hexes: readonly string[]): string => (hexes.length > 2 ? `${hexes[0]} …` : hexes.join(", "));

/** How many fights or rolls a beat is: several may have fallen together. */
const fightsOf = (beat: Beat): number => Math.max(1, beat.parts.length);

/** What an activation is called where there is a line for it. */
export const actTitle = (title: Message, pieces: Record<string, Piece>): string =>
  caption(said(title.text), listOf(title["units"]).flatMap((id) => pieces[id]?.label ?? []), t("summary.comma"), (count) => t("card.more", { count }));

export function beatTitle(beat: Beat): string {
  switch (beat.kind) {
    case "draw":
      return t("theatre.beat.draw");
    case "moves":
      return one("moves", beat.walks.length) || t("theatre.beat.moves");
    case "fight":
      return beat.parts.length > 1 ? one("fights", fightsOf(beat)) : t("theatre.beat.fight", { place: placeNames(beat.hexes) });
    case "roll":
      return t("theatre.beat.roll");
    case "told":
      if (beat.held && beat.messages[0]) return capital(said(beat.messages[0].text));
      return t("theatre.beat.told");
  }
}

/** The battles that were fought shot by shot. */
const battlesIn = (beats: readonly Beat[]): number => new Set(beats.flatMap((beat) => (beat.kind === "roll" ? beat.hexes : []))).size;

/** Who was lost: known by name, or told only as one of its kind. */
const lostIn = (beat: Beat, stage: Stage | undefined): number =>
  beat.losses.filter((loss) => loss.gone).length + beat.messages.filter((one) => kindOf(one, stage) === "loss" && !unitsOf(one).length).length;

/** "13 moves · 1 fight · 1 place taken". */
export function counted(beats: readonly Beat[], stage?: Stage | undefined): string {
  const sum = (of: (beat: Beat) => number): number => beats.reduce((all, beat) => all + of(beat), 0);
  return [
    one("moves", sum((beat) => (beat.kind === "moves" ? beat.walks.length : 0))),
    one("fights", sum((beat) => (beat.kind === "fight" ? fightsOf(beat) : 0)) + battlesIn(beats)),
    one("dice", sum((beat) => (beat.kind === "roll" && !beat.hexes.length ? fightsOf(beat) : 0))),
    one("lost", sum((beat) => lostIn(beat, stage))),
    one("taken", sum((beat) => beat.taken.length)),
  ]
    .filter(Boolean)
    .join(" · ");
}
