// Days, months and changes as one says them.

import type { Language } from "../lib/types";

const locale = (language: Language): string => (language === "ja" ? "ja" : "en-GB");

/** A day, with its year where it is another than this; told by the second at which it began. */
export function dayOf(seconds: number, language: Language, now = Date.now()): string {
  const then = new Date(seconds * 1000);
  const year = then.getUTCFullYear() === new Date(now).getUTCFullYear() ? {} : { year: "numeric" as const };
  return new Intl.DateTimeFormat(locale(language), { day: "numeric", month: "short", timeZone: "UTC", ...year }).format(then);
}

/** "2026-04" as one says it. */
export const monthOf = (month: string, language: Language): string => new Intl.DateTimeFormat(locale(language), { month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month}-01T00:00:00Z`));

/** A change with its sign. */
export const signed = (points: number): string => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "±0");
