import { afterEach, describe, expect, it, vi } from "vitest";
import { minutes, seeking } from "./seek.svelte";

const told = (what: unknown): void => void vi.stubGlobal("fetch", vi.fn(async () => new Response(JSON.stringify(what), { status: 200, headers: { "content-type": "application/json" } })));
const wanted = { game: "avl", scenario: null, side: null, clock: { days: 3 }, rated: true };
const seek = { ...wanted, waited: 0, reach: 100, rating: "1500 ?", low: 1400, high: 1600 };
const paired = { table: "t", player: "axis", game: "avl", with: "Georgi" };

afterEach(() => {
  vi.unstubAllGlobals();
  seeking.now = seeking.paired = null;
});

describe("seeking a game", () => {
  it("waits, and hears that somebody came", async () => {
    told({ seek, paired: null });
    await seeking.begin(wanted);
    expect([seeking.now?.high, seeking.paired]).toEqual([1600, null]);
    told({ seek: null, paired });
    await seeking.look();
    expect([seeking.now, seeking.paired?.with]).toEqual([null, "Georgi"]);
  });

  it("hears it too when it is cancelled at that moment", async () => {
    told({ seek: null, paired });
    await seeking.cancel();
    expect(seeking.paired?.table).toBe("t");
  });

  it("says goodbye only where somebody waits", () => {
    told({});
    seeking.leave();
    expect(fetch).not.toHaveBeenCalled();
    seeking.now = seek;
    seeking.leave();
    expect(fetch).toHaveBeenCalledOnce();
    expect(seeking.now).toBeNull();
  });

  it("tells minutes and seconds", () => {
    expect([minutes(0), minutes(40.7), minutes(605)]).toEqual(["0:00", "0:40", "10:05"]);
  });
});
