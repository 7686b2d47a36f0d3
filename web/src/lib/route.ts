// The address after "#": which page, which table, as whom. A replay may begin where the viewer's own last move ended.

export type Route =
  | { page: "lobby" }
  | { page: "table"; table: string; seat: string }
  | { page: "watch"; table: string; key: string | null }
  | { page: "join"; token: string }
  | { page: "resume"; token: string }
  | { page: "replay"; table: string; seat: string | null; since?: boolean; at?: number; outcomes?: boolean }
  | { page: "review"; table: string; seat: string | null }
  | { page: "learn"; game: string; lesson: string }
  | { page: "lessons"; game: string }
  | { page: "rules"; game: string; clause: string | null; print?: boolean }
  | { page: "charts"; game: string; chart: string | null }
  | { page: "school" }
  | { page: "watching" }
  | { page: "shown"; table: string }
  | { page: "lookback"; table: string; key: string; outcomes?: boolean }
  | { page: "studies" }
  | { page: "study"; id: string; at?: number }
  | { page: "account" }
  | { page: "tournaments" }
  | { page: "tournament"; id: string }
  | { page: "letter"; what: "confirm" | "recover" | "letters"; token: string }
  | { page: "ladder"; game: string | null }
  | { page: "person"; name: string }
  | { page: "bot"; level: string }
  | { page: "offer" }
  | { page: "house" }
  | { page: "archive"; player: string | null }
  | { page: "settings" };

export function parseRoute(hash: string): Route {
  const [page, first, second, third] = hash
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => safeDecode(part));
  if (page === "table" && first && second) return { page, table: first, seat: second };
  if ((page === "watch" || page === "table") && first) return { page: "watch", table: first, key: (page === "watch" && second) || null };
  if ((page === "join" || page === "resume") && first) return { page, token: first };
  if (page === "replay" && first) return { page, table: first, seat: second || null, ...(third === "since" ? { since: true } : third === "outcomes" ? { outcomes: true } : third && /^\d+$/.test(third) ? { at: Number(third) } : {}) };
  if (page === "review" && first) return { page, table: first, seat: second || null };
  if (page === "learn" && first) return second ? { page, game: first, lesson: second } : { page: "lessons", game: first };
  if (page === "shown" && first) return { page, table: first };
  if (page === "lookback" && first && second) return { page, table: first, key: second, ...(third === "outcomes" ? { outcomes: true } : {}) };
  if (page === "learn") return { page: "school" };
  if (page === "watch") return { page: "watching" };
  if (page === "rules" && first) return { page, game: first, clause: second && second !== "-" ? second : null, ...(third === "print" ? { print: true } : {}) };
  if (page === "account" && (first === "confirm" || first === "recover" || first === "letters") && second) return { page: "letter", what: first, token: second };
  if (page === "study" && first) return { page, id: first, ...(second && /^\d+$/.test(second) ? { at: Number(second) } : {}) };
  if (page === "studies") return { page };
  if (page === "charts" && first) return { page, game: first, chart: second || null };
  if (page === "tournaments") return first ? { page: "tournament", id: first } : { page };
  if (page === "ladder") return { page, game: first || null };
  if (page === "archive") return { page, player: first || null };
  if (page === "people" && first) return { page: "person", name: first };
  if (page === "bots" && first) return { page: "bot", level: first };
  if (page === "settings" || page === "account" || page === "offer" || page === "house") return { page };
  return { page: "lobby" };
}

export function address(route: Route): string {
  const parts = ((): (string | null)[] => {
    switch (route.page) {
      case "lobby":
        return [];
      case "table":
        return ["table", route.table, route.seat];
      case "watch":
        return ["watch", route.table, route.key];
      case "join":
      case "resume":
        return [route.page, route.token];
      case "replay":
        return ["replay", route.table, route.seat ?? (route.at === undefined && !route.outcomes ? null : ""), route.since && route.seat ? "since" : route.outcomes ? "outcomes" : route.at === undefined ? null : String(route.at)];
      case "review":
        return ["review", route.table, route.seat];
      case "rules":
        return ["rules", route.game, route.print ? (route.clause ?? "-") : route.clause, route.print ? "print" : null];
      case "study":
        return ["study", route.id, route.at === undefined ? null : String(route.at)];
      case "charts":
        return ["charts", route.game, route.chart];
      case "learn":
        return ["learn", route.game, route.lesson];
      case "lessons":
        return ["learn", route.game];
      case "letter":
        return ["account", route.what, route.token];
      case "shown":
        return ["shown", route.table];
      case "lookback":
        return ["lookback", route.table, route.key, route.outcomes ? "outcomes" : null];
      case "school":
        return ["learn"];
      case "watching":
        return ["watch"];
      case "tournament":
        return ["tournaments", route.id];
      case "ladder":
        return ["ladder", route.game];
      case "archive":
        return ["archive", route.player];
      case "person":
        return ["people", route.name];
      case "bot":
        return ["bots", route.level];
      case "settings":
      case "offer":
      case "house":
      case "account":
      case "studies":
      case "tournaments":
        return [route.page];
    }
  })();
  return `#/${parts
    .filter((part) => part !== null)
    .map(encodeURIComponent)
    .join("/")}`;
}

function safeDecode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where somebody who sits at a table, or looks on by the spectators' link, sees its game again. */
export const lookBack = (from: { table: string; seat: string | null; key: string | null }, asks: { outcomes?: boolean } = {}): string =>
  address(from.key ? { page: "lookback", table: from.table, key: from.key, ...asks } : { page: "replay", table: from.table, seat: from.seat, ...asks });
