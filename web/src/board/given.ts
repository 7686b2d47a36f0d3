// What the page gives the board.

import type { Language, MapDocument, MarkerShape, Message, Selection, Target, View } from "../lib/types";
import type { Theme } from "../map/inks";
import type { Motion } from "../theatre/motions";
import type { Drawn } from "../theatre/theatre.svelte";
import type { Hint } from "../school/hint/types";
import type { Sketch } from "../study/notes";
import type { Plan } from "./plan.svelte";

/** A unit, a hex or a hexside ("1209-1310") by its name. */
export interface MapPoint {
  kind: "unit" | "hex" | "hexside";
  id: string;
}

export interface Given {
  view: View;
  map: MapDocument;
  language: Language;
  theme: Theme;
  overlays?: Record<string, string[]>;
  /** how the game's own markers look, by kind */
  shapes?: Record<string, MarkerShape> | undefined;
  /** what is seen first is the whole map */
  whole?: boolean;
  /** a lesson: all of its few units are looked at from near, and so many pixels at the foot are the coach's */
  taught?: number | null;
  /** how far up from the window's lower edge a die's card reaches */
  foot?: number;
  /** no counters: look at the land */
  hide?: boolean;
  selected?: Selection | null;
  /** a unit named elsewhere on the page, under the pointer there */
  pointed?: string | null;
  /** a chit or HQ to be chosen elsewhere on the page, under the pointer there */
  called?: string | null;
  /** what a coach points at: it comes first in the list of targets */
  pointers?: readonly MapPoint[];
  /** what others did, as it is played or as its traces */
  drawn?: readonly Drawn[];
  /** now, while something past is played: its question is shown faintly */
  later?: View | null;
  /** the act whose traces are strong */
  act?: number;
  motions?: ReadonlyMap<string, Motion>;
  /** a moment of the past: nobody goes but as `motions` say, and who stands elsewhere is just put there */
  past?: boolean;
  /** what is played is paused: counters stand where they are on their way */
  paused?: boolean;
  /** what is being planned; null where the board answers */
  plan?: Plan | null;
  /** what a good player would answer, which of it is chosen, and whether that one is looked at alone */
  hints?: readonly Hint[] | null;
  hinted?: number;
  hintAlone?: boolean;
  /** what somebody has drawn on the map to show it to others */
  sketches?: readonly Sketch[];
  /** the pencil is in hand: one hex is ringed, two are an arrow */
  onsketch?: ((hexes: string[]) => void) | undefined;
  onanswer?: (verb: string, target: Target) => void;
  /** units that go along with the one in hand, and whether a tap adds to them */
  party?: readonly string[];
  adding?: boolean;
  onjoin?: (units: string[]) => void;
  onselect?: (what: Selection | null) => void;
  /** what is printed on a counter is asked for; `keyed`: by the keyboard */
  onexplain?: (unit: string, keyed: boolean) => void;
  /** all that is in view has been painted for the first time */
  ondrawn?: () => void;
  /** what a mark on a counter means */
  meaning?: (mark: string) => string | null;
  onrule?: (rule: string) => void;
  onundo?: () => void;
  /** begin or end planning */
  onplan?: () => void;
  preview?: (verb: string, target: Target) => Promise<Record<string, unknown> | null>;
  why?: (verb: string, target: Target) => Promise<Message[] | null>;
}
