import { expect, it, vi } from "vitest";
import * as api from "../lib/api";
import type { Line } from "../lib/line.svelte";
import type { Message, View } from "../lib/types";
import { PAGE } from "./annals";
import { Reader } from "./reader.svelte";

vi.mock("../lib/api", () => ({ logOf: vi.fn() }));

const lines = (from: number, to: number): Message[] => Array.from({ length: to - from }, (_, n) => ({ key: `${from + n}` }) as unknown as Message);

function reader(length: number, fails = 0): Reader {
  vi.mocked(api.logOf).mockReset().mockImplementation(async (_table, _seat, _watch, from, to) => {
    await Promise.resolve();
    if (fails-- > 0) throw new Error("no answer");
    return { from, length, log: lines(from, to) };
  });
  const made = new Reader({ table: "t", seat: "red", watch: null } as unknown as Line);
  made.hear({ log: lines(length - 10, length), log_length: length } as unknown as View);
  return made;
}

it("who asks while a page is fetched waits for that page, and whoever wants all of it gets all", async () => {
  const one = reader(3 * PAGE);
  const scrolled = one.earlier();
  await one.since();
  expect(await scrolled).toBe(true);
  expect(one.known.first).toBe(0);
  expect(one.known.lines).toHaveLength(3 * PAGE);
  expect(api.logOf).toHaveBeenCalledTimes(3);
  expect(await one.earlier()).toBe(false);
});

it("a page that could not be had is asked for again", async () => {
  const one = reader(20, 1);
  expect(await one.earlier()).toBe(false);
  expect(one.reading).toBe(false);
  expect(await one.earlier()).toBe(true);
});
