// A side's colours: by its own name where the palette knows it, else by its place at the table.

const KNOWN = ["axis", "soviet", "red", "blue", "green", "gold"];
const ALIASES: Record<string, string> = { german: "axis", russian: "soviet" };
const BY_SEAT = ["red", "blue", "green", "gold"];

function token(side: string, players: { side: string }[] = []): string {
  const name = ALIASES[side] ?? side;
  if (KNOWN.includes(name)) return name;
  const seat = players.findIndex((player) => player.side === side);
  return BY_SEAT[Math.max(seat, 0) % BY_SEAT.length] as string;
}

export const sideInk = (side: string, players?: { side: string }[]): string => `var(--side-${token(side, players)})`;
export const sideFill = (side: string, players?: { side: string }[]): string => `var(--side-${token(side, players)}-fill)`;
