// What somebody is about to offer: his choices, what follows from them, and what the house is asked for.

import { me } from "../../account/me.svelte";
import type { Key } from "../../i18n/index.svelte";
import { myName } from "../../lib/myname";
import type { ClockTerms, GameInfo, Level, Options, OptionInfo, StepsIn } from "../../lib/types";
import { botsOf, CLOCKS, seated, wantedSeats, type Who } from "../../lobby/seating";

export type Scenario = GameInfo["scenarios"][number];
export type Pace = "live" | "days" | "none";
export type Open = "anyone" | "near" | "followed" | "link";

/** One's side: either by lot, both in two games, or the player who has it. */
export const ANY = "any";
export const BOTH = "both";
export const LIVE = ["short", "long", "other"] as const;
export const DAYS = [1, 2, 3, 5, 7] as const;
/** What the house takes for a clock that is neither of the usual ones. */
export const LIMITS = { minutes: [1, 10_000], increment: [0, 3600] } as const;

/** Whether two sides face each other, one player each. */
export const forTwo = ({ players }: Scenario): boolean => players.length === 2 && players[0]?.side !== players[1]?.side;

export class Offering {
  private readonly games: readonly GameInfo[];
  private gameId = $state<string | null>(null);
  private scenarioId = $state<string | null>(null);
  private picked = $state(ANY);
  /** Where more than two play: who sits where. */
  seatsChosen = $state<Record<string, Who>>({});
  levels = $state<Record<string, string>>({});
  private changed = $state<Options>({});
  pace = $state<Pace>("live");
  live = $state<(typeof LIVE)[number]>("long");
  minutes = $state(60);
  increment = $state(20);
  days = $state<number>(3);
  private wantsRated = $state(true);
  private openTo = $state<Open>("anyone");
  level = $state.raw<Level | null>(null);
  bot = $state.raw<StepsIn | null>(null);
  name = $state(myName());

  constructor(games: readonly GameInfo[]) {
    this.games = games;
  }

  get game(): GameInfo | undefined {
    return this.games.find((one) => one.id === this.gameId) ?? this.games[0];
  }
  get scenario(): Scenario | undefined {
    const wanted = this.scenarioId ?? this.game?.advice?.begin_with;
    return this.game?.scenarios.find((one) => one.id === wanted) ?? this.game?.scenarios[0];
  }
  /** Who can be played against. */
  get bots(): string[] {
    return botsOf(this.game, this.scenario);
  }
  play(game: string): void {
    [this.gameId, this.scenarioId, this.picked, this.bot] = [game, null, ANY, null];
    [this.changed, this.seatsChosen, this.levels] = [{}, {}, {}];
    this.level = null; // a rating is of one game
    if (this.openTo === "near") this.openTo = "anyone";
  }
  begin(scenario: string): void {
    [this.scenarioId, this.picked, this.changed, this.seatsChosen, this.levels] = [scenario, ANY, {}, {}, {}];
  }

  // ---- sides

  get forTwo(): boolean {
    return this.scenario !== undefined && forTwo(this.scenario);
  }
  get side(): string {
    return this.forTwo ? this.picked : "";
  }
  set side(side: string) {
    this.picked = side;
  }
  /** Where more than two play: as it was picked, or as it is where nobody says otherwise. */
  get seats(): Record<string, Who> {
    return seated(this.scenario?.players ?? [], this.seatsChosen, this.bots, true);
  }
  /** Who sits where at each table that is opened; by lot it does not matter who is written where. */
  get seatings(): Record<string, Who>[] {
    const players = this.scenario?.players ?? [];
    const others: Who = this.openTo === "link" ? "invite" : "offer";
    if (!this.forTwo) return [Object.fromEntries(Object.entries(this.seats).map(([player, who]) => [player, who === "offer" ? others : who]))];
    const mine = this.side === BOTH ? players.map(({ id }) => id) : [this.side === ANY ? (players[0]?.id ?? "") : this.side];
    return mine.map((player) => Object.fromEntries(players.map(({ id }) => [id, id === player ? "you" : others])));
  }
  private get people(): Who[] {
    return Object.values(this.seatings[0] ?? {});
  }
  /** Whether any seat is for whoever comes. */
  get offers(): boolean {
    return this.people.includes("offer");
  }

  // ---- options

  valueOf(option: OptionInfo): Options[string] {
    return this.changed[option.id] ?? option.default;
  }
  change(option: OptionInfo, value: Options[string]): void {
    this.changed[option.id] = value;
  }
  get options(): Options {
    return Object.fromEntries((this.scenario?.options ?? []).map((option) => [option.id, this.valueOf(option)]));
  }
  /** How many are not as printed. */
  get ownOptions(): number {
    return (this.scenario?.options ?? []).filter((option) => this.valueOf(option) !== option.default).length;
  }

  // ---- clock, rating, who may come

  get clock(): ClockTerms | null {
    if (this.pace === "none") return null;
    if (this.pace === "days") return { days: this.days };
    return CLOCKS[this.live] ?? { minutes: this.minutes, increment: this.increment };
  }
  /** Why it cannot count, in the words of a key. */
  get unrated(): Key | null {
    if (!me.accounts) return "rated.nowhere";
    if (!me.name) return "rated.needsName";
    if (this.people.some((who) => who === "bot") || !this.people.some((who) => who === "invite" || who === "offer")) return "rated.needsPeople";
    if (!this.clock) return "rated.needsClock";
    return this.stepsIn ? "rated.bot" : null;
  }
  get rated(): boolean {
    return this.wantsRated && this.unrated === null;
  }
  set rated(yes: boolean) {
    this.wantsRated = yes;
  }
  /** Who may be named: ratings and following are of those who have a name here. */
  get opens(): Open[] {
    return me.accounts && me.name ? ["anyone", "near", "followed", "link"] : ["anyone", "link"];
  }
  get open(): Open {
    return this.opens.includes(this.openTo) ? this.openTo : "anyone";
  }
  set open(open: Open) {
    this.openTo = open;
  }
  get mayStepIn(): boolean {
    return this.offers && this.bots.length > 0;
  }
  get stepsIn(): StepsIn | null {
    return this.mayStepIn ? this.bot : null;
  }

  /** What the house is asked for, a table each; nothing where there is no game. */
  wanted(name: string) {
    const { game, scenario } = this;
    if (!game || !scenario) return [];
    return this.seatings.map((seats) => ({
      game: game.id,
      scenario: scenario.id,
      options: this.options,
      seats: wantedSeats(seats, this.levels, this.bots),
      by_lot: this.side === ANY,
      clock: this.clock,
      name,
      rated: this.rated,
      level: this.open === "near" && this.offers ? this.level : null,
      followed: this.open === "followed" && this.offers,
      steps_in: this.stepsIn,
    }));
  }
}
