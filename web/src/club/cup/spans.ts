// What is worked out of a tournament for the page: how long is left, which rounds are columns, whose pair comes first.

import type { Cup, Pair, Round } from "./cups";

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Below this a round's end is near. */
export const SOON = 2 * DAY;

/** How long is left, in its two largest units. */
export function span(seconds: number, language: string): string {
  const [day, hour, minute] = language === "ja" ? ["日", "時間", "分"] : [" d", " h", " min"];
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [[Math.floor(whole / DAY), day], [Math.floor((whole % DAY) / HOUR), hour], [Math.floor((whole % HOUR) / 60), minute]] as const;
  const from = parts.findIndex(([count]) => count > 0);
  if (from < 0) return `0${minute}`;
  return parts
    .slice(from, from + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join(language === "ja" ? "" : " ");
}

/** The rounds of a tournament as columns, as far as standings count them. */
export const columns = (cup: Cup): number[] => Array.from({ length: cup.after }, (_, n) => n + 1);

/** My pair of a round before the others. */
export function mineFirst(round: Round, me: string | undefined): Pair[] {
  const mine = (pair: Pair): boolean => pair.games.some((game) => me !== undefined && (game.first === me || game.second === me));
  return [...round.pairs].sort((one, other) => Number(mine(other)) - Number(mine(one)));
}
