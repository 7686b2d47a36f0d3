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
