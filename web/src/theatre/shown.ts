// How far into the log this browser has shown a seat what happened: who comes back later is shown the rest.

const name = (table: string, viewer: string | null): string => `grognard.shown.${table}.${viewer ?? ""}`;

export function keepShown(table: string, viewer: string | null, length: number): void {
  try {
    localStorage.setItem(name(table, viewer), String(length));
  } catch {
    /* a browser that keeps nothing is shown what happens while it looks on */
  }
}

export function keptShown(table: string, viewer: string | null): number | null {
  try {
    const kept = Number(localStorage.getItem(name(table, viewer)) ?? NaN);
    return Number.isInteger(kept) && kept >= 0 ? kept : null;
  } catch {
    return null;
  }
}
