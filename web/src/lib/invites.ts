// Invitations that this browser has made: the house keeps only their hashes, so they are kept here to be shown again at the table.

const name = (table: string): string => `grognard.invites.${table}`;

export function keptInvites(table: string): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name(table)) ?? "{}");
    return kept && typeof kept === "object" ? (kept as Record<string, string>) : {};
  } catch {
    return {}; // a browser that keeps nothing makes a new link
  }
}

export function keepInvites(table: string, invites: Record<string, string>): void {
  try {
    sessionStorage.setItem(name(table), JSON.stringify({ ...keptInvites(table), ...invites }));
  } catch {
    /* see above */
  }
}
