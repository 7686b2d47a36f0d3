import { describe, expect, it } from "vitest";
import { changed } from "./change";
import type { Message, Piece, View } from "./types";

const line = (key: string): Message => ({ key, rule: "", text: { en: key, ja: key } });
const piece = (id: string, where: string) => ({ id, where }) as Piece;
const view = (over: Partial<View> = {}): View =>
  ({ turn: 1, pieces: { a: piece("a", "0101"), b: piece("b", "0102") }, log: [line("one")], log_length: 1, ...over }) as View;

describe("a change laid over a view", () => {
  it("sets and unsets keys and leaves the old view as it was", () => {
    const old = view({ active: "axis" });
    const next = changed(old, { set: { turn: 2 }, unset: ["active"] });
    expect(next.turn).toBe(2);
    expect("active" in next).toBe(false);
    expect(old.turn).toBe(1);
    expect(old.active).toBe("axis");
  });

  it("moves, adds and takes off pieces; untouched ones stay the same object", () => {
    const old = view();
    const next = changed(old, { pieces: { a: piece("a", "0203"), c: piece("c", "0301") }, pieces_gone: ["b"] });
    expect(Object.keys(next.pieces).sort()).toEqual(["a", "c"]);
    expect(next.pieces["a"]?.where).toBe("0203");
    expect(Object.keys(old.pieces)).toEqual(["a", "b"]);
    expect(changed(old, { set: { turn: 3 } }).pieces).toBe(old.pieces);
  });

  it("adds log lines, keeps forty, and takes a whole log after an undo", () => {
    const long = view({ log: Array.from({ length: 40 }, (_, n) => line(`${n}`)) });
    const next = changed(long, { log_add: [line("new")] });
    expect(next.log).toHaveLength(40);
    expect(next.log.at(-1)?.key).toBe("new");
    expect(changed(long, { log: [line("only")] }).log.map((one) => one.key)).toEqual(["only"]);
  });
});
