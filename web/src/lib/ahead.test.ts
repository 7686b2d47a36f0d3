import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A line that is heard when the test says so. */
class Socket {
  static made: Socket[] = [];
  static OPEN = 1;
  readyState = 1;
  onmessage: ((event: MessageEvent) => void) | null = null;
  close = vi.fn(() => (this.readyState = 3));
  constructor(readonly address: string) {
    Socket.made.push(this);
  }
  says(what: unknown): void {
    this.onmessage?.({ data: JSON.stringify(what) } as MessageEvent);
  }
}

const fetched = vi.fn((_path: string) => Promise.resolve(new Response("[]")));
let ahead: typeof import("./ahead");
let frame: EventTarget;

beforeEach(async () => {
  Socket.made = [];
  fetched.mockClear();
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("fetch", fetched);
  frame = new EventTarget();
  vi.stubGlobal("addEventListener", frame.addEventListener.bind(frame));
  vi.stubGlobal("location", { protocol: "http:", host: "house" });
  vi.resetModules();
  ahead = await import("./ahead");
});
afterEach(() => vi.unstubAllGlobals());

const asked = (): string[] => fetched.mock.calls.map(([path]) => path);
const VIEW = { type: "view", view: { game: "toy", scenario: "one", options: { fog: true }, lays_out: { map: 2 } } };

test("a table's line is opened, and its first view asks for map and words", () => {
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  expect(Socket.made.map((one) => one.address)).toEqual(["ws://house/api/tables/T/live?seat=red"]);
  expect(asked()).toEqual(["/api/games"]);
  Socket.made[0]?.says([VIEW, { type: "chat" }]);
  expect(asked()).toEqual(["/api/games", "/api/games/toy/map?scenario=one&options=%7B%22fog%22%3Atrue%2C%22map%22%3A2%7D", "/api/games/toy/words"]);
});

test("no other page asks for anything", () => {
  ahead.askAhead({ page: "lobby" });
  expect(Socket.made).toEqual([]);
  expect(asked()).toEqual([]);
});

test("who takes the line hears what was said before, in order, and all that follows", async () => {
  ahead.askAhead({ page: "watch", table: "T", key: "k" });
  Socket.made[0]?.says(VIEW);
  Socket.made[0]?.says({ type: "chat" });
  const heard: string[] = [];
  const taken = ahead.takeLine(ahead.lineTo("T", null, "k"), (event) => heard.push(JSON.parse(String(event.data)).type));
  expect(taken).toBe(Socket.made[0]);
  expect(heard).toEqual([]); // the line is in hand first
  await Promise.resolve();
  Socket.made[0]?.says({ type: "update" });
  expect(heard).toEqual(["view", "chat", "update"]);
});

test("a line is taken once, for its own table alone, and not when it has broken", () => {
  const hear = (): void => undefined;
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  expect(ahead.takeLine(ahead.lineTo("T", "blue", null), hear)).toBe(Socket.made[1]);
  expect(Socket.made[0]?.close).toHaveBeenCalled();
  expect(ahead.takeLine(ahead.lineTo("T", "red", null), hear)).toBe(Socket.made[2]);
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  Socket.made[3]?.close();
  expect(ahead.takeLine(ahead.lineTo("T", "red", null), hear)).toBe(Socket.made[4]);
});

test("an answer asked for ahead is taken once", () => {
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  expect(ahead.takeAnswer("/games")).toBeInstanceOf(Promise);
  expect(ahead.takeAnswer("/games")).toBeUndefined();
});

test("an answer that failed to come ahead is asked for again by who takes it", async () => {
  fetched.mockImplementationOnce(() => Promise.reject(new TypeError("Failed to fetch")));
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  expect((await ahead.takeAnswer("/games"))?.ok).toBe(true);
  fetched.mockImplementationOnce(() => Promise.resolve(new Response("", { status: 503 })));
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  expect((await ahead.takeAnswer("/games"))?.ok).toBe(true);
  expect(asked()).toEqual(["/api/games", "/api/games", "/api/games", "/api/games"]);
});

test("another address lets all of it go", () => {
  ahead.askAhead({ page: "table", table: "T", seat: "red" });
  Socket.made[0]?.says(VIEW);
  frame.dispatchEvent(new Event("hashchange"));
  expect(Socket.made[0]?.close).toHaveBeenCalled();
  expect(ahead.takeAnswer("/games")).toBeUndefined();
  expect(ahead.takeAnswer("/games/toy/words")).toBeUndefined();
  expect(ahead.takeLine(ahead.lineTo("T", "red", null), () => undefined)).toBe(Socket.made[1]);
  frame.dispatchEvent(new Event("hashchange"));
  expect(Socket.made[1]?.close).not.toHaveBeenCalled();
});

test("whatever an address names, its line can be asked for", () => {
  expect(ahead.lineTo("a#b?c", "red", null)).toBe("ws://house/api/tables/a%23b%3Fc/live?seat=red");
});

test("who opens the page is told once that a part of it did not come", async () => {
  ahead.pageAhead(Promise.reject(new Error("no styles")));
  await expect(ahead.pageIsThere()).rejects.toThrow("no styles");
  await expect(ahead.pageIsThere()).resolves.toBeUndefined();
});
