// What a turn came to, put together from the log between two headings: losses of both sides, fights, places taken, arrivals.

import type { Message, Piece } from "../lib/types";
import type { Line } from "../log/story";

export interface Toll {
  /** Units that are gone, and those that are weaker and still there. */
  gone: string[];
  weaker: string[];
  /** Blocks that are gone and that nobody may name. */
  unnamed: number;
  /** Of these the types of those that lay face up: of the others nobody may know more than that they are gone. */
  types: { kind: string; steps: number }[];
  /** Whether such blocks lost steps, of which nobody can tell how many blocks they were. */
  blurred: boolean;
  /** All steps lost, those of the units that are gone too. */
  steps: number;
}

export interface Summary {
  fights: number;
  /** How many of them each side began. */
  attacks: Record<string, number>;
  tolls: Record<string, Toll>;
  taken: Line[];
  arrived: string[];
  moves: number;
}

/** Whose a message is about: the unit's side, or the army's, or the one it names. */
export function sideFor(message: Message, pieces: Record<string, Piece>, sideOfArmy: (army: string) => string): string | null {
  const unit = message["unit"] ?? (Array.isArray(message["units"]) ? message["units"][0] : undefined);
  const piece = typeof unit === "string" ? pieces[unit] : undefined;
  if (piece) return piece.side;
  if (typeof message["army"] === "string") return sideOfArmy(message["army"]);
  return typeof message["side"] === "string" ? message["side"] : null;
}

const PASSES: ReadonlySet<string> = new Set(["turn", "phase", "activation"]);

export function summed(lines: readonly Line[], pieces: Record<string, Piece>, sideOfArmy: (army: string) => string): Summary {
  const found: Summary = { fights: 0, attacks: {}, tolls: {}, taken: [], arrived: [], moves: 0 };
  const gone = new Set<string>(); // who has moved in this phase: his further steps belong to the same move
  for (const line of lines) {
    if (PASSES.has(line.kind)) gone.clear();
    const side = sideFor(line.message, pieces, sideOfArmy);
    const unit = typeof line.message["unit"] === "string" ? line.message["unit"] : null;
    if (line.kind === "fight") {
      found.fights += 1;
      if (side) found.attacks[side] = (found.attacks[side] ?? 0) + 1;
    } else if (line.kind === "move") {
      if (unit === null || !gone.has(unit)) found.moves += 1;
      if (unit !== null) gone.add(unit);
    }
    else if (line.kind === "taken") found.taken.push(line);
    else if (line.kind === "place" && unit && !found.arrived.includes(unit)) found.arrived.push(unit);
    else if ((line.kind === "loss" || line.kind === "step") && side) {
      const toll = (found.tolls[side] ??= { gone: [], weaker: [], unnamed: 0, types: [], blurred: false, steps: 0 });
      const lost = typeof line.message["lost"] === "number" ? line.message["lost"] : 1;
      toll.steps += lost;
      if (unit === null && line.kind === "loss") {
        toll.unnamed += 1;
        if (typeof line.message["kind"] === "string") toll.types.push({ kind: line.message["kind"], steps: lost });
      }
      else if (unit === null) toll.blurred = true;
      else if (line.kind === "loss") {
        toll.gone = [...toll.gone.filter((one) => one !== unit), unit];
        toll.weaker = toll.weaker.filter((one) => one !== unit);
      } else if (!toll.gone.includes(unit) && !toll.weaker.includes(unit)) toll.weaker.push(unit);
    }
  }
  return found;
}

/** How many counters of a side are destroyed: those that have a name and those that have none. */
export const destroyed = (toll: Toll): number => toll.gone.length + toll.unnamed;

/** Where one stretch ends and the next begins: at a turn's heading, or where another side's player turn begins. */
export function borders(lines: readonly Line[], each: "turn" | "player"): number[] {
  let last: unknown = null;
  return lines.flatMap((line) => {
    const side = line.message["side"] ?? line.message["army"];
    const turn = line.kind === "turn";
    const passes = each === "player" && (line.kind === "phase" || line.kind === "activation") && side !== undefined && last !== null && side !== last;
    if ((line.kind === "phase" || line.kind === "activation") && side !== undefined) last = side;
    if (turn) last = null;
    return turn || passes ? [line.number] : [];
  });
}

export interface Stretch {
  from: number;
  to: number;
}

/** The stretch that ended at the last border; none before the second. */
export function ended(marks: readonly number[]): Stretch | null {
  const [from, to] = marks.slice(-2);
  return from === undefined || to === undefined ? null : { from, to };
}

/** Whether anything happened in these lines that is worth a card: not where armies were only set up. */
export const eventful = (lines: readonly Line[]): boolean => lines.some(({ kind }) => kind === "fight" || kind === "move" || kind === "loss" || kind === "step" || kind === "taken");
