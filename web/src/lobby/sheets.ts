// The maps of games as they are drawn, fetched once for all the pictures of a page.

import * as api from "../lib/api";
import { Land } from "../map/land";
import { Sheet } from "../map/sheet";

const sheets = new Map<string, Promise<Sheet>>();

export function sheetOf(game: string): Promise<Sheet> {
  let found = sheets.get(game);
  if (!found) {
    found = api.mapOf(game).then((map) => new Sheet(new Land(map)));
    sheets.set(game, found);
    found.catch(() => sheets.delete(game));
  }
  return found;
}
