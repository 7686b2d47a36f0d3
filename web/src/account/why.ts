// Why something about an account was not done, in the reader's language: the house says which reason, the words are ours.

import { t, type Key } from "../i18n/index.svelte";
import { en } from "../i18n/en";
import { Refusal } from "../lib/api";
import { Cancelled } from "./passkey";

export function why(error: unknown): string {
  if (error instanceof Cancelled) return t("account.why.cancelled");
  const key = error instanceof Refusal ? `account.why.${error.code}` : "";
  if (key in en) return t(key as Key, { minutes: Math.ceil(((error as Refusal).wait ?? 60) / 60) });
  return t("state.failed", { why: error instanceof Error ? error.message : "" });
}
