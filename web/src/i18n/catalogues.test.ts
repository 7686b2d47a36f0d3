import { describe, expect, it } from "vitest";
import { WORDS } from "../board/words";
import { en, type Key } from "./en";
import { fill } from "./fill";
import { ja } from "./ja";

const facts = (sentence: string) => [...sentence.matchAll(/\{(\w+)(?::[^}]*)?\}/g)].map((found) => found[1]).sort();

describe("the client's words", () => {
  it("count in the forms of a number", () => {
    const turns = "{count:# turn|# turns}";
    expect([1, 2, 0, "7–20"].map((count) => fill(turns, { count }))).toEqual(["1 turn", "2 turns", "0 turns", "7–20 turns"]);
    expect([0, 1, 3].map((count) => fill("{count:none|one|#}", { count }))).toEqual(["none", "one", "3"]);
    expect(fill("{side} leads", {})).toBe("{side} leads");
  });

  it("are complete in both languages", () => {
    expect(Object.keys(ja).sort()).toEqual(Object.keys(en).sort());
    for (const [key, sentence] of Object.entries({ ...en, ...ja })) expect(sentence.trim(), key).not.toBe("");
  });

  it("name the same facts in both languages", () => {
    for (const key of Object.keys(en) as Key[]) expect(facts(ja[key]), key).toEqual(facts(en[key]));
  });

  it("keep to the glossary's spelling in Japanese", () => {
    for (const [key, sentence] of Object.entries({ ...ja, ...WORDS.ja })) {
      expect(sentence, key).not.toMatch(/サイコロ|チップ|～|"/);
      expect(sentence, key).not.toMatch(/卓|ブラウザ(?!ー)|地図|後退|オッズ|[ぁ-んァ-ヶ一-龠}]:/);
    }
  });

  it("ask how many before they write a plural", () => {
    for (const [key, sentence] of Object.entries(en)) {
      if (Object.keys(en).includes(key.replace(/^(\w+)\.(count\.)?/, "$1.one.")) || key === "battle.fireDice") continue; // one has words of its own
      if (!Object.keys(en).includes(key.replace(/es$/, ""))) expect(sentence, key).not.toMatch(/^(blocks|dice|hits|losses|points|steps|units|votes)$/); // beside a figure that may be one
      expect(sentence, key).not.toMatch(/(?<!of )\{\w+\} (answers|blocks|chits|columns|days|dice|hexes|hits|lines|points|steps|turns|units|votes)\b/);
    }
  });
});
