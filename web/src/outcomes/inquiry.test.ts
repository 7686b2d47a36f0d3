import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as api from "../lib/api";
import { InquiryInto } from "./inquiry.svelte";
import type { Inquiry } from "./types";

const NONE: Inquiry = { state: "none", wanted: 500, bot: "regular", seconds: null, side: "axis", run: "", along: [], past: [] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a game that cannot be opened is told of", async () => {
  vi.spyOn(api, "outcomesOf").mockResolvedValue(NONE);
  const open = vi.spyOn(api, "openOutcome").mockRejectedValue(new Error("it takes too long"));
  const inquiry = new InquiryInto("abc", { watch: "key" }, 12, "all");
  expect(await inquiry.open(7)).toBeNull();
  expect(inquiry.failure).toBe("it takes too long");
  expect(open).toHaveBeenCalledWith("abc", 12, "all", 7, { watch: "key" });
  inquiry.close();
});

it("while it is tried how long it takes, it looks again", async () => {
  const look = vi.spyOn(api, "outcomesOf").mockResolvedValueOnce({ ...NONE, estimating: true }).mockResolvedValue({ ...NONE, seconds: 55 });
  const inquiry = new InquiryInto("abc", { seat: "axis" }, 12, "axis");
  await vi.advanceTimersByTimeAsync(5000);
  expect(look).toHaveBeenCalledTimes(2);
  expect(inquiry.now?.seconds).toBe(55);
  inquiry.close();
});
