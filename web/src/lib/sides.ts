// A side's colours: by its own name where the palette knows it, else by its place at the table.

const KNOWN = ["axis", "soviet", "red", "blue", "green", "gold"];
const ALIASES: Record<string, string> = { german: "axis", russian: "soviet" };
const BY_SEAT = ["red", "blue", "green", "gold"];

const PLACES: Record<string, number> = { axis: 0, soviet: 1, red: 0, blue: 1, green: 2, gold: 3 };

function token(side: string, players: { side: string }[] = []): string {
  const name = ALIASES[side] ?? side;
  if (KNOWN.includes(name)) return name;
  const seat = players.findIndex((player) => player.side === side);
  return BY_SEAT[Math.max(seat, 0) % BY_SEAT.length] as string;
}

/** Where among four a side stands: those that wear one palette at one table never share a place. */
export const placeOf = (side: string, players?: { side: string }[]): number => PLACES[token(side, players)] ?? 0;

export const sideInk = (side: string, players?: { side: string }[]): string => `var(--side-${token(side, players)})`;
export const sideFill = (side: string, players?: { side: string }[]): string => `var(--side-${token(side, players)}-fill)`;
