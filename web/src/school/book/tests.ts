// The tests of a clause, told by the clauses that they show together with it. Tests have their names in English alone: in another
// language this says what they are about, in the words of the book.

import type { BookClause } from "./types";

export interface Together {
  /** The other clauses that these tests show; none where they show this clause alone. */
  with: string[];
  count: number;
}

/** Those that show a clause alone first, then the most. */
export function testsOf(clauses: readonly BookClause[], clause: BookClause): Together[] {
  const groups = new Map<string, Together>();
  for (const test of clause.tests) {
    const others = clauses.filter((one) => one.id !== clause.id && one.tests.includes(test)).map((one) => one.id);
    const key = others.join(" ");
    const group = groups.get(key) ?? { with: others, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => Number(b.with.length === 0) - Number(a.with.length === 0) || b.count - a.count || a.with.length - b.with.length);
}
