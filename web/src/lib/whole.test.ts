import { expect, it } from "vitest";
import type { KindFace, Piece, View } from "./types";
import { wholeChange, wholeView } from "./whole";

const hidden = { id: "hidden:0707:1", side: "red", army: "red", where: "0707", on_map: true, hidden: true } as Piece;
const kinds = { fighter: { name: { en: "Fighter", ja: "戦闘機" } } as KindFace };

it("a hidden block is given an empty face and keeps what it says", () => {
  const view = wholeView({ pieces: { [hidden.id]: hidden } } as unknown as View);
  expect(view.pieces[hidden.id]).toMatchObject({ ...hidden, label: "", symbol: "", values: [], nation: "red" });
});

it("a block is named by its type, in a change too", () => {
  const block = { id: "red-fighter-1", kind: "fighter", symbol: "fighter", values: [4] } as unknown as Piece;
  expect(wholeView({ kinds, pieces: { a: block } } as unknown as View).pieces["a"]?.name?.en).toBe("Fighter");
  expect(wholeChange({ pieces: { a: block } }, kinds).pieces?.["a"]?.name?.ja).toBe("戦闘機");
});

it("other games' pieces are left as they are", () => {
  const view = { pieces: { a: { id: "a", label: "24Tk" } } } as unknown as View;
  expect(wholeView(view)).toBe(view);
});
