// The script of a film: its events cut into acts (an activation, a phase) and these into beats that are played one after another.
// Moves of one act are one beat, a fight is one with all that follows from it, and what is only told goes with the beat before.

import { sideOf } from "../lib/linked";
import type { Message, Piece, StageKind, View } from "../lib/types";
import type { Film } from "./film";
import { kindOf } from "../log/kinds";
import { facesOf, placesOf, unitsOf, wayOf } from "./stage";

export type BeatKind = "draw" | "moves" | "fight" | "roll" | "told";

/** Somebody's way. A block that nobody knows has no name: it is found again by where it arrives. */
export interface Walk {
  unit: string | null;
  way: string[];
  side: string | null;
}

export interface Loss {
  piece: Piece;
  hex: string;
  /** Off the map, not only weaker. */
  gone: boolean;
}

export interface Beat {
  kind: BeatKind;
  act: number;
  /** The film's views between which it lies. */
  from: number;
  to: number;
  /** What it tells, the main thing first. */
  messages: Message[];
  side: string | null;
  /** Where it happens. */
  hexes: string[];
  /** All of it, for the camera. */
  scene: string[];
  walks: Walk[];
  losses: Loss[];
  /** `back`: nobody came, the enemy merely left. */
  taken: { hex: string; side: string | null; back?: boolean }[];
  /** From where a fight is fought. */
  attackers: string[];
  /** Whom a chit has called up. */
  roused: Piece[];
  /** Rolls that come before it and belong to it. */
  before: Message[];
  /** Other fights fell in the same step: what that step changed is not this one's alone. */
  shares: boolean;
  /** It is shown for a moment though nothing moves: what somebody does in a battle without a die. */
  held: boolean;
  /** Fights of one act that fall together, each with its own die; none: the beat is one. */
  parts: Beat[];
}

/** Something of it is drawn on the map afterwards. */
export const hasTrace = (beat: Beat): boolean => beat.kind === "fight" || beat.kind === "roll" || beat.walks.length + beat.losses.length + beat.taken.length > 0;

export interface Act {
  title: Message | null;
  side: string | null;
}

export interface Script {
  acts: Act[];
  beats: Beat[];
}

const SEPARATES: ReadonlySet<StageKind> = new Set(["turn", "phase", "activation", "draw"]);
const AFTERMATH: ReadonlySet<StageKind> = new Set(["retreat", "advance", "loss", "step", "taken", "note", "supply", "place"]);

export function scriptOf(film: Film, stage: Record<string, StageKind> | undefined): Script {
  const writer = new Writer(film, stage);
  for (let at = 1; at < film.views.length; at++) writer.frame(at);
  return { acts: writer.acts, beats: writer.beats };
}

/** What one step did, from the views before and after it and what the log says between them. */
export function stepOf(before: View, after: View, stage: Record<string, StageKind> | undefined): Beat[] {
  const fresh = after.log_length - before.log_length;
  const told = fresh > 0 ? after.log.slice(-fresh) : [];
  return scriptOf({ views: [before, after], events: [[], told] }, stage).beats;
}

class Writer {
  acts: Act[] = [{ title: null, side: null }];
  beats: Beat[] = [];

  constructor(
    private readonly film: Film,
    private readonly stage: Record<string, StageKind> | undefined,
  ) {}

  frame(at: number): void {
    const events = this.film.events[at] ?? [];
    for (const message of events) this.event(message, at);
    const last = this.beats[this.beats.length - 1];
    if (last) last.to = at;
    else this.add("told", null, at);
    this.losses(at);
    this.rouse(at);
    this.announce(at);
    const fights = this.beats.filter((beat) => beat.from === at - 1 && beat.kind === "fight");
    if (fights.length > 1) for (const fight of fights) fight.shares = true;
  }

