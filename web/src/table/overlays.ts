// What can be laid over a map: the kinds this client has words and a drawing for, and whatever else a game says it has.

/** Known to every client, in the order of the bar. */
export const KNOWN = ["zoc", "command", "reach", "supply", "control", "numbers"];
/** Drawn from what the client knows; the server is not asked. */
export const LOCAL: ReadonlySet<string> = new Set(["reach", "numbers"]);
export const KEYS: Record<string, string> = { z: "zoc", c: "command", r: "reach", s: "supply", h: "numbers" };

const nameOf = (kind: string): string => kind.split(":")[0] ?? kind;

/** The names for the bar; `kinds` are the game's ("zoc:axis", "command:<unit>", "ring"), null while they are not known. */
export function offeredBy(kinds: string[] | null): string[] {
  if (!kinds) return KNOWN;
  const names = [...new Set(kinds.map(nameOf))];
  return [...KNOWN.filter((name) => LOCAL.has(name) || names.includes(name)), ...names.filter((name) => !KNOWN.includes(name))];
}

/** What to ask the server for under a name that only the game knows: each of its kinds, a unit's own for the one selected. */
export function kindsNamed(kinds: string[], name: string, unit: string | null): string[] {
  if (KNOWN.includes(name)) return [];
  return kinds.filter((kind) => nameOf(kind) === name).flatMap((kind) => (kind.includes("<unit>") ? (unit ? [kind.replace("<unit>", unit)] : []) : [kind]));
}
