// Units that go along with the one in hand: once it has gone where it goes, each is taken up in turn and led the same way.

import { stops, type Answer } from "../lib/answers";
import type { Ask, Behind, Given, Message, Piece, Target } from "../lib/types";

/** What a party must know of the table it is led at, and can do there. */
export interface Leading {
  readonly ask: Ask | null;
  readonly targets: Answer[];
  readonly buttons: string[];
  piece(id: string): Piece | undefined;
  /** Give an answer as soon as the next question is there; false where it is not offered. */
  follows(verb: string, target: Target): Promise<boolean>;
  nextQuestion(): Promise<void>;
  /** Which rows of answers cannot be given whole after the first ones: why, by their numbers; null where nobody knows beforehand. */
  together(first: readonly Given[], rows: readonly (readonly Given[])[], stop: string | null): Promise<Record<string, Message[]> | null>;
}

/** Those who go along with a unit, by the answers that take them up, and the way it has gone since. */
interface Joined {
  to: string;
  mates: readonly Answer[];
  way: readonly Given[];
}

/** Those who follow, and whether the unit that they follow is only entering the map. */
interface Led extends Joined {
  enters: boolean;
}

export class Party {
  private joined = $state.raw<Joined | null>(null);
  /** The answer that took up the unit in hand: others who can be answered with in the same way may go along. */
  takenBy: string | null = null;
  /** Those who could not follow last. */
  behind = $state.raw<Behind[]>([]);

  constructor(private readonly table: Leading) {}

  private get hand(): string | undefined {
    return this.table.ask?.focus.unit;
  }

  /** Who goes along, as long as the same unit is in hand. */
  get units(): readonly string[] {
    return this.joined && this.joined.to === this.hand ? this.joined.mates.map((one) => String(one.target)) : [];
  }

  private get open(): Answer[] {
    return this.hand ? this.table.targets.filter((one) => one.kind === "unit" && one.target !== this.hand && (this.takenBy === null || one.verb === this.takenBy)) : [];
  }

  /** Those whom the question would let one take up next, and who may go along. */
  get followers(): string[] {
    return [...new Set(this.open.map((one) => String(one.target)))];
  }

  /** Let units go along with the one in hand; those who all do stay behind again. */
  join(units: readonly string[]): void {
    const named = (one: Answer): boolean => units.includes(String(one.target));
    const open = this.open.filter((one, n, all) => named(one) && all.findIndex((each) => each.target === one.target) === n);
    const joined = this.joined?.to === this.hand ? this.joined : null;
    const rest = joined?.mates.filter((one) => !named(one)) ?? [];
    const within = (joined?.mates.length ?? 0) - rest.length;
    if (!this.hand || open.length + within === 0) return;
    const leave = within > 0 && open.every((one) => this.units.includes(String(one.target)));
    this.joined = { to: this.hand, mates: leave ? rest : [...rest, ...open], way: joined?.way ?? [] };
  }

  /** Whoever goes along is let go by an answer; these follow once it is given, where the unit in hand went or where it stopped. */
  leave(verb: string, target: Target): Led | null {
    const { ask } = this.table;
    const { joined, hand } = this;
    const led = joined && hand && this.units.length ? joined : null;
    this.joined = null;
    this.behind = [];
    if (!led || !hand) return null;
    const goes = ask?.kinds[verb] === "hex";
    const way = goes ? [...led.way, { verb, target }] : stops(verb) ? led.way : [];
    return way.length ? { ...led, way, enters: goes && !this.table.piece(hand)?.on_map } : null;
  }

  /** One answer after the other, each only where the question offers it. Who has only just entered the map may still go on, and
      would stop where he is as soon as another is taken up: then the others wait. */
  async lead({ enters, ...joined }: Led): Promise<void> {
    const { table } = this;
    await table.nextQuestion();
    const goesOn = this.hand === joined.to && table.targets.some((one) => one.kind === "hex");
    if (enters && goesOn) {
      this.joined = joined;
      return;
    }
    const [first] = joined.mates;
    const stop = goesOn && first && !table.ask?.answers[first.verb]?.includes(first.target) ? table.buttons.find((one) => stops(one)) : undefined;
    if (stop) await table.follows(stop, null); // nobody else is taken up before it stops
    const behind: Behind[] = [];
    for (const mate of joined.mates) {
      await table.nextQuestion();
      const row = [mate, ...joined.way].map(({ verb, target }) => ({ verb, target }));
      const why = await this.refusals([], [row]);
      if (why?.["0"]) behind.push({ unit: String(mate.target), why: why["0"] });
      else for (const leg of row) if (!(await table.follows(leg.verb, leg.target))) return this.stay(joined, mate, behind); // a question of another kind
    }
    this.behind = behind;
  }

  private stay({ mates }: Joined, from: Answer, behind: Behind[]): void {
    this.behind = [...behind, ...mates.slice(mates.indexOf(from)).map((one) => ({ unit: String(one.target), why: [] }))];
  }

  /** Who of those who go along could not follow the unit in hand to a hex. */
  async left(verb: string, target: Target): Promise<Behind[]> {
    const { joined } = this;
    if (!joined || !this.units.length || this.table.ask?.kinds[verb] !== "hex") return [];
    const leg = { verb, target };
    const why = await this.refusals([leg], joined.mates.map((mate) => [mate, ...joined.way, leg].map((one) => ({ verb: one.verb, target: one.target }))));
    return joined.mates.flatMap((mate, n) => (why?.[n] ? [{ unit: String(mate.target), why: why[n] }] : []));
  }

  private refusals(first: readonly Given[], rows: readonly (readonly Given[])[]): Promise<Record<string, Message[]> | null> {
    return this.table.together(first, rows, this.table.buttons.find((one) => stops(one)) ?? null);
  }

  /** The last step was taken back: who waits goes that much less far. */
  stepBack(): void {
    if (this.joined) this.joined = { ...this.joined, way: this.joined.way.slice(0, -1) };
  }
}
