// When something was, as one says it: the hour of today, else the day.

import { prefs } from "./prefs.svelte";

const language = (): string => (prefs.language === "ja" ? "ja" : "en-GB");

/** A day of the calendar, wherever its reader is: "2026-12-24". */
export function calendarDay(day: string): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** A day and its hour, without the year. */
export function until(seconds: number): string {
  return new Intl.DateTimeFormat(language(), { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(new Date(seconds * 1000));
}

export function dated(seconds: number, now = Date.now()): string {
  const then = new Date(seconds * 1000);
  const today = new Date(now).toDateString() === then.toDateString();
  return new Intl.DateTimeFormat(language(), today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(then);
}
