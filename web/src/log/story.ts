// The log as a story: chapters (turns), parts (activations and phases), and in them fights with all that came of them, moves
// that run together, and whatever else happened, each told once. Nothing here knows a game; `kinds.ts` says what an event is.

import type { Message, StageKind } from "../lib/types";
import { hasDie, hexesOf, kindOf, type Stage } from "./kinds";

export interface Line {
  /** Its place in the log, as the reader counts it. */
  number: number;
  message: Message;
  kind: StageKind;
}

/** One unit's way from where it stood to where it stopped; a block that is not shown is told apart from none like it. */
export interface Journey {
  unit: string | null;
  /** Whose it is, where nobody may know which. */
  army: string | null;
  from: string | null;
  to: string;
  /** How many blocks went this way, where nobody may know which. */
  count: number;
  lines: Line[];
}

export type Entry =
  | { kind: "fight"; line: Line; before: Line[]; after: Line[] }
  | { kind: "moves"; journeys: Journey[] }
  | { kind: "line"; line: Line };

export interface Part {
  /** What it begins with: an activation, a phase, a chit drawn; none before the first. */
  head: Line | null;
  /** The chit that led to the activation. */
  drawn: Line | null;
  entries: Entry[];
  /** Log numbers, the end not included. */
  from: number;
  to: number;
}

export interface Chapter {
  turn: Line | null;
  parts: Part[];
}

const CONSEQUENCES: ReadonlySet<StageKind> = new Set(["roll", "retreat", "advance", "loss", "step", "note"]);
/** What ends a run of moves: from here on a unit may move again. */
const ENDS_MOVES: ReadonlySet<StageKind> = new Set(["fight", "roll"]);

export function story(log: readonly { number: number; message: Message }[], stage: Stage): Chapter[] {
  const lines = toldOnce(log.map(({ number, message }) => ({ number, message, kind: kindOf(message, stage) })));
  const teller = new Teller();
  for (const line of lines) teller.tell(line);
  return teller.chapters;
}

/** Without what another line tells more fully: that a unit enters beside its way. */
export function toldOnce(lines: readonly Line[]): Line[] {
  return lines.filter((line, at) => {
    const next = lines[at + 1];
    return !(line.kind === "place" && next?.kind === "move" && line.message["unit"] === next.message["unit"] && line.message["hex"] === wayOf(next.message)[0]);
  });
}

/** The hexes of a way that are told: all, or only both ends. */
export function wayOf(message: Message): (string | null)[] {
  const hexes = message["hexes"];
  if (Array.isArray(hexes) && hexes.length) return hexes as string[];
  const to = typeof message["hex"] === "string" ? message["hex"] : null;
  const from = typeof message["hex_from"] === "string" ? message["hex_from"] : null;
  return to === null ? [] : [from, to];
}

class Teller {
  chapters: Chapter[] = [];
  private moves: Extract<Entry, { kind: "moves" }> | null = null;
  private fight: Extract<Entry, { kind: "fight" }> | null = null;

  tell(line: Line): void {
    if (line.kind === "turn" || !this.chapters.length) this.chapter(line.kind === "turn" ? line : null, line.number);
    if (line.kind === "turn") return;
    if (line.kind === "phase" || line.kind === "activation" || line.kind === "draw") this.head(line);
    else this.event(line);
    this.part.to = line.number + 1;
  }

  private get part(): Part {
    return this.chapters.at(-1)?.parts.at(-1) as Part;
  }

  private chapter(turn: Line | null, from: number): void {
    this.chapters.push({ turn, parts: [emptyPart(from)] });
    this.moves = this.fight = null;
  }

  private head(line: Line): void {
    const last = this.part;
    this.moves = this.fight = null;
    if (line.kind === "activation" && last.head?.kind === "draw" && !last.entries.length) {
      last.drawn = last.head;
      last.head = line;
      return;
    }
    if (!last.head && !last.entries.length) this.chapters.at(-1)?.parts.pop(); // nothing came before the first
    this.chapters.at(-1)?.parts.push({ ...emptyPart(line.number), head: line });
  }

  private event(line: Line): void {
    if (line.kind === "fight") return this.begins(line);
    if (line.kind === "move") return this.moved(line);
    if (ENDS_MOVES.has(line.kind)) this.moves = null;
    if (this.fight && follows(this.fight, line)) {
      this.fight.after.push(line);
      return;
    }
    this.fight = null;
    this.add({ kind: "line", line });
  }

  private begins(line: Line): void {
    const { entries } = this.part;
    const before: Line[] = [];
    // what led to it stands right before it: shots in its support, its own modifiers' dice
    for (let last = entries.at(-1); last; last = entries.at(-1)) {
      const led = last.kind === "fight" ? last.after.at(-1) : last.kind === "line" ? last.line : undefined;
      if (!led || !leads(led, line)) break;
      before.unshift(led);
      if (last.kind === "fight") last.after.pop();
      else entries.pop();
    }
    this.moves = null;
    this.fight = { kind: "fight", line, before, after: [] };
    this.add(this.fight);
  }

