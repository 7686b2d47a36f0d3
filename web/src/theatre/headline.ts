// The card's headline: "Die 3 on 8–1: 1DR. 8Lw is eliminated", in whatever the reader reads.

import { said, t } from "../i18n/index.svelte";
import { capital } from "../lib/capital";
import { pieceName } from "../lib/named";
import type { View } from "../lib/types";
import { parted } from "../log/told";
import type { Desk } from "../table/desk.svelte";
import { dieOf, fallsIn, followsOf, hasNoEffect, listOf, mainOf, resultOf, rowsOf, tellingOf } from "./card";
import type { Beat } from "./script";

/** A chit with the label of an HQ is called as its army is. */
function nameOf(chit: string, view: View): string | null {
  const named = Object.values(view.pieces).find((piece) => piece.label === chit && piece.range !== undefined)?.name;
  return named ? said(named) : null;
}

/** A place that falls is the news, and the die only how it came to it. */
export function headlineOf(desk: Desk, beat: Beat, view: View): string {
  const [fall] = fallsIn(beat, desk.game?.stage);
  return fall ? capital(said(fall.text)) : rolledOf(desk, beat, view);
}

export function rolledOf(desk: Desk, beat: Beat, view: View): string {
  const main = mainOf(beat);
  if (!main) return "";
  const chit = beat.kind === "draw" ? listOf(main["chit"])[0] : undefined;
  if (chit) return nameOf(chit, view) ?? desk.words.word(chit);
  const die = dieOf(beat);
  const column = rowsOf(main).find((row) => row.own)?.column;
  if (die === null || !column) return said(main.text);
  const follows = followsOf(beat, desk.game?.stage);
  const headline = t("card.dieOn", { die, column: column.replace("-", "–"), result: hasNoEffect(main) ? t("card.noEffect") : resultOf(main) });
  const telling = tellingOf(follows)?.lines[0];
  if (telling) return t("card.then", { headline, what: capital(parted(said(telling.message.text))[0] ?? "") });
  const held = hasNoEffect(main) ? listOf(main["units_defending"]).flatMap((id) => view.pieces[id] ?? []) : [];
  const place = beat.hexes[0];
  return held.length && place ? t("card.then", { headline, what: t("card.holds", { units: held.map(pieceName).join(t("summary.comma")), count: held.length, place: desk.hexName(place) }) }) : headline;
}
