// Finding a clause: by its number, or by words in either language.

import type { Clause } from "./types";

/** Whether a clause goes by a number that can be found in print, and not by a name of ours. */
export const printed = (rule: string): boolean => /^\d+(\.\d+)*\.?[A-Za-z]?$/.test(rule);

/** The clause itself, else its first part ("7.5" opens at "7.5a"), else the nearest one above it ("8.1.2a" is found in "8.1.2"). */
export function clauseFor(clauses: Clause[], rule: string): Clause | null {
  const part = clauses.find((clause) => clause.id === rule) ?? clauses.find((clause) => clause.id.startsWith(rule) && !/^\d/.test(clause.id.slice(rule.length)));
  if (part) return part;
  for (let name = rule; name; name = name.slice(0, -1)) {
    const found = clauses.find((clause) => clause.id === name);
    if (found) return found;
  }
  return null;
}

export function search(clauses: Clause[], wanted: string): Clause[] {
  const words = wanted.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return clauses;
  return clauses.filter((clause) => {
    const text = [clause.id, clause.title, clause.says, clause.title_ja, clause.says_ja].join(" ").toLowerCase();
    return words.every((word) => (/^\d+(\.\d+)*[a-z]?$/.test(word) ? clause.id.startsWith(word) || text.includes(` ${word} `) : text.includes(word)));
  });
}
