// The theatre of a table: what others did since my last answer is played on the board, beat by beat, while my own question waits
// in the rail; afterwards its traces stay. Two clocks: map and log show the moment that is played, the rail is always now.

import { tick } from "svelte";
import * as api from "../lib/api";
import { settings } from "../lib/settings.svelte";
import type { StageKind, View } from "../lib/types";
import type { BoardHandle } from "../table/look.svelte";
import { facesOn } from "./card";
import { boxOf } from "./cardbox";
import { filmOf, spliced, type Film, type Told } from "./film";
import { motionsOf, renamed, restOf, type Begun, type Motion } from "./motions";
import { all, DIE, FACTOR, hurried, momentsOf, paced } from "./pace";
import { isQuiet } from "./quiet";
import { hasTrace, scriptOf, type Beat, type Script } from "./script";
import { keepShown, keptShown } from "./shown";
import { sound } from "./sound";
import { partsOf } from "./together";

/** The moment of chance: a die or a chit, before and after it has fallen. */
export interface Card {
  beat: Beat;
  rolling: boolean;
  /** As it stood before: who is named may be gone since. */
  view: View;
  /** As it stands after it. */
  after: View;
}

/** A beat as it is drawn: while it is played, or as a trace of it. */
export interface Drawn {
  beat: Beat;
  now: boolean;
  /** Whether what came of it is to be seen yet. */
  settled: boolean;
  view: View;
}

/** What the theatre needs to know of the table. */
export interface House {
  readonly table: string;
  readonly seat: string | null;
  readonly key: string | null;
  readonly cover: string | null;
  readonly hotseat: boolean;
  /** A lesson: how far it has been shown is not kept. */
  readonly teaches: boolean;
  readonly view: View | null;
  readonly game: { stage?: Record<string, StageKind> } | null;
  readonly board: BoardHandle | null;
  /** What a turn came to, as soon as what is shown has got there. */
  readonly summaries: { readonly open: unknown; close(): void; closed(): Promise<void> };
}

const LEAST_STILL = 700;
/** How long what follows from a fight takes at most that was seen before. */
const AFTERMATH = 700;
/** As many positions as belong to one fight, retreats and advances included. */
const FRAMES_OF_A_FIGHT = 12;
/** The camera's way to a beat, out of the beat's own time. */
const FLIGHT = 200;
/** Who goes has arrived a little before the beat ends: a browser begins to move him a frame late. */
const ON_THE_WAY = 0.85;
/** How often it is looked whether the game is there. */
const GAME_COMES = 100;
/** For so long a beat waits for who has not arrived when it should end. */
const LATEST = 1000;
/** A battle that is only announced has no die of its own. */
const isChance = (beat: Beat): boolean => beat.kind === "draw" || facesOn(beat).length > 0;
/** A card stays until the next act; a chit's as long as it is its army that acts. */
const isPast = (shown: Beat, next: Beat): boolean => (shown.kind === "draw" ? shown.act !== next.act : next.kind !== "told");
/** Something of it is to be seen on the map. */
const isEventful = (beat: Beat): boolean => beat.kind !== "told" || beat.losses.length + beat.taken.length > 0;
const reduced = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** The table before anything is known of how it was: who comes back sees an empty map, not the end, until the film is there. */
const bare = (view: View, told: number): View => ({
  ...view,
  pieces: {},
  markers: [],
  attacks: [],
  battles: [],
  battle: null,
  log: view.log.slice(0, Math.max(0, view.log.length - (view.log_length - told))),
  log_length: told,
});

