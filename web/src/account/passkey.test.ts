import { describe, expect, it } from "vitest";
import { fromBase64url, toBase64url } from "./passkey";

describe("bytes on their way to the house", () => {
  it("are written without padding and in letters that an address may hold", () => {
    expect(toBase64url(new Uint8Array([251, 255, 190, 0]).buffer)).toBe("-_--AA");
    expect([...fromBase64url("-_--AA")]).toEqual([251, 255, 190, 0]);
  });

  it("come back as they were, whatever their number", () => {
    for (let length = 0; length < 70; length++) {
      const bytes = Uint8Array.from({ length }, (_, n) => (n * 37) % 256);
      expect([...fromBase64url(toBase64url(bytes.buffer))]).toEqual([...bytes]);
    }
  });
});
