// Who sits where at a table that is to be opened.

import type { ClockTerms, GameInfo } from "../lib/types";

export type Who = "you" | "bot" | "invite" | "offer";
type Players = GameInfo["scenarios"][number]["players"];

export const CLOCKS: Record<string, ClockTerms | null> = { none: null, long: { minutes: 90, increment: 30 }, short: { minutes: 45, increment: 15 }, days: { days: 3 } };

/** Who sits down where nobody says otherwise: a beginner's opponent, or the best there is. */
export const usualBot = (bots: string[]): string => (bots.includes("recruit") ? "recruit" : (bots.at(-1) ?? ""));

/** How often a bot may be told to err on purpose, as a share of its decisions. */
export const ERRORS = [0, 0.1, 0.25, 0.5];

/** A bot's level: what its name begins with. */
export const levelOf = (bot: string): string => bot.split(":")[0] ?? bot;

/** Where in ERRORS a bot stands. */
export const errs = (bot: string): number => Math.max(0, ERRORS.indexOf(Number(bot.split(":errs=")[1] ?? 0)));

export const withErrs = (level: string, often: number): string => (ERRORS[often] && level !== "random" ? `${level}:errs=${ERRORS[often]}` : level);

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