export class Theatre {
  /** What is on the board instead of the present; null: the present. */
  view = $state.raw<View | null>(null);
  playing = $state(false);
  paused = $state(false);
  /** A turn has ended in the midst of the film: it stands still until what the turn came to has been read. */
  interval = $state(false);
  script = $state.raw<Script | null>(null);
  times = $state.raw<number[]>([]);
  /** The beat that is played. */
  at = $state(0);
  motions = $state.raw<ReadonlyMap<string, Motion>>(new Map());
  card = $state.raw<Card | null>(null);
  /** The card was put away by hand, or the next act has come. */
  cardOpen = $state(false);
  /** The reader has called the card back: then he wants all of it. */
  called = $state(false);
  traces = $state.raw<Drawn[]>([]);
  tracesOn = $state(false);
  /** The act whose traces are strong; the others are faint. */
  act = $state(0);
  /** How often the map has come back after a playback. */
  returns = $state(0);
  /** Space has skipped and is still held down. */
  spaceHeld = false;

  private film: Film | null = null;
  private shown: number | null = null;
  private of: string | null = null;
  private acted = false;
  /** I have answered since the film began. */
  private answered = false;
  private run = 0;
  private serial = 0;
  /** How many milliseconds drawing has taken beyond the beats' own time: what only stands there gives them back. */
  private late = 0;
  /** How many milliseconds of the film have been played, and since when and how long it has been paused. */
  private spent = 0;
  private pausedAt = 0;
  private rested = 0;
  /** A film is on its way: until it is there nobody knows which moment is shown next. */
  fetching = $state(false);
  private sight: unknown = null;
  /** Where the map was when the film began. */
  private home: unknown = null;
  private nearest = Infinity;
  private sleeper: { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined; wake: () => void } | null = null;

  constructor(private readonly house: House) {}

  /** Show something of the past, or what is drawn as its traces. */
  get drawn(): Drawn[] {
    return this.playing || this.tracesOn ? this.traces : [];
  }

  get beat(): Beat | null {
    return this.playing ? (this.script?.beats[this.at] ?? null) : null;
  }

  /** What is shown is not now, or is about to be: whatever tells how it ended waits, but for the question itself. */
  get past(): boolean {
    return this.view !== null || this.fetching;
  }

  /** How long the log is in what is shown; null: now. */
  get upto(): number | null {
    return this.view?.log_length ?? null;
  }

  /** The position in the film where a line of the log was told; null where it is no part of it. */
  after(line: number): View | null {
    const views = this.film?.views ?? [];
    return (views[0]?.log_length ?? Infinity) > line ? null : (views.find((view) => view.log_length > line) ?? null);
  }

  /** The log's numbers that are being played. */
  get current(): ReadonlySet<number> {
    const { beat, film } = this;
    const from = beat && film ? (film.views[beat.from]?.log_length ?? 0) : 0;
    const to = beat && film ? (film.views[beat.to]?.log_length ?? 0) : 0;
    return new Set(Array.from({ length: Math.max(0, to - from) }, (_, n) => from + n));
  }

  /** The acts that have left a trace; one in which nothing stirred is not stepped to. */
  get acts(): number[] {
    return [...new Set(this.traces.filter(({ beat }) => hasTrace(beat)).map((one) => one.beat.act))];
  }

  get canPlayAgain(): boolean {
    return this.film !== null;
  }

  // ---- hearing

  /** An answer of mine goes out: what is past is past. */
  answering(): void {
    this.acted = true;
    this.answered = true;
    this.stop();
    this.keep();
    this.tracesOn = false;
    this.cardOpen = false;
  }

  /** A view has come; the one before it stays on the board until its film is there. */
  heard(view: View, before: View | null = null): void {
    const who = `${this.house.table} ${view.viewer ?? ""}`;
    if (this.of !== who) {
      const shared = this.of !== null && this.house.hotseat; // both seats look at this screen: nothing is shown twice
      this.of = who;
      if (shared) return this.upToDate(view);
      this.stop();
      this.shown = this.house.teaches ? null : keptShown(this.house.table, view.viewer);
      if (this.shown === null || this.shown > view.log_length) return this.upToDate(view);
    }
    if (this.house.cover || settings.now.pace === "off") return this.upToDate(view);
    const shown = this.shown ?? view.log_length;
    if (view.log_length <= shown) {
      if (!this.playing) this.upToDate(view);
      return;
    }
    if (this.playing || this.fetching) return; // it is fetched when this film is over
    const grown = view.log_length - shown;
    const told = view.log.slice(-grown);
    const mine = this.acted && grown <= view.log.length && isQuiet(told, view, this.house.game?.stage);
    this.acted = false;
    if (mine) return this.upToDate(view);
    this.showing({ ...(before ?? bare(view, shown)), ask: null });
    void this.fetch(shown);
  }

