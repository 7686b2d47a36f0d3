// How long somebody who is away is still waited for, in words.

import { t } from "../i18n/index.svelte";

const MINUTE = 60;
const HOUR = 60 * MINUTE;

export function waitWords(seconds: number): string {
  return seconds > 2 * HOUR ? t("standIn.waitHours", { count: Math.ceil(seconds / HOUR) }) : t("standIn.wait", { count: Math.ceil(seconds / MINUTE) });
}