  /** What is only announced before the rest of its act in the same step shows nothing of how that ends. */
  private announce(at: number): void {
    const step = this.beats.filter((beat) => beat.from === at - 1);
    step.forEach((beat, n) => {
      if (beat.kind === "told" && beat.act === step[n + 1]?.act && !beat.losses.length && !beat.taken.length) beat.to = beat.from;
    });
  }

  /** Who has been called up since the view before: a chit shows its army. */
  private rouse(at: number): void {
    const beat = this.beats[this.beats.length - 1] as Beat;
    if (beat.kind !== "draw") return;
    const before = this.film.views[at - 1]?.pieces ?? {};
    const called = Object.values(this.film.views[at]?.pieces ?? {}).filter((piece) => piece.flags?.includes("activated") && !before[piece.id]?.flags?.includes("activated"));
    beat.roused.push(...called);
    beat.scene = [...new Set([...beat.scene, ...called.flatMap((piece) => (piece.on_map ? [piece.where] : []))])];
  }

  private event(message: Message, at: number): void {
    const kind = kindOf(message, this.stage);
    if (SEPARATES.has(kind)) this.separate(message, kind, at);
    const last = this.beats[this.beats.length - 1];
    const here = last && last.act === this.acts.length - 1 ? last : undefined;
    if (kind === "draw") this.add("draw", message, at);
    else if (kind === "fight") this.fight(message, at, here);
    else if (kind === "roll") this.roll(message, at, here);
    else if (kind === "move" || (kind === "place" && here?.kind !== "fight")) this.move(message, at, here);
    else if (here?.kind === "roll" && kind === "note" && at > here.to && this.battleAt(at)) this.hold(message, at);
    else if ((here?.kind === "fight" || here?.kind === "roll") && AFTERMATH.has(kind)) this.follow(message, kind, here);
    else if (kind === "retreat" || kind === "advance") this.move(message, at, here);
    else if (kind === "taken") this.follow(message, kind, here ?? this.add("told", message, at));
    else if (here) here.messages.push(message);
    else this.add("told", message, at);
  }

  /** Another act begins, unless nothing has happened in this one but its announcement. */
  private separate(message: Message, kind: StageKind, at: number): void {
    const act = this.acts[this.acts.length - 1] as Act;
    const beats = this.beats.filter((beat) => beat.act === this.acts.length - 1);
    const side = this.sideOf(message, at);
    const announced = beats.every((beat) => beat.kind === "draw" || beat.kind === "told");
    if (announced && (!act.title || kind === "activation")) Object.assign(act, { title: message, side: side ?? act.side });
    else this.acts.push({ title: message, side });
  }

  private add(kind: BeatKind, message: Message | null, at: number): Beat {
    const beat: Beat = {
      kind,
      act: this.acts.length - 1,
      from: at - 1,
      to: at,
      messages: message ? [message] : [],
      side: message ? this.sideOf(message, at) : null,
      hexes: message ? placesOf(message) : [],
      scene: message ? placesOf(message) : [],
      walks: [],
      losses: [],
      taken: [],
      attackers: [],
      roused: [],
      before: [],
      shares: false,
      held: false,
      parts: [],
    };
    this.beats.push(beat);
    return beat;
  }

  private fight(message: Message, at: number, here: Beat | undefined): void {
    const view = this.film.views[at - 1] as View;
    const rolls = here?.kind === "roll" && here.to === at && here.from === at - 1 ? here : undefined;
    const beat = rolls ?? this.add("fight", message, at);
    if (rolls) Object.assign(beat, { kind: "fight", before: rolls.messages, messages: [message], hexes: placesOf(message), scene: placesOf(message), side: this.sideOf(message, at) });
    beat.attackers = [...new Set(unitsOf(message).flatMap((id) => (view.pieces[id]?.on_map ? [view.pieces[id].where] : [])))];
    beat.scene = [...new Set([...beat.scene, ...beat.attackers])];
  }

