// A link that reproduces a set-up of maps: "?maps=north,east:180/west,south&seed=7".

import type { GameInfo, Options } from "../lib/types";
import type { SetUp } from "./sheets";

const SEED = "map_seed";

/** What a link asks for: the first game that lays out maps, and its options. */
export function asked(search: string, games: readonly GameInfo[]): { game: string; options: Options } | null {
  const query = new URLSearchParams(search);
  const maps = query.get("maps");
  const game = maps ? games.find((one) => one.scenarios.some((scenario) => scenario.options.some((option) => option.sheets?.length))) : undefined;
  if (!maps || !game) return null;
  const seed = Number(query.get("seed") ?? NaN);
  return { game: game.id, options: { maps, ...(Number.isInteger(seed) ? { [SEED]: seed } : {}) } };
}

export function linkOf({ options }: SetUp): string {
  const maps = options.random_map ? String(options.maps).replace(/[^,/]+/g, "random") : String(options.maps);
  const seed = maps.includes("random") ? `&seed=${options[SEED]}` : "";
  return `?maps=${maps}${seed}`;
}
