import { expect, it } from "vitest";
import { MOST_DRAWN, nextNote, noteAt, sketched, withNote, type Note, type Sketch } from "./notes";

const note = (step: number, text = "so"): Note => ({ step, text, drawn: [] });

it("there is one note to a step, in their order, and an empty one is none", () => {
  const notes = withNote(withNote([note(4)], note(2)), note(4, "else"));
  expect(notes.map((one) => [one.step, one.text])).toEqual([[2, "so"], [4, "else"]]);
  expect(withNote(notes, note(2, "  "))).toEqual([note(4, "else")]);
  expect(withNote([], { step: 1, text: "", drawn: [{ hexes: ["0101"], colour: "red" }] })).toHaveLength(1);
  expect([noteAt(notes, 4)?.text, noteAt(notes, 3)]).toEqual(["else", null]);
});

it("what is drawn twice is rubbed out, and in another colour it changes its colour", () => {
  const ring: Sketch = { hexes: ["0101"], colour: "red" };
  const arrow: Sketch = { hexes: ["0101", "0102"], colour: "red" };
  expect(sketched(sketched([], ring), arrow)).toEqual([ring, arrow]);
  expect(sketched([ring, arrow], ring)).toEqual([arrow]);
  expect(sketched([ring, arrow], { ...ring, colour: "blue" })).toEqual([arrow, { ...ring, colour: "blue" }]);
  const many = Array.from({ length: MOST_DRAWN }, (_, n): Sketch => ({ hexes: [`h${n}`], colour: "red" }));
  expect(sketched(many, ring)).toEqual(many);
});

it("leads from note to note", () => {
  const notes = [note(2), note(5), note(9)];
  expect([nextNote(notes, 0, 1), nextNote(notes, 2, 1), nextNote(notes, 9, 1)]).toEqual([2, 5, null]);
  expect([nextNote(notes, 7, -1), nextNote(notes, 2, -1)]).toEqual([5, null]);
});
