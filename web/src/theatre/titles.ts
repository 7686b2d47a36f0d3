// What a beat is called, and what several come to.

import { said, t } from "../i18n/index.svelte";
import { capital } from "../lib/capital";
import type { Message, Piece } from "../lib/types";
import { caption } from "./caption";
import { listOf } from "./card";
import type { Beat } from "./script";

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

/** "13 moves · 1 fight · 1 place taken". */
export function counted(beats: readonly Beat[]): string {
  const sum = (of: (beat: Beat) => number): number => beats.reduce((all, beat) => all + of(beat), 0);
  return [
    one("moves", sum((beat) => (beat.kind === "moves" ? beat.walks.length : 0))),
    one("fights", sum((beat) => (beat.kind === "fight" ? fightsOf(beat) : 0))),
    one("dice", sum((beat) => (beat.kind === "roll" ? fightsOf(beat) : 0))),
    one("lost", sum((beat) => beat.losses.filter((loss) => loss.gone).length)),
    one("taken", sum((beat) => beat.taken.length)),
  ]
    .filter(Boolean)
    .join(" · ");
}
