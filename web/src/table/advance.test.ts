import { expect, test } from "vitest";
import type { Ask, Target } from "../lib/types";
import { advanceAll } from "./advance";

const question = (key: string, answers: Ask["answers"]): Pick<Ask, "prompt" | "answers"> => ({ prompt: { key } as Ask["prompt"], answers });

let interrupted = false;

/** Somebody who is asked one thing after another, whatever he answers. */
async function answersTo(asks: ReturnType<typeof question>[], refuses = ""): Promise<[string, Target][]> {
  const given: [string, Target][] = [];
  let at = 0;
  interrupted = await advanceAll(
    {
      ask: () => asks[at],
      follows: async (verb, target) => {
        given.push([verb, target]);
        return target !== refuses;
      },
      next: async () => void at++,
    },
    "advance",
  );
  return given;
}

test("all advance, and where the question is still open it is ended", async () => {
  const given = await answersTo([
    question("advance", { advance: ["a", "b"], end_advance: [null] }),
    question("advance", { advance: ["b", "a"], end_advance: [null] }),
    question("advance", { advance: ["a"], end_advance: [null] }), // "a" might go on yet
  ]);
  expect(given).toEqual([["advance", "a"], ["advance", "b"], ["end_advance", null]]);
  expect(interrupted).toBe(false);
});

test("where the hex is full before all are in, the advance is ended too", async () => {
  const given = await answersTo([
    question("advance", { advance: ["a", "b", "c"], end_advance: [null] }),
    question("advance", { end_advance: [null] }),
  ]);
  expect(given).toEqual([["advance", "a"], ["end_advance", null]]);
});

test("another question is not answered, and after a refusal nothing more is", async () => {
  expect(await answersTo([question("advance", { advance: ["a", "b"], end_advance: [null] }), question("advance_to", { advance_to: ["0101"], end_advance: [null] })])).toEqual([["advance", "a"]]);
  expect(interrupted).toBe(true); // the rest follows once it is answered
  expect(await answersTo([question("advance", { advance: ["a", "b"], end_advance: [null] })], "a")).toEqual([["advance", "a"]]);
});
