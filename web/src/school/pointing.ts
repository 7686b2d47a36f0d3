// What a coach points at, for the one who draws it (lesson/Pointer.svelte).

import type { MapPoint } from "../board/given";
import type { Answer } from "../lib/answers";
import type { Ask } from "../lib/types";
import type { Desk } from "../table/desk.svelte";

export interface Pointing {
  readonly desk: Desk;
  /** What lies on the map. */
  readonly onMap: readonly MapPoint[];
  /** What stands beside the map, as the page finds it. */
  readonly beside: readonly string[];
  /** Another moment is drawn anew, though what is pointed at stays where it was. */
  readonly moment: number | string;
  /** The answer that the ghost of a hand shows, and whether it is on its way. */
  readonly shown: Answer | null;
  readonly showing: boolean;
  placeOf(answer: Answer): MapPoint | null;
  /** Bring what is pointed at into view where it is not. */
  reveal(): void;
}

/** About as far as a counter or a hex reaches beyond its middle, in radii. */
const REACH = 1;
/** How far the card stands from the map's edges: at the left and below, and at the right beside the tools. */
const GAP = 18;
const TOOLS = 66;

/** Whether the card stands at the right, so that it covers none of these spots; where both places do, or none, it stays. */
export function standsRight(card: HTMLElement, spots: readonly { x: number; y: number; k: number }[], right: boolean): boolean {
  const map = card.parentElement?.getBoundingClientRect();
  if (!map || !spots.length) return right;
  const { offsetWidth: width, offsetHeight: height } = card;
  const covers = (left: number): boolean => spots.some(({ x, y, k }) => x > left - k * REACH && x < left + width + k * REACH && y > map.bottom - GAP - height - k * REACH);
  const [atLeft, atRight] = [covers(map.left + GAP), covers(map.right - TOOLS - width)];
  return atLeft === atRight ? right && !atRight : atLeft;
}

/** Where a panel stands on the page. */
export function panelSelector(panel: string): string {
  const places: Record<string, string> = { prompt: "#decision", log: ".log", map: ".map" };
  return places[panel] ?? `[data-panel="${panel}"] > :first-child`;
}

/** The button of a verb, or the counters beside the map with which it can be said. */
export function buttonOf(ask: Ask | null, verb: string): string {
  const units = (ask?.answers[verb] ?? []).slice(0, 1).map((unit) => `[data-unit="${String(unit)}"]`);
  return [`.primary[data-verb="${verb}"]`, `button[data-verb="${verb}"]:not(.option)`, ...units, `[role=option][data-verb="${verb}"]`].join(", ");
}
