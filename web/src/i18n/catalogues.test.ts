import { describe, expect, it } from "vitest";
import { en, type Key } from "./en";
import { ja } from "./ja";

const facts = (sentence: string) => [...sentence.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort();

describe("the client's words", () => {
  it("are complete in both languages", () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
    for (const [key, sentence] of Object.entries({ ...en, ...ja })) expect(sentence.trim(), key).not.toBe("");
  });

  it("name the same facts in both languages", () => {
    for (const key of Object.keys(en) as Key[]) expect(facts(ja[key]), key).toEqual(facts(en[key]));
  });

  it("keep to the glossary's spelling in Japanese", () => {
    for (const [key, sentence] of Object.entries(ja)) {
      expect(sentence, key).not.toMatch(/サイコロ|チップ|～|"/);
    }
  });
});
