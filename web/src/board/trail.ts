// What a step of a game did on the map, as arrows: the ways of those who moved, and from where an attack came. Read from two views
// that follow each other and what the log says between them, so that it tells nothing that they do not tell.

import { isHexName } from "../map/geometry";
import type { View } from "../lib/types";

export interface Trail {
  moves: { side: string; hexes: string[] }[];
  attacks: { side: string; from: string; to: string }[];
}

const strings = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : typeof value === "string" ? [value] : []);

export function trailOf(before: Pick<View, "pieces" | "log_length">, after: Pick<View, "pieces" | "log_length" | "log">): Trail {
  const fresh = Math.max(0, after.log_length - before.log_length);
  const told = fresh ? after.log.slice(-fresh) : [];
  return { moves: moves(before, after, told), attacks: told.flatMap((message) => attacks(before, message)) };
}

/** Who lies elsewhere now; by the way the log names, where it names one that fits. */
function moves(before: Pick<View, "pieces">, after: Pick<View, "pieces">, told: View["log"]): Trail["moves"] {
  const ways = told.map((message) => strings(message["hexes"]).filter(isHexName)).filter((way) => way.length > 1);
  const seen = new Set<string>();
  return Object.values(after.pieces).flatMap((piece) => {
    const was = before.pieces[piece.id];
    if (!was?.on_map || !piece.on_map || was.where === piece.where || piece.hidden) return [];
    const way = ways.find((hexes) => hexes[0] === was.where && hexes.at(-1) === piece.where) ?? [was.where, piece.where];
    const key = way.join(" ");
    if (seen.has(key)) return []; // a stack that went together is one arrow
    seen.add(key);
    return [{ side: piece.side, hexes: way }];
  });
}

/** From each hex of those who attack to each that they struck. */
function attacks(before: Pick<View, "pieces">, message: View["log"][number]): Trail["attacks"] {
  if (!/^event\.(combat|battle|fires|attack)/.test(message.key)) return [];
  const struck = [...strings(message["hex"]), ...strings(message["hexes"])].filter(isHexName);
  const found = new Map<string, Trail["attacks"][number]>();
  for (const id of strings(message["units"])) {
    const piece = before.pieces[id];
    if (!piece?.on_map) continue;
    for (const to of struck) if (to !== piece.where) found.set(`${piece.where} ${to}`, { side: piece.side, from: piece.where, to });
  }
  return [...found.values()];
}
