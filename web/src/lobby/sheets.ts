// The maps of games as they are drawn, fetched once for all the pictures of a page.

import * as api from "../lib/api";
import type { OptionInfo, Options } from "../lib/types";
import { Land } from "../map/land";
import { Sheet } from "../map/sheet";

/** What a map is laid out by: a scenario and the options that it depends on. */
export interface SetUp {
  scenario: string;
  options: Options;
}

const sheets = new Map<string, Promise<Sheet>>();

export function sheetOf(game: string, setUp?: SetUp): Promise<Sheet> {
  const key = JSON.stringify([game, setUp]);
  let found = sheets.get(key);
  if (!found) {
    found = api.mapOf({ game, scenario: setUp?.scenario, options: setUp?.options }).then((map) => new Sheet(new Land(map)));
    sheets.set(key, found);
    found.catch(() => sheets.delete(key));
  }
  return found;
}

/** The part of a table's options that its map depends on; nothing where the map is always the same. */
export function laidOut(scenario: string, known: readonly OptionInfo[], options: Options): SetUp | undefined {
  const named = known.filter((option) => option.lays_out);
  return named.length ? { scenario, options: Object.fromEntries(named.map((option) => [option.id, options[option.id] ?? option.default])) } : undefined;
}