  /** What is done in a battle after a shot is no part of it: somebody lands, passes, or a round begins. */
  private hold(message: Message, at: number): void {
    const beat = this.add("told", message, at);
    beat.held = true;
    beat.hexes = beat.scene = [this.battleAt(at) as string];
  }

  private battleAt(at: number): string | undefined {
    return (this.film.views[at - 1]?.battle ?? this.film.views[at]?.battle)?.hex;
  }

  /** Dice of one moment are one card; in a battle that is fought shot by shot each shot is its own. */
  private roll(message: Message, at: number, here: Beat | undefined): void {
    const battle = this.battleAt(at);
    if (here?.kind === "roll" && here.from === at - 1 && !battle) {
      here.messages.push(message);
      return;
    }
    const beat = this.add("roll", message, at);
    if (battle && !beat.hexes.length) beat.hexes = beat.scene = [battle];
  }

  private move(message: Message, at: number, here: Beat | undefined): void {
    const beat = here?.kind === "moves" ? here : this.add("moves", message, at);
    if (beat === here) beat.messages.push(message);
    this.walk(message, beat, at);
  }

  private walk(message: Message, beat: Beat, at: number): void {
    const way = wayOf(message);
    if (!way.length) return;
    const side = this.sideOf(message, at);
    const units: (string | null)[] = unitsOf(message);
    for (const unit of units.length ? units : [null]) {
      const known = unit === null ? undefined : beat.walks.find((one) => one.unit === unit);
      if (known && known.way[known.way.length - 1] === way[0]) known.way.push(...way.slice(1));
      else {
        // who is told only where he arrives came from where he stood
        const piece = unit === null ? undefined : this.film.views[at - 1]?.pieces[unit];
        const from = way.length === 1 && piece?.on_map ? [piece.where] : [];
        beat.walks.push({ unit, way: [...from, ...way], side });
      }
    }
    beat.scene = [...new Set([...beat.scene, ...way])];
  }

  private follow(message: Message, kind: StageKind, beat: Beat): void {
    if (beat.messages[0] !== message) beat.messages.push(message);
    if (kind === "retreat" || kind === "advance") this.walk(message, beat, beat.to);
    if (kind === "taken") for (const hex of placesOf(message)) beat.taken = [...beat.taken.filter((one) => one.hex !== hex), { hex, side: typeof message["side"] === "string" ? message["side"] : null, ...(message.key === "event.fallen_back" ? { back: true } : {}) }];
  }

  /** Who is gone from the map or has become weaker since the view before: the events name them too, but a view cannot err. */
  private losses(at: number): void {
    const [before, now] = [this.film.views[at - 1] as View, this.film.views[at] as View];
    const last = this.beats[this.beats.length - 1] as Beat;
    if (last.kind === "moves" && !(this.film.events[at] ?? []).some((one) => ["loss", "step"].includes(kindOf(one, this.stage)))) return;
    const told = (this.film.events[at] ?? []).filter((one) => ["loss", "step"].includes(kindOf(one, this.stage)));
    for (const id of new Set(told.flatMap(unitsOf))) {
      const [was, is] = [before.pieces[id], now.pieces[id]];
      if (!was?.on_map) continue;
      const beat = this.beats.findLast((one) => one.to === at && one.messages.some((message) => told.includes(message) && unitsOf(message).includes(id))) ?? last;
      // who pays twice for one fight is still one loss on the map
      const others = beat.losses.filter((one) => one.piece.id !== id);
      beat.losses = [...others, { piece: was, hex: was.where, gone: !is?.on_map }];
    }
  }

  private sideOf(message: Message, at: number): string | null {
    const army = message["army"];
    return sideOf(message, this.film.views[at - 1]?.pieces ?? {}) ?? (typeof army === "string" ? this.armySide(army, at) : null);
  }

  private armySide(army: string, at: number): string | null {
    return this.film.views[at]?.armies?.find((one) => one.id === army)?.side ?? null;
  }
}
