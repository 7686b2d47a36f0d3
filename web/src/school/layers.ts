// What the school lays over a table: each with its key, its place in the head line or the menu, and the page it brings along
// when it is first opened. One at a time; the same key closes it again.

import type { Component } from "svelte";
import type { Key } from "../i18n/index.svelte";
import type { IconName } from "../lib/Icon.svelte";
import type { Look } from "../table/look.svelte";

export type LayerId = "briefing" | "charts" | "units" | "rulebook";

export interface LayerProps {
  look: Look;
  close: () => void;
  /** A phone: the layer is the whole screen. */
  narrow: boolean;
}

export interface Layer {
  id: LayerId;
  key: string;
  icon: IconName;
  words: Key;
  /** The whole table lies under it: of the table's keys only those that close it go on working. */
  covers?: boolean;
  load: () => Promise<{ default: Component<LayerProps> }>;
}

export const LAYERS: readonly Layer[] = [
  { id: "briefing", key: "b", icon: "briefing", words: "briefing.title", load: () => import("./briefing/BriefingLayer.svelte") },
  { id: "charts", key: "t", icon: "chart", words: "charts.title", load: () => import("./charts/ChartsLayer.svelte") },
  { id: "units", key: "g", icon: "units", words: "units.title", covers: true, load: () => import("./units/UnitsLayer.svelte") },
  { id: "rulebook", key: "k", icon: "book", words: "table.rules", load: () => import("./book/BookLayer.svelte") },
];

export const layerOf = (id: LayerId | null): Layer | null => LAYERS.find((one) => one.id === id) ?? null;

/** The layer that a key opens and closes. */
export const layerOn = (key: string): Layer | null => LAYERS.find((one) => one.key === key) ?? null;