  private moved(line: Line): void {
    this.fight = null;
    if (!this.moves) this.add((this.moves = { kind: "moves", journeys: [] }));
    const { message } = line;
    const way = wayOf(message);
    const [from, to] = [way[0] ?? null, way.at(-1) ?? ""];
    const unit = typeof message["unit"] === "string" ? message["unit"] : null;
    const army = unit === null && typeof message["army"] === "string" ? message["army"] : null;
    const { journeys } = this.moves;
    const known = unit === null ? journeys.find((one) => one.unit === null && one.army === army && one.from === from && one.to === to) : journeys.find((one) => one.unit === unit && one.to === from);
    if (!known) {
      journeys.push({ unit, army, from: way.length > 1 ? from : null, to, count: 1, lines: [line] });
      return;
    }
    known.lines.push(line);
    if (unit === null) known.count += 1;
    else known.to = to;
  }

  private add(entry: Entry): void {
    this.part.entries.push(entry);
  }
}

const emptyPart = (from: number): Part => ({ head: null, drawn: null, entries: [], from, to: from + 1 });

const meet = (some: readonly string[], others: readonly string[]): boolean => some.some((one) => others.includes(one));

/** Whether a line is a consequence of the fight that was told last. */
function follows(fight: { line: Line }, line: Line): boolean {
  if (line.kind === "place") return line.message["hex_from"] !== undefined; // put elsewhere, not newly arrived
  if (!CONSEQUENCES.has(line.kind)) return false;
  const there = hexesOf(line.message);
  // a die or a word about another hex belongs to the fight there, which may not have been told yet
  return (line.kind !== "roll" && line.kind !== "note") || !there.length || meet(there, hexesOf(fight.line.message));
}

/** Whether a line led to the fight that is told right after it. */
function leads(line: Line, fight: Line): boolean {
  const there = hexesOf(line.message);
  if (line.kind === "roll" && !there.length) return true;
  // an attack that was announced with all the others stands with them
  const note = line.kind === "note" && line.message["hexes"] === undefined;
  return (line.kind === "roll" || note) && meet(there, hexesOf(fight.message)) && line.message["word"] === undefined;
}

// ---- what is asked of a story

export const linesOf = (entry: Entry): Line[] =>
  entry.kind === "fight" ? [...entry.before, entry.line, ...entry.after] : entry.kind === "moves" ? entry.journeys.flatMap((one) => one.lines) : [entry.line];

export const FILTERS = ["all", "fights", "moves", "losses", "dice"] as const;
export type Filter = (typeof FILTERS)[number];

const isLoss = (line: Line): boolean => line.kind === "loss" || line.kind === "step";

/** How many of an entry's happenings a filter counts; none: it is not shown. */
export function counted(entry: Entry, filter: Filter): number {
  switch (filter) {
    case "all":
      return entry.kind === "moves" ? entry.journeys.length : 1;
    case "fights":
      return entry.kind === "fight" ? 1 : 0;
    case "moves":
      return entry.kind === "moves" ? entry.journeys.reduce((sum, one) => sum + one.count, 0) : 0;
    case "losses":
      return linesOf(entry).filter(isLoss).length;
    case "dice":
      return linesOf(entry).filter((line) => hasDie(line.message)).length;
  }
}

export const countsOf = (chapters: readonly Chapter[]): Record<Filter, number> =>
  Object.fromEntries(FILTERS.map((filter) => [filter, all(chapters).reduce((sum, entry) => sum + counted(entry, filter), 0)])) as Record<Filter, number>;

const all = (chapters: readonly Chapter[]): Entry[] => chapters.flatMap((chapter) => chapter.parts.flatMap((part) => part.entries));

/** The story with only what a filter and a search leave; parts and chapters without anything go. */
export function sifted(chapters: readonly Chapter[], filter: Filter, finds: ((line: Line) => boolean) | null): Chapter[] {
  if (filter === "all" && !finds) return [...chapters];
  return chapters.flatMap((chapter) => {
    const parts = chapter.parts.flatMap((part) => {
      const whole = finds && filter === "all" && [part.head, part.drawn].some((line) => line && finds(line));
      const entries = part.entries.flatMap((entry) => (counted(entry, filter) ? (whole || !finds ? [entry] : found(entry, finds)) : []));
      return entries.length || whole ? [{ ...part, entries }] : [];
    });
    return parts.length ? [{ ...chapter, parts }] : [];
  });
}

/** An entry as far as it is searched for: a fight whole, of moves only those that are meant. */
function found(entry: Entry, finds: (line: Line) => boolean): Entry[] {
  if (entry.kind !== "moves") return linesOf(entry).some(finds) ? [entry] : [];
  const journeys = entry.journeys.filter((one) => one.lines.some(finds));
  return journeys.length ? [{ kind: "moves", journeys }] : [];
}

/** A search by unit, hex or word: every word of it stands in the line, in whichever language, or names something in it. */
export function search(text: string, labelOf: (unit: string) => string): ((line: Line) => boolean) | null {
  const words = text.trim().toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return null;
  return ({ message }) => {
    const named = Object.entries(message).flatMap(([name, value]) => (/^unit/.test(name) ? [value].flat().map((unit) => labelOf(String(unit))) : /^hex/.test(name) ? [value].flat().map(String) : []));
    const whole = [message.text.en, message.text.ja, ...named].join(" ").toLocaleLowerCase();
    return words.every((word) => whole.includes(word));
  };
}

/** What a separator tells of its part. */
export function partCounts(part: Part): { moves: number; fights: number; taken: number } {
  const of = (filter: Filter): number => part.entries.reduce((sum, entry) => sum + counted(entry, filter), 0);
  return { moves: of("moves"), fights: of("fights"), taken: part.entries.flatMap(linesOf).filter((line) => line.kind === "taken").length };
}
