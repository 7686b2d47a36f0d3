// What a table needs is asked for while the page's scripts are still on their way: its line is opened, and with the first view
// the map and the words are fetched. Whoever needs one of them takes it here, once; what nobody takes is let go.

import type { Route } from "./route";
import type { View } from "./types";

/** Where the line to a table is. */
export function lineTo(table: string, seat: string | null, watch: string | null): string {
  const query = new URLSearchParams();
  if (seat) query.set("seat", seat);
  if (watch) query.set("watch", watch);
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${encodeURIComponent(table)}/live?${query}`;
}

/** What decides which map is laid out. */
export type LaidOut = Pick<View, "game" | "lays_out"> & { scenario?: View["scenario"] | undefined; options?: View["options"] | undefined };

/** The address of the map that a set-up lays out; without one, the first scenario's. */
export function mapAt({ game, scenario, options, lays_out }: LaidOut): string {
  return `/games/${game}/map${scenario ? `?${new URLSearchParams({ scenario, options: JSON.stringify({ ...options, ...lays_out }) })}` : ""}`;
}

interface Opened {
  address: string;
  socket: WebSocket;
  heard: MessageEvent[];
}

let opened: Opened | null = null;
let page: Promise<unknown> | null = null;
const fetched = new Map<string, Promise<Response>>();

const get = (path: string): Promise<Response> => fetch(`/api${path}`, { credentials: "same-origin" });

function fetchAhead(path: string): void {
  const answer = get(path);
  answer.catch(() => undefined); // told to whoever takes it
  fetched.set(path, answer);
}

/** The page of a table is on its way. */
export function pageAhead(coming: Promise<unknown>): void {
  page = coming;
  coming.catch(() => undefined); // told to whoever takes it
}

/** When all parts of the page that was asked for ahead are there, or that one did not come. Asked for a second time a page would come
    without the styles that failed at first. */
export function pageIsThere(): Promise<unknown> {
  const coming = page;
  page = null;
  return coming ?? Promise.resolve();
}

/** Ask for what the page will need. */
export function askAhead(route: Route): void {
  if (route.page !== "table" && route.page !== "watch") return;
  const address = route.page === "table" ? lineTo(route.table, route.seat, null) : lineTo(route.table, null, route.key);
  const socket = new WebSocket(address);
  const heard: MessageEvent[] = [];
  opened = { address, socket, heard };
  addEventListener("hashchange", letGo, { once: true });
  fetchAhead("/games");
  socket.onmessage = (event) => {
    heard.push(event);
    const [first] = [JSON.parse(String(event.data))].flat() as { type?: string; view?: View }[];
    if (first?.type !== "view" || !first.view) return;
    fetchAhead(mapAt(first.view));
    fetchAhead(`/games/${first.view.game}/words`);
  };
}

/** Another address: whoever comes to this table later needs what is so then. */
function letGo(): void {
  opened?.socket.close();
  opened = null;
  page = null;
  fetched.clear();
}

/** The line that was opened ahead, or a new one; whoever takes it is told what it has heard already. */
export function takeLine(address: string, hear: (event: MessageEvent) => void): WebSocket {
  const ahead = opened;
  opened = null;
  if (ahead?.address !== address || ahead.socket.readyState > WebSocket.OPEN) {
    ahead?.socket.close();
    const socket = new WebSocket(address);
    socket.onmessage = hear;
    return socket;
  }
  ahead.socket.onmessage = hear;
  // not before whoever asks has the line in hand
  queueMicrotask(() => ahead.heard.forEach(hear));
  return ahead.socket;
}

/** The answer to what was asked ahead; nothing where it was not asked, or was taken already. What failed is asked for again: by now
    the house may be there. */
export function takeAnswer(path: string): Promise<Response> | undefined {
  const answer = fetched.get(path);
  fetched.delete(path);
  return answer?.then(
    (response) => (response.ok ? response : get(path)),
    () => get(path),
  );
}
