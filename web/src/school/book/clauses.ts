// Finding a clause of the book by what a chip or a text calls it.

/** The clause itself, else its first part ("7.5" is "7.5a"), else, unless it must be `exact`, the nearest one above it. */
export function clauseIn(ids: readonly string[], rule: string, exact = false): string | null {
  if (!rule) return null;
  const part = ids.find((id) => id === rule) ?? ids.find((id) => id.startsWith(rule) && !/^\d/.test(id.slice(rule.length)));
  if (part || exact) return part ?? null;
  for (let name = rule; name; name = name.slice(0, -1)) if (ids.includes(name)) return name;
  return null;
}

/** A chapter or section with its number, where print gives it one. */
export const headed = (id: string, title: string | undefined): string => (title === undefined ? id : /^\d+(\.\d+)*$/.test(id) ? `${id} ${title}` : title);
