// Who sits where at a table that is to be opened.

import { nameOf, specOf } from "../lib/botspec";
import type { Ahead, ClockTerms, GameInfo, Grants } from "../lib/types";

export type Who = "you" | "bot" | "invite" | "offer";
type Players = GameInfo["scenarios"][number]["players"];

export const CLOCKS: Record<string, ClockTerms | null> = { none: null, long: { minutes: 90, increment: 30 }, short: { minutes: 45, increment: 15 }, days: { days: 3 } };

/** Who sits down where nobody says otherwise: a beginner's opponent, or the best there is. */
export const usualBot = (bots: string[]): string => (bots.includes("recruit") ? "recruit" : (bots.at(-1) ?? ""));

/** How often a bot may be told to err on purpose, as a share of its decisions. */
export const ERRORS = [0, 0.1, 0.25, 0.5];

/** A bot's level: what its name begins with. */
export const levelOf = (bot: string): string => specOf(bot).level;

/** Where in ERRORS a bot stands. */
export const errs = (bot: string): number => Math.max(0, ERRORS.indexOf(specOf(bot).errs));

export const withErrs = (bot: string, often: number): string => nameOf({ ...specOf(bot), errs: levelOf(bot) === "random" ? 0 : (ERRORS[often] ?? 0) });

/** Who may be granted time, and how many seconds are offered as far as the house goes. */
const GRANTED = "grognard";
const TIMES = [5, 20, 50];

/** The seconds that a bot may be granted: nothing to choose from where there is one, or where it is granted none. */
export function times(bot: string, grants: Grants | null): number[] {
  if (!grants || levelOf(bot) !== GRANTED) return [];
  const found = [...new Set([...TIMES.filter((one) => one <= grants.most), grants.seconds])].sort((one, other) => one - other);
  return found.length > 1 ? found : [];
}

/** The seconds that it is granted, and a bot that is granted so many: what the house grants by itself is not said. */
export const secondsOf = (bot: string, grants: Grants): number => specOf(bot).seconds || grants.seconds;
export const withSeconds = (bot: string, seconds: number, grants: Grants): string => nameOf({ ...specOf(bot), seconds: seconds === grants.seconds ? 0 : seconds });

/** In how many of the last turns alone a bot looks ahead for a side; null where it does all the time, or never does. */
export const lastTurns = (bot: string, side: string, ahead: Ahead | null | undefined): number | null => (ahead?.bots.includes(levelOf(bot)) ? (ahead.last_turns[side] ?? null) : null);

/** The last seat is yours and bots take the others, as far as there are any, or whoever comes, until you say otherwise. */
export function seated(players: Players, chosen: Record<string, Who>, bots: string[], offered = false): Record<string, Who> {
  const mine = players.at(-1)?.id;
  const others = offered ? "offer" : bots.length ? "bot" : "you";
  return Object.fromEntries(players.map(({ id }) => [id, chosen[id] ?? (id === mine ? "you" : others)]));
}

/** The same as the server wants it: a bot by its name, the usual one unless you say otherwise. */
export const wantedSeats = (seats: Record<string, Who>, levels: Record<string, string>, bots: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(seats).map(([player, who]) => [player, who === "bot" ? playedAt(levels[player], bots) : who]));

/** The bot that was chosen, unless nobody plays at its level here. */
export const playedAt = (chosen: string | undefined, bots: string[]): string => (chosen && bots.includes(levelOf(chosen)) ? chosen : usualBot(bots));

/** Who can be played against in a scenario. */
export const botsOf = (game: GameInfo | null | undefined, scenario: GameInfo["scenarios"][number] | undefined): string[] => scenario?.bots ?? game?.bots ?? [];

/** What the button that opens the table says. */
export function startKey(seats: Record<string, Who>): "new.startBoth" | "new.startInvite" | "new.startOffer" | "new.startWatch" | "new.start" {
  const people = Object.values(seats).filter((who) => who === "you").length;
  if (people > 1) return "new.startBoth";
  if (Object.values(seats).includes("offer")) return "new.startOffer";
  if (Object.values(seats).includes("invite")) return "new.startInvite";
  return people ? "new.start" : "new.startWatch";
}