  /** Another position lies on the table: nothing has happened on the way to it. */
  anew(view: View): void {
    this.stop();
    this.of = `${this.house.table} ${view.viewer ?? ""}`;
    this.film = this.script = this.card = null;
    this.traces = [];
    this.tracesOn = this.cardOpen = false;
    this.sight = null;
    this.upToDate(view);
  }

  /** Something has been told since that is to be played. */
  private lags(now: View): boolean {
    return !this.house.cover && settings.now.pace !== "off" && this.shown !== null && now.log_length > this.shown;
  }

  private upToDate(view: View): void {
    this.acted = false;
    this.shown = view.log_length;
    this.keep();
    if (!this.playing && !this.fetching) this.view = null;
  }

  private keep(): void {
    if (this.shown !== null && !this.house.teaches) keepShown(this.house.table, this.house.view?.viewer ?? null, this.shown);
  }

  private async fetch(after: number): Promise<void> {
    this.fetching = true;
    const { run, of } = this;
    let told: Told | null = null;
    try {
      told = await api.film(this.house.table, after, this.house.seat, this.house.key);
    } catch {
      // no film: the present is shown
    }
    // what an event is on the stage is data of the game, which comes later than the film to whoever opens the page
    for (let n = 0; n < GAME_COMES && !this.house.game && run === this.run; n++) await new Promise((done) => setTimeout(done, 50));
    this.fetching = false;
    const now = this.house.view;
    if (!told || run !== this.run || this.house.cover) {
      if (now) this.upToDate(now);
      if (run === this.run && this.playing) this.end();
      return;
    }
    if (of === this.of) this.shown = told.length; // kept when it has been seen: who reloads the page meanwhile sees it anew
    await this.goOn(filmOf(told));
  }

  // ---- playing

  /** What happened next without an answer of mine in between belongs to the same film: a retreat to its fight, moves to the chit
      that was drawn before them. */
  private goOn(film: Film): Promise<void> {
    const whole = this.film && !this.answered ? spliced(this.film, film) : null;
    this.answered = false;
    if (!whole) return this.play(film);
    return this.play(whole, (this.film as Film).views.length - 1, this.script?.beats.at(-1)?.walks.length);
  }

  /** The last film once more. */
  again(): void {
    if (this.film) void this.play(this.film);
  }

  /** Play a film, or what of it comes after its view number `seen`, when so many had walked in what was then its last beat. */
  private async play(film: Film, seen = 0, walked = 0): Promise<void> {
    this.stop();
    const run = this.run;
    const { script, times } = paced(scriptOf(film, this.house.game?.stage));
    const eventful = script.beats.some((beat) => beat.to > seen && isEventful(beat));
    this.film = film;
    // what goes on comes back to where all of it began, though nothing was to be seen of its beginning
    if (!seen) this.home = this.house.board?.sight() ?? null;
    if (!eventful) return this.end();
    this.script = script;
    this.times = times;
    const first = Math.max(0, script.beats.findIndex((beat) => beat.to > seen));
    this.traces = script.beats.slice(0, first).flatMap((beat) => this.tracesOf(film, beat));
    this.tracesOn = false;
    if (!seen) this.cardOpen = false;
    this.at = first;
    this.called = false;
    this.late = 0;
    this.playing = true;
    this.paused = false;
    this.showing(film.views[seen] as View);
    for (let n = 0; n < 60 && run === this.run && !this.house.board?.sight(); n++) await this.sleep(50); // the map is being laid
    if (run !== this.run) return;
    this.sight = this.home ??= this.house.board?.sight() ?? null;
    this.nearest = this.house.board?.nearest(script.beats.map((beat) => beat.scene)) ?? Infinity;
    const begun = (script.beats[first] as Beat).from < seen;
    await this.playFrom(first, begun ? { view: film.views[seen] as View, walked } : null);
  }

