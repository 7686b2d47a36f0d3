// The way a move would take, as a preview tells it: hexes from the start, and what has been spent on reaching each.

import { isHexName } from "../map/geometry";

export interface Route {
  hexes: string[];
  /** points spent on reaching each hex, as printed; empty at the start and where the server does not say */
  costs: string[];
}

/** 2.5 as it is printed: 2½. */
export function points(value: unknown): string {
  const text = String(value);
  const half = /^(\d+)\.5$/.exec(text);
  return half ? `${half[1] === "0" ? "" : half[1]}½` : text;
}

/** What a preview says of its way beside the price: a way round and what it saves, HQs overrun or passed by. */
export function remarks(told: Record<string, unknown> | null, words: Record<"round" | "overruns" | "avoids", string>): string[] {
  const found: string[] = [];
  const round = told?.["round"] as { saved?: unknown } | undefined;
  if (round?.saved !== undefined) found.push(words.round.replace("{points}", points(round.saved)));
  for (const key of ["overruns", "avoids"] as const) {
    const hexes: unknown = told?.[key];
    if (Array.isArray(hexes) && hexes.length) found.push(words[key].replace("{hexes}", hexes.join(", ")));
  }
  return found;
}

/** `path` begins at the start, which may be a box off the map; `costs` leaves the start out. */
export function routeOf(told: Record<string, unknown> | null | undefined): Route | null {
  const path: unknown = told?.["path"];
  if (!Array.isArray(path)) return null;
  const given: unknown = told?.["costs"];
  const spent: unknown[] = Array.isArray(given) && given.length === path.length - 1 ? ["", ...(given as unknown[])] : [];
  const found: Route = { hexes: [], costs: [] };
  (path as unknown[]).forEach((hex, i) => {
    if (typeof hex !== "string" || !isHexName(hex)) return;
    found.hexes.push(hex);
    found.costs.push(points(spent[i] ?? ""));
  });
  return found;
}
