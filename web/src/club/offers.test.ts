import { describe, expect, it } from "vitest";
import type { OpenSeat } from "../lib/types";
import { ago, fits } from "./offers";

const seat = (clock: OpenSeat["clock"]): OpenSeat => ({ table: "t", player: "axis", game: "avl", scenario: "campaign", options: {}, clock, host: "", member: false, here: false, since: 0, rated: false, rating: null, level: null, fits: true, followed: false, by_lot: false, steps_in: null, held: null, asked: false, mine: false });

describe("open seats", () => {
  it("parts what is played in one sitting from a move now and then", () => {
    const live = seat({ minutes: 45, increment: 15 });
    const days = seat({ days: 3 });
    expect([fits(live, "live"), fits(live, "days"), fits(live, "all")]).toEqual([true, false, true]);
    expect([fits(days, "live"), fits(days, "days"), fits(days, "all")]).toEqual([false, true, true]);
    expect([fits(seat(null), "live"), fits(seat(null), "days")]).toEqual([true, true]);
  });

  it("shows who wants what fits him the seats of his level, and his own", () => {
    const beyond = { ...seat(null), fits: false };
    expect([fits(seat(null), "fit"), fits(beyond, "fit"), fits({ ...beyond, mine: true }, "fit")]).toEqual([true, false, true]);
  });

  it("tells since when", () => {
    expect(ago(100, "en", 130)).toBe("now");
    expect(ago(100, "en", 100 + 125)).toBe("2 min ago");
    expect(ago(100, "en", 100 + 3 * 3600)).toBe("3 hr ago");
    expect(ago(100, "en", 100 + 2 * 86_400)).toBe("2 days ago");
    expect(ago(100, "ja", 100 + 125)).toBe("2 分前");
    expect(ago(200, "en", 100)).toBe("now");
  });
});
