import { expect, it } from "vitest";
import { due, freshNonce, promiseOf, sealOf, secretNonce, type Kept } from "./nonce";
import type { TableInfo } from "./types";

const table = (facts: Partial<TableInfo>): TableInfo => ({ id: "t", yours: ["axis"], commitment: "c0", ...facts }) as TableInfo;
const has = (nonce: string) => (): Kept => ({ nonce });
const nothing = (): null => null;

it("a nonce has 128 random bits in hexadecimal", () => {
  const some = Array.from({ length: 50 }, freshNonce);
  for (const one of some) expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(some).size).toBe(50);
});

it("a hash is sent for every seat of mine that has sent none", () => {
  const waiting = table({ yours: ["axis", "west"], promises: { axis: "", west: "", soviet: "" } });
  expect(due(waiting, nothing)).toEqual({ promise: ["axis", "west"], reveal: [] });
});

it("nothing is revealed before everybody's hash is there", () => {
  const early = table({ promises: { axis: promiseOf("axis", "n"), soviet: "" }, owing: { soviet: "hash" } });
  expect(due(early, has("n"))).toEqual({ promise: [], reveal: [] });
});

it("a number that this browser does not have is promised anew while that is possible", () => {
  const lost = table({ promises: { axis: promiseOf("axis", "n"), soviet: "" }, owing: { soviet: "hash" } });
  expect(due(lost, nothing).promise).toEqual(["axis"]);
});

it("my number is revealed when all hashes are there, if it is the one I promised", () => {
  const all = table({ promises: { axis: promiseOf("axis", "n"), soviet: "ab" }, owing: { axis: "nonce", soviet: "nonce" } });
  expect(due(all, has("n")).reveal).toEqual(["axis"]);
  expect(due(all, has("another")).reveal).toEqual([]);
  expect(due(all, nothing)).toEqual({ promise: [], reveal: [] });
});

it("a number that was revealed is never promised again, though all begin anew", () => {
  expect(secretNonce({ nonce: "n" })).toBe("n");
  expect(secretNonce({ nonce: "n", seal: "c0" })).not.toBe("n");
  expect(secretNonce(null)).toMatch(/^[0-9a-f]{32}$/);
});

it("nothing is owed once it is revealed, at a table of one person, or by somebody who looks on", () => {
  const done = table({ promises: { axis: promiseOf("axis", "n"), soviet: "ab" }, owing: { soviet: "nonce" } });
  for (const one of [done, table({ promises: null }), table({ promises: { soviet: "" }, owing: { soviet: "hash" } })]) {
    expect(due(one, has("n"))).toEqual({ promise: [], reveal: [] });
  }
});

it("the seal tells when a hash has been changed", () => {
  const seen = sealOf(table({ promises: { axis: "1", soviet: "2" } }));
  expect(sealOf(table({ promises: { soviet: "2", axis: "1" } }))).toBe(seen);
  expect(sealOf(table({ promises: { axis: "9", soviet: "2" } }))).not.toBe(seen);
  expect(sealOf(table({ promises: { axis: "1", soviet: "2" }, commitment: "c1" }))).not.toBe(seen);
});
