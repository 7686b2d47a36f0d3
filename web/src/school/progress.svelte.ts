// How far the reader of this browser has come in the school: lessons done and left, briefings read, games with the coach, and
// what the coach has said already. Kept in localStorage; what is not understood any more is as it was at first.

export interface Learnt {
  /** Ids of lessons that were finished. */
  done: string[];
  /** Lessons left in the middle, by id: what the lesson's page needs to go on, known to it alone. */
  left: Record<string, unknown>;
  /** A first game with the coach was begun. */
  coached: boolean;
}

interface Kept {
  games: Record<string, Learnt>;
  /** A briefing opens by itself before the first decision. */
  opens: boolean;
  /** Briefings read, oldest first: "TABLE/SEAT" or "GAME/SCENARIO/SIDE". */
  briefed: string[];
  /** Tables at which the coach sits, oldest first. */
  tables: string[];
  /** Remarks of the coach that have been made. */
  said: string[];
}

const NAME = "grognard.school";
/** Tables and briefings beyond so many are forgotten, the oldest first. */
const MOST = 400;
const NONE: Learnt = { done: [], left: {}, coached: false };

type Fields = Record<string, unknown>;
const fields = (value: unknown): Fields => (typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Fields) : {});
const words = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === "string") : []);

/** What was kept, as far as it is understood. */
export function understood(kept: unknown): Kept {
  const { games, opens, briefed, tables, said } = fields(kept);
  const learnt = (game: unknown): Learnt => {
    const { done, left, coached } = fields(game);
    return { done: words(done), left: fields(left), coached: coached === true };
  };
  return {
    games: Object.fromEntries(Object.entries(fields(games)).map(([id, game]) => [id, learnt(game)])),
    opens: opens !== false,
    briefed: words(briefed),
    tables: words(tables),
    said: words(said),
  };
}

const added = (list: string[], one: string, most = Infinity): string[] => (list.includes(one) ? list : [...list, one].slice(-most));

export class Progress {
  private now = $state.raw<Kept>(understood(null));

  constructor(private readonly storage: Pick<Storage, "getItem" | "setItem"> | null) {
    this.now = this.read();
  }

  /** What is known of one game. */
  of(game: string): Learnt {
    return this.now.games[game] ?? NONE;
  }

  finish(game: string, lesson: string): void {
    this.learn(game, ({ done, left: { [lesson]: _, ...left } }) => ({ done: added(done, lesson), left }));
  }

  /** Keep a lesson that is left in the middle; null forgets it. */
  keep(game: string, lesson: string, record: unknown): void {
    this.learn(game, ({ left: { [lesson]: _, ...left } }) => ({ left: record === null ? left : { ...left, [lesson]: record } }));
  }

  kept(game: string, lesson: string): unknown {
    return this.of(game).left[lesson] ?? null;
  }

  /** Whether a game with the coach has been begun. */
  coached(game: string): boolean {
    return this.of(game).coached;
  }

  /** The coach sits down at a table. */
  coach(table: string, game: string): void {
    this.learn(game, () => ({ coached: true }));
    this.change((kept) => ({ tables: added(kept.tables, table, MOST) }));
  }

  isCoached(table: string): boolean {
    return this.now.tables.includes(table);
  }

  /** The coach is sent away from a table. */
  sendAway(table: string): void {
    this.change(({ tables }) => ({ tables: tables.filter((one) => one !== table) }));
  }

  /** A remark of the coach is made; it is never made again. */
  say(remark: string): void {
    this.change(({ said }) => ({ said: added(said, remark) }));
  }

  said(remark: string): boolean {
    return this.now.said.includes(remark);
  }

  get opens(): boolean {
    return this.now.opens;
  }

  setOpens(opens: boolean): void {
    this.change(() => ({ opens }));
  }

  /** A briefing has been read: at a table's seat, or of a scenario's side. */
  brief(...where: string[]): void {
    this.change(({ briefed }) => ({ briefed: added(briefed, where.join("/"), MOST) }));
  }

  briefed(...where: string[]): boolean {
    return this.now.briefed.includes(where.join("/"));
  }

  /** Another window of this browser has learnt something. */
  refresh(): void {
    this.now = this.read();
  }

  private learn(game: string, to: (known: Learnt) => Partial<Learnt>): void {
    this.change(({ games }) => {
      const known = games[game] ?? NONE;
      return { games: { ...games, [game]: { ...known, ...to(known) } } };
    });
  }

  private change(to: (kept: Kept) => Partial<Kept>): void {
    const kept = this.storage ? this.read() : this.now;
    this.now = { ...kept, ...to(kept) };
    try {
      this.storage?.setItem(NAME, JSON.stringify(this.now));
    } catch {
      /* a browser that keeps nothing still teaches */
    }
  }

  private read(): Kept {
    try {
      return understood(JSON.parse(this.storage?.getItem(NAME) ?? "null"));
    } catch {
      return understood(null);
    }
  }
}

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}

export const progress = new Progress(storage());
globalThis.addEventListener?.("storage", (event) => {
  if (event.key === NAME) progress.refresh();
});
