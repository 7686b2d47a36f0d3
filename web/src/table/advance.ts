// "Advance all and end" at one press.

import type { Ask, Target } from "../lib/types";

export interface Advancing {
  ask: () => Pick<Ask, "prompt" | "answers"> | null | undefined;
  /** Answer; false where that was refused. */
  follows: (verb: string, target: Target) => Promise<boolean>;
  /** The next question has come, or nobody is asked. */
  next: () => Promise<void>;
}

/** Every unit that may advance does, and the advance is over. True where another question comes first (where to, or one hex further):
    the rest follows once it is answered. */
export async function advanceAll({ ask, follows, next }: Advancing, verb: string): Promise<boolean> {
  const key = ask()?.prompt.key;
  for (let left = ask()?.answers[verb]?.length ?? 0; left > 0; left--) {
    const unit = ask()?.prompt.key === key ? ask()?.answers[verb]?.[0] : undefined;
    if (unit === undefined) break;
    if (!(await follows(verb, unit))) return false;
    await next();
  }
  const now = ask();
  const end = now?.prompt.key === key ? Object.keys(now?.answers ?? {}).find((one) => /^end_/.test(one)) : undefined;
  if (end) await follows(end, null);
  return now !== null && now !== undefined && now.prompt.key !== key;
}
