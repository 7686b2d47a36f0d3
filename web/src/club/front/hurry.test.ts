import { describe, expect, it } from "vitest";
import { remaining, urgent } from "./hurry";

describe("the time that is left", () => {
  it("is told in minutes or in days, as the clock is", () => {
    expect(remaining(860, { minutes: 45 }, "en")).toBe("14:20");
    expect(remaining(2290, { minutes: 45 }, "en")).toBe("38:10");
    expect(remaining(3725, { minutes: 90 }, "en")).toBe("1:02:05");
    expect(remaining(-3, { minutes: 90 }, "en")).toBe("0:00");
    expect(remaining(2 * 86_400 + 3 * 3600 + 59, { days: 3 }, "en")).toBe("2 d 3 h");
    expect(remaining(21 * 3600, { days: 3 }, "ja")).toBe("21時間");
  });

  it("turns red below a quarter of an hour, or six hours of days", () => {
    expect([899, 900].map((left) => urgent(left, { minutes: 45 }))).toEqual([true, false]);
    expect([21_599, 21_600].map((left) => urgent(left, { days: 3 }))).toEqual([true, false]);
  });
});
