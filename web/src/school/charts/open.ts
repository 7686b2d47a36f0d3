// Open a chart wherever the reader keeps his charts.

import type { Look } from "../../table/look.svelte";
import { shelf, type Tab } from "./shelf.svelte";

/** From this width on there is a rail beside the map. */
const RAILED = 900;

export function openChart(look: Look, tab: Tab): void {
  shelf.tab = tab;
  if (shelf.pinned && look.railed && innerWidth >= RAILED) shelf.beside = true;
  else if (look.layer !== "charts") look.lay("charts");
}
