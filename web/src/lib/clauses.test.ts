import { expect, it } from "vitest";
import { printed } from "./clauses";

it("tells printed numbers from names of ours", () => {
  expect(["9.5", "8.1.2a", "2.1.A", "10.5b"].every(printed)).toBe(true);
  expect(["scenario2.victory.choice", "6.opt.3", "3.1.coastal", "move.Ka"].some(printed)).toBe(false);
});
