import { describe, expect, it } from "vitest";
import type { CupGame, Round } from "./cups";
import { mineFirst, span } from "./spans";

const game = (first: string, second: string): CupGame => ({ game: 0, first, second, score: null, how: null, table: null, seat: null, watch: null, begun: false, turn: null, to_move: [], your_move: false });
const round: Round = { number: 1, ends_at: 0, closed: false, extended: 0, byes: [], bye_points: "2", pairs: [{ board: 0, games: [game("a", "b")], goes_on: null }, { board: 1, games: [game("c", "d")], goes_on: null }] };

describe("what is left of a round", () => {
  it("is told in its two largest units", () => {
    expect(span(100_800, "en")).toBe("1 d 4 h");
    expect(span(100_800, "ja")).toBe("1日4時間");
    expect(span(90, "en")).toBe("1 min");
    expect(span(86_400, "en")).toBe("1 d");
  });
  it("is nothing when the time is up", () => {
    expect(span(-5, "en")).toBe("0 min");
  });
});

describe("pairs", () => {
  it("begin with one's own", () => {
    expect(mineFirst(round, "d").map((one) => one.board)).toEqual([1, 0]);
    expect(mineFirst(round, undefined).map((one) => one.board)).toEqual([0, 1]);
  });
});
