// How the reader likes his table, kept in this browser: pace of the playback, confirmations, sound, marks, sizes. A setting
// changes at once, and one that is not understood any more is as it was at first.

export const PACES = ["off", "brisk", "normal", "slow"] as const;
export const SUMMARIES = ["turn", "player", "never"] as const;
export const COUNTER_SIZES = ["small", "usual", "large"] as const;

export interface Settings {
  /** How fast what others did is played at the table; off goes straight to the traces. */
  pace: (typeof PACES)[number];
  /** When a summary comes: after each turn, after each player's turn, or never. */
  summary: (typeof SUMMARIES)[number];
  /** What cannot be taken back is asked twice. */
  confirm: boolean;
  /** A segment that ends by itself does not wait for "go on". */
  fast: boolean;
  sound: boolean;
  /** Sides are told by frames too, not by colours alone. */
  marks: boolean;
  counters: (typeof COUNTER_SIZES)[number];
  /** The rail is on the left. */
  left: boolean;
  /** A coach warns of answers that lose much. */
  warns: boolean;
  /** How the game may end is shown beside the map. */
  bar: boolean;
  /** The overlays that are on when a table is opened. */
  overlays: string[];
}

export const FIRST: Settings = {
  pace: "brisk",
  summary: "turn",
  confirm: true,
  fast: false,
  sound: false,
  marks: false,
  counters: "usual",
  left: false,
  warns: false,
  bar: false,
  overlays: ["reach"],
};

const NAME = "grognard.settings";
const CHOICES: Partial<Record<keyof Settings, readonly string[]>> = { pace: PACES, summary: SUMMARIES, counters: COUNTER_SIZES };

/** What was kept, as far as it is understood. */
export function understood(kept: unknown): Settings {
  const found: Record<string, unknown> = { ...FIRST };
  if (typeof kept !== "object" || kept === null) return { ...FIRST };
  for (const [name, first] of Object.entries(FIRST) as [keyof Settings, unknown][]) {
    const value = (kept as Record<string, unknown>)[name];
    const choices = CHOICES[name];
    const fits = Array.isArray(first)
      ? Array.isArray(value) && value.every((one) => typeof one === "string")
      : typeof value === typeof first && (!choices || choices.includes(value as string));
    if (fits) found[name] = value;
  }
  return found as unknown as Settings;
}

function read(): Settings {
  try {
    return understood(JSON.parse(localStorage.getItem(NAME) ?? "null"));
  } catch {
    return { ...FIRST }; // a browser that keeps nothing still plays
  }
}

class Kept {
  now = $state.raw<Settings>(read());

  set<Name extends keyof Settings>(name: Name, value: Settings[Name]): void {
    this.now = { ...this.now, [name]: value };
    try {
      localStorage.setItem(NAME, JSON.stringify(this.now));
    } catch {
      /* see above */
    }
  }
}

export const settings = new Kept();
