// When something was, as one says it: the hour of today, else the day.

import { prefs } from "./prefs.svelte";

export function dated(seconds: number, now = Date.now()): string {
  const then = new Date(seconds * 1000);
  const today = new Date(now).toDateString() === then.toDateString();
  const language = prefs.language === "ja" ? "ja" : "en-GB";
  return new Intl.DateTimeFormat(language, today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" }).format(then);
}
