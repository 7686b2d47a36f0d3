// Plates for what happened to somebody on the way: "R3A overrun". A game has a word for each event that deserves one.

import type { Message, Piece, View } from "../lib/types";
import type { Beat } from "./script";
import { placesOf, unitsOf } from "./stage";

export interface Plate {
  hex: string;
  text: string;
}

/** Whom it befell: not who did it, where somebody else is named. */
function befallen(message: Message): string | undefined {
  const other = Object.entries(message).find(([name, value]) => name.startsWith("unit_") && typeof value === "string");
  return (other?.[1] as string | undefined) ?? unitsOf(message)[0];
}

export function platesOf(beat: Beat, view: Pick<View, "pieces">, find: (key: string) => string | null, nameOf: (piece: Piece) => string): Plate[] {
  return beat.messages.flatMap((message) => {
    const word = find(message.key.replace(/^event\./, "plate."));
    if (!word) return [];
    const unit = view.pieces[befallen(message) ?? ""];
    const hex = placesOf(message)[0] ?? (unit?.on_map ? unit.where : undefined);
    return hex ? [{ hex, text: word.replace("{unit}", unit ? nameOf(unit) : "").trim() }] : [];
  });
}
