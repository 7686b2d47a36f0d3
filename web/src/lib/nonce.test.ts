import { expect, it } from "vitest";
import { freshNonce } from "./nonce";

it("a nonce has 128 random bits in hexadecimal", () => {
  const some = Array.from({ length: 50 }, freshNonce);
  for (const one of some) expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(some).size).toBe(50);
});
