import { describe, expect, it } from "vitest";
import { address, lookBack, parseRoute, type Route } from "./route";

describe("the address", () => {
  it("names the lobby when it names nothing", () => {
    for (const hash of ["", "#", "#/", "#/nowhere", "#/join", "#/table", "#/shown", "#/lookback/abc"]) expect(parseRoute(hash)).toEqual({ page: "lobby" });
  });

  it("comes back from every page", () => {
    const routes: Route[] = [
      { page: "lobby" },
      { page: "table", table: "abc", seat: "soviet" },
      { page: "watch", table: "abc", key: "k-_y" },
      { page: "watch", table: "abc", key: null },
      { page: "join", token: "t0ken" },
      { page: "resume", token: "t0ken" },
      { page: "replay", table: "a/b", seat: null },
      { page: "replay", table: "abc", seat: "axis" },
      { page: "replay", table: "abc", seat: "axis", since: true },
      { page: "replay", table: "abc", seat: "axis", outcomes: true },
      { page: "replay", table: "abc", seat: null, outcomes: true },
      { page: "learn", game: "avl", lesson: "chits" },
      { page: "lessons", game: "avl" },
      { page: "school" },
      { page: "watching" },
      { page: "shown", table: "abc" },
      { page: "lookback", table: "abc", key: "k-_y" },
      { page: "lookback", table: "abc", key: "k-_y", outcomes: true },
      { page: "rules", game: "avl", clause: null },
      { page: "rules", game: "avl", clause: "9.3.3a" },
      { page: "rules", game: "lb", clause: null, print: true },
      { page: "charts", game: "vl", chart: null },
      { page: "charts", game: "vl", chart: "terrain" },
      { page: "settings" },
      { page: "account" },
      { page: "tournaments" },
      { page: "tournament", id: "w1nter-_" },
      { page: "ladder", game: null },
      { page: "ladder", game: "avl" },
      { page: "person", name: "Old Guard" },
      { page: "offer" },
      { page: "letter", what: "recover", token: "x-y_z" },
      { page: "letter", what: "letters", token: "x-y_z" },
    ];
    for (const route of routes) expect(parseRoute(address(route))).toEqual(route);
  });

  it("watches a table that is named without a seat", () => {
    expect(parseRoute("#/table/abc")).toEqual({ page: "watch", table: "abc", key: null });
  });

  it("survives a broken escape", () => {
    expect(parseRoute("#/join/%E3%")).toEqual({ page: "join", token: "%E3%" });
  });
});

it("who looks on by a link looks back by it, too", () => {
  expect(lookBack({ table: "abc", seat: null, key: "secret" })).toBe(address({ page: "lookback", table: "abc", key: "secret" }));
  expect(lookBack({ table: "abc", seat: null, key: "secret" }, { outcomes: true })).toBe(address({ page: "lookback", table: "abc", key: "secret", outcomes: true }));
  expect(lookBack({ table: "abc", seat: "axis", key: null })).toBe(address({ page: "replay", table: "abc", seat: "axis" }));
});