  /** `begun`: of the first beat a part has been seen, the die among it. */
  private async playFrom(first: number, begun: Begun | null = null, sought = false): Promise<void> {
    const { film, script, run } = this;
    if (!film || !script) return;
    this.at = first;
    const factor = FACTOR[settings.now.pace] || 1;
    this.spent = all(this.times.slice(0, first)) * factor; // what comes before has had its time
    if (!sought) await this.pauseToRead(); // the turn may have been over before anything of this was told
    if (run !== this.run) return;
    for (let n = first; n < script.beats.length; n++) {
      this.at = n;
      const [began, rested] = [performance.now(), this.rested];
      const share = hurried(this.spent / factor, all(this.times.slice(n)));
      await this.perform(film, script.beats[n] as Beat, (this.times[n] as number) * share, run, n === first ? begun : null);
      if (run !== this.run) return;
      this.spent += performance.now() - began - (this.rested - rested);
      if (script.beats.slice(n + 1).some(isEventful)) await this.pauseToRead();
      if (run !== this.run) return;
    }
    this.end();
  }

  /** What a turn came to is told where it ended, before what happened next. */
  private async pauseToRead(): Promise<void> {
    await tick(); // who sums up hears what is shown
    const { run, house } = this;
    if (house.summaries.open === null) return;
    this.interval = true;
    await house.summaries.closed();
    if (run === this.run) this.interval = false;
  }

  /** On from the beginning of another beat, as if all before it had been played. */
  seek(to: number): void {
    const { film, script } = this;
    if (!this.playing || !film || !script) return;
    const at = Math.max(0, Math.min(script.beats.length - 1, to));
    if (at === this.at) return;
    this.run += 1;
    this.sleeper?.wake();
    this.motions = new Map();
    this.cardOpen = false;
    this.traces = script.beats.slice(0, at).flatMap((beat) => this.tracesOf(film, beat));
    this.showing(film.views[(script.beats[at] as Beat).from] as View);
    void this.playFrom(at, null, true);
  }

  private showing(view: View): void {
    this.view = renamed(view, ++this.serial);
  }

  private tracesOf(film: Film, beat: Beat): Drawn[] {
    return partsOf(beat).map((part) => ({ beat: part, now: false, settled: true, view: film.views[part.from] as View }));
  }

