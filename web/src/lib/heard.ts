// What was said at the table, as it is heard: a line that is told again takes the place of what it was.

import type { Said } from "./types";

export function heardOf(lines: readonly Said[], { who, text, at, council, removed }: Said): Said[] {
  const line: Said = { who, text, at, ...(council === undefined ? {} : { council }), ...(removed ? { removed } : {}) };
  const before = lines.findIndex((one) => one.who === who && one.at === at);
  return before < 0 ? [...lines, line] : lines.with(before, line);
}
