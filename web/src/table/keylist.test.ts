import { expect, test } from "vitest";
import { en } from "../i18n/en";
import { KEY_GROUPS, keysFor, keysFound } from "./keylist";

const listed = (groups: typeof KEY_GROUPS): string[] => groups.flatMap((group) => group.keys.flatMap((one) => one.keys));

test("keys of overlays that a game does not have are not listed", () => {
  expect(listed(keysFor(["reach", "numbers"]))).not.toContain("Z");
  expect(listed(keysFor(["reach", "numbers"]))).toContain("H");
  expect(listed(keysFor(null))).toContain("Z");
});

test("keys of a coach or a lesson are listed where there is one", () => {
  const words = (has: Parameters<typeof keysFor>[1]): string[] => keysFor(null, has).flatMap((group) => group.keys.map((one) => one.words));
  expect(words([])).not.toContain("keys.i");
  expect(words([])).not.toContain("keys.e");
  expect(words(["hints"])).toContain("keys.i");
  expect(words(["hints"])).not.toContain("lesson.key");
  expect(words(null)).toContain("lesson.key");
});

test("a key is found by its name or by what it does", () => {
  const find = (wanted: string): string[] => listed(keysFound(KEY_GROUPS, wanted, (key) => en[key]));
  expect(find("u")).toContain("U");
  expect(find("Supply")).toEqual(["S"]);
  expect(find("no such thing")).toEqual([]);
});

test("a key that is listed twice says when it means the other thing", () => {
  const all = KEY_GROUPS.flatMap((group) => group.keys);
  for (const key of new Set(listed(KEY_GROUPS))) {
    const always = all.filter((one) => one.keys.includes(key) && !one.needs && !en[one.words].startsWith("While something is shown"));
    expect(always.map((one) => en[one.words]).slice(1), key).toEqual([]);
  }
});