  private async perform(film: Film, beat: Beat, time: number, run: number, begun: Begun | null): Promise<void> {
    const before = film.views[beat.from] as View;
    const after = film.views[beat.to] as View;
    const still = reduced();
    const factor = FACTOR[settings.now.pace] || 1;
    const gone = (): boolean => run !== this.run;
    if (this.card && !begun && isPast(this.card.beat, beat)) this.cardOpen = false;
    this.draw(film, beat, true, false);
    const flies = beat.scene.length > 0 && Boolean(this.house.board?.reveal(beat.scene, this.nearest, isChance(beat) && beat.kind !== "draw" ? boxOf(beat) : null)) && !still;
    const whole = time * factor;
    const flight = flies ? Math.min(FLIGHT, whole * 0.4) : 0;
    if (flight) await this.sleep(flight);
    if (gone()) return;
    let left = Math.max(whole - flight, still && beat.kind !== "told" ? LEAST_STILL : 0);
    const pass = async (ms: number): Promise<void> => {
      const wait = Math.min(left, ms);
      left -= wait;
      await this.stand(wait);
    };
    if (begun) {
      if (this.card && isChance(beat)) this.card = { beat, rolling: false, view: before, after };
      if (beat.kind !== "moves") left = Math.min(left, AFTERMATH * factor);
    } else if (isChance(beat)) {
      const { arrows, die, result } = momentsOf(beat, left / factor);
      await pass(arrows * factor);
      if (gone()) return;
      this.card = { beat, rolling: !still, view: before, after };
      this.cardOpen = true;
      sound(beat.kind === "draw" ? "chit" : "die");
      if (!still) await pass(die * factor);
      if (gone()) return;
      this.card = { beat, rolling: false, view: before, after };
      if (beat.kind === "fight") sound("shot");
      await pass(result * factor);
      if (gone()) return;
    }
    const stood = begun?.view ?? before;
    this.showing(after);
    this.motions = still ? new Map() : motionsOf(begun ? restOf(beat, begun) : beat, this.view as unknown as View, left * ON_THE_WAY, stood);
    this.draw(film, beat, true, true);
    const drawing = performance.now();
    await tick(); // who goes sets out when he is drawn
    this.late += performance.now() - drawing;
    await (this.motions.size ? this.sleep(left) : this.stand(left));
    if (gone()) return;
    if (this.motions.size) await this.arrival();
    if (gone()) return;
    this.draw(film, beat, false, true);
  }

  /** The beat as it is now, in the place of how it was drawn before. */
  private draw(film: Film, beat: Beat, now: boolean, settled: boolean): void {
    const parts = partsOf(beat);
    const kept = this.traces.filter((one) => !parts.includes(one.beat));
    this.traces = [...kept, ...parts.map((part) => ({ beat: part, now, settled, view: film.views[part.from] as View }))];
    this.act = beat.act;
  }

  private end(): void {
    const now = this.house.view;
    this.motions = new Map();
    // more has happened meanwhile: the table stays as it is between two parts of one film, and the question waits on
    if (this.playing && !this.fetching && now && this.lags(now)) return void this.fetch(this.shown as number);
    this.playing = false;
    this.paused = false;
    this.view = null;
    this.tracesOn = this.traces.length > 0;
    this.act = this.acts.at(-1) ?? this.act;
    if (now?.ask) sound("move");
    if (now) this.heard(now, this.film?.views[this.film.views.length - 1]); // more may have happened meanwhile
    if (!this.fetching) void this.comeBack();
  }

  /** The map goes back, or to the question; not before what stepped aside for the playback has its room again. */
  private async comeBack(): Promise<void> {
    const { sight, run } = this;
    this.sight = null;
    if (!sight) return;
    await tick();
    if (run !== this.run) return;
    this.house.board?.back(sight);
    this.returns += 1;
  }

  /** Straight to now: all of the film is a trace. */
  skip(): void {
    if (!this.playing) return;
    if (this.interval) this.house.summaries.close();
    const { film, script } = this;
    this.stop();
    if (film && script) {
      this.traces = script.beats.flatMap((beat) => this.tracesOf(film, beat));
      const last = [...script.beats].reverse().find(isChance);
      if (last) this.card = this.cardOf(film, last);
    }
    this.end();
  }

  private stop(): void {
    this.run += 1;
    this.playing = false;
    this.paused = this.interval = false;
    this.motions = new Map();
    this.view = null;
    this.sleeper?.wake();
  }

  pause(paused = !this.paused): void {
    if (!this.playing || paused === this.paused) return;
    this.paused = paused;
    if (paused) this.pausedAt = performance.now();
    else this.rested += performance.now() - this.pausedAt;
    const { sleeper } = this;
    if (!sleeper) return;
    clearTimeout(sleeper.timer);
    if (paused) sleeper.left -= performance.now() - sleeper.since;
    else {
      sleeper.since = performance.now();
      sleeper.timer = setTimeout(sleeper.wake, Math.max(0, sleeper.left));
    }
  }

