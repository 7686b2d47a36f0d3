// The charts of a game as the server sends them (school/charts.py): sheets of cells with their words, and what of them holds now.

import type { Severity, Words } from "../../lib/types";

/** A figure as it is printed, or words in both languages. */
export type Text = string | Words;

export type ChartId = "combat" | "terrain" | "sequence" | "counters" | "arrivals" | "order" | "victory" | "options";

export interface Cell {
  text: Text;
  /** a result in words */
  says?: Words;
  tone?: Severity;
  /** print sets it in bold face, and a rule says what that means */
  bold?: boolean;
}

/** A sentence with its clause. */
export interface Line {
  text: Words;
  rule: string;
  side?: string;
}

/** Units that come together: single ones by their ids, others by how many there are of a kind. */
export interface Coming {
  unit?: string;
  count?: number;
  name: Words;
}

export interface Row {
  id: string;
  text: Text;
  cells: Cell[];
  rule?: string;
  side?: string;
  /** of the terrain: it lies in the chosen hex or at its sides */
  here?: boolean;
  /** of the sequence */
  depth?: number;
  repeats?: boolean;
  state?: "done" | "here" | "to come";
  /** of arrivals */
  units?: Coming[];
  hexes?: string[];
  turn?: number;
  /** When that turn is, where a game has a calendar. */
  date?: Text;
  now?: boolean;
  option?: Words;
  /** of the order of battle */
  unit?: string;
  label?: string;
  hex?: string;
  lost?: boolean;
  lost_turn?: number;
  arrives?: number;
  /** of a counter's key: the figure it has, its command, a mark that it bears now */
  value?: string;
  command?: Words;
  borne?: boolean;
  /** of an option: not as it is by default */
  changed?: boolean;
}

/** The column or line that the present combat is read in, and the sum that leads to it. */
export interface Lit {
  at: string | null;
  hex: string;
  sum: Words[];
}

export interface Sheet {
  id: string;
  title: Words;
  rule: string;
  corner?: Text;
  columns: { id: string; text: Text }[];
  rows: Row[];
  legend?: { code: string; text: Words }[];
  /** a few words beside the title */
  beside?: Words;
  note?: Words;
  lines?: Line[];
  odds?: "columns" | "rows";
  lit?: Lit;
  side?: string;
  score?: Record<string, number>;
  /** of arrivals, by side: the hexes that supply comes from */
  sources?: Record<string, string[]>;
  /** of a counter's key: the unit, and the figures of its sides, the full one first */
  unit?: string;
  sides?: string[];
}

export interface Chart {
  id: ChartId;
  title: Words;
  rule: string;
  note?: Words;
  lines?: Line[];
  sheets: Sheet[];
}

export interface ChartsDocument {
  game: string;
  scenario: string;
  turn: number | null;
  charts: Chart[];
}
