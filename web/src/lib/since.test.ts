import { describe, expect, it } from "vitest";
import { stepAfter } from "./since";

describe("since my last move", () => {
  const logs = [1, 1, 3, 3, 4, 9];
  const at = (step: number) => Promise.resolve(logs[step] as number);

  it("begins with the first step that told something new", async () => {
    expect(await stepAfter(1, 5, at)).toBe(2);
    expect(await stepAfter(3, 5, at)).toBe(4);
    expect(await stepAfter(0, 5, at)).toBe(0);
    expect(await stepAfter(9, 5, at)).toBe(5);
  });
});