  /** A busy browser moves counters later than it was told to: the next beat waits for them, within reason. */
  private async arrival(): Promise<void> {
    const began = performance.now();
    await Promise.race([this.house.board?.arrived(), new Promise((done) => setTimeout(done, LATEST))]);
    this.late += performance.now() - began;
    await this.sleep(0); // it may have been paused meanwhile
  }

  /** Nobody moves for so long, or a little less where drawing has taken longer than it should. */
  private stand(ms: number): Promise<void> {
    const saved = Math.min(this.late, ms / 3);
    this.late -= saved;
    return this.sleep(ms - saved);
  }

  private sleep(ms: number): Promise<void> {
    if (ms <= 0 && !this.paused) return Promise.resolve(); // while it is paused even what takes no time stands
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(this.sleeper?.timer);
        this.sleeper = null;
        resolve();
      };
      this.sleeper = { left: ms, since: performance.now(), timer: this.paused ? undefined : setTimeout(wake, ms), wake };
    });
  }

  // ---- afterwards

  toggleTraces(): void {
    if (this.traces.length && !this.playing) this.tracesOn = !this.tracesOn;
  }

  toggleCard(): void {
    if (!this.card) return;
    const { after, beat, view } = this.card;
    if (!this.cardOpen) this.house.board?.giveWay(beat.scene, boxOf(beat));
    this.cardOpen = this.called = !this.cardOpen;
    // since then he may have chosen his losses, gone back or advanced: all of that is the fight's
    if (this.cardOpen && (this.house.view?.log_length ?? 0) > after.log_length) void this.showCard(view.log_length);
  }

  /** Another act's traces, strong. */
  step(by: 1 | -1): void {
    const { acts } = this;
    const at = acts.indexOf(this.act);
    this.act = acts[Math.max(0, Math.min(acts.length - 1, at + by))] ?? this.act;
    this.tracesOn = true;
    const hexes = this.traces.filter((one) => one.beat.act === this.act).flatMap((one) => one.beat.scene);
    if (hexes.length) this.house.board?.reveal(hexes);
  }

  /** Play what lines of the log tell, between two of their numbers. */
  async show(from: number, to: number): Promise<void> {
    this.answered = true; // what comes next is no part of it
    const told = await api.film(this.house.table, from, this.house.seat, this.house.key).catch(() => null);
    if (!told) return;
    let length = told.view.log_length;
    const frames = told.frames.filter(({ log }) => {
      const kept = length < to;
      length += log.length;
      return kept;
    });
    await this.play(filmOf({ ...told, frames }));
  }

  /** The die of the open card falls once more. */
  async rollAgain(): Promise<void> {
    const { card, run } = this;
    if (!card || card.rolling || reduced()) return;
    this.card = { ...card, rolling: true };
    sound("die");
    await new Promise((done) => setTimeout(done, DIE));
    if (run === this.run && this.card?.beat === card.beat) this.card = card;
  }

  /** What a line of the log told by a die or a chit: its card again. */
  async showCard(number: number): Promise<void> {
    const told = await api.film(this.house.table, number, this.house.seat, this.house.key).catch(() => null);
    if (!told || this.playing) return;
    const film = filmOf({ ...told, frames: told.frames.slice(0, FRAMES_OF_A_FIGHT) });
    const { beats } = scriptOf(film, this.house.game?.stage);
    const found = beats.find((beat) => isChance(beat) && (film.views[beat.to]?.log_length ?? 0) > number);
    if (!found) return;
    this.house.board?.giveWay(found.scene, boxOf(found));
    this.card = this.cardOf(film, found);
    this.cardOpen = this.called = true;
  }

  private cardOf(film: Film, beat: Beat): Card {
    return { beat, rolling: false, view: film.views[beat.from] as View, after: film.views[beat.to] as View };
  }

  close(): void {
    this.stop();
  }
}
