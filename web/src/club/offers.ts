// Open seats: which fit, and how long they have been there.

import type { Language, OpenSeat } from "../lib/types";

export const KINDS = ["fit", "all", "live", "days"] as const;
export type Kind = (typeof KINDS)[number];

/** Whether a seat is one of those wanted: open to one's rating, played in one sitting, or a move now and then. A game without a clock is both. */
export function fits(seat: OpenSeat, kind: Kind): boolean {
  if (kind === "fit") return seat.mine || seat.fits;
  if (kind === "all" || !seat.clock) return true;
  return ("days" in seat.clock ? "days" : "live") === kind;
}

/** Since when a seat is open, in the reader's words. */
export function ago(since: number, language: Language, now = Date.now() / 1000): string {
  const seconds = Math.max(0, now - since);
  const words = new Intl.RelativeTimeFormat(language === "ja" ? "ja" : "en-GB", { numeric: "auto", style: "short" });
  if (seconds < 60) return words.format(0, "second");
  if (seconds < 3600) return words.format(-Math.floor(seconds / 60), "minute");
  if (seconds < 86_400) return words.format(-Math.floor(seconds / 3600), "hour");
  return words.format(-Math.floor(seconds / 86_400), "day");
}
