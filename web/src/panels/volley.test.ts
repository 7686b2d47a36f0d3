import { expect, it } from "vitest";
import type { Battle, Fighter, Message } from "../lib/types";
import { volleyOf } from "./volley";

const unit = (id: string, over: Partial<Fighter>): Fighter => ({ id, camp: "attack", army: "red", kind: "fighter", present: true, steps: 3, acted: false, ...over });
const battle = (acting: string | null, ...units: Fighter[]): Battle => ({ hex: "0707", round: 1, rounds: 3, turns: ["A"], acting, attacker: "red", holder: "defence", units });
const say = (key: string, facts: Record<string, unknown>): Message => ({ key, rule: "6.4", text: { en: "", ja: "" }, ...facts });
const shot = say("event.fires", { army: "red", kind: "fighter", firepower: 2, dice: [1, 5, 2] });
const bomber = unit("b", { camp: "defence", army: "blue", kind: "bomber", steps: 4 });

it("is fired by the block whose turn it is, not by another of its type", () => {
  const before = battle("second", unit("first", {}), unit("second", {}), bomber);
  expect(volleyOf(shot, { battle: before }, { battle: before }, [])).toMatchObject({ by: "second", hits: 2, dice: [1, 5, 2], struck: [] });
});

it("is fired by the next of that type and army where several shots fall in one step", () => {
  const before = battle("b", unit("first", { acted: true }), unit("second", {}), bomber);
  expect(volleyOf(shot, { battle: before }, { battle: before }, [])?.by).toBe("second");
});

it("strikes whoever is weaker afterwards, and who is gone by it", () => {
  const before = battle("a", unit("a", {}), bomber, unit("c", { camp: "defence", army: "blue", steps: 1 }));
  const after = battle(null, unit("a", { acted: true }), { ...bomber, steps: 2 }, unit("c", { camp: "defence", army: "blue", present: false, fate: "destroyed", steps: 0 }));
  expect(volleyOf(shot, { battle: before }, { battle: after }, [])?.struck).toEqual([{ id: "b", before: 4, now: 2 }, { id: "c", before: 1, now: 0 }]);
});

it("does not strike who has only left the battle", () => {
  const before = battle("a", unit("a", {}), bomber);
  const after = battle(null, unit("a", {}), { ...bomber, present: false, fate: "retreated", steps: 0 });
  expect(volleyOf(shot, { battle: before }, { battle: after }, [])?.struck).toEqual([]);
});

it("takes from what is told whom the last shot of a battle struck", () => {
  const before = battle("a", unit("a", {}), { ...bomber, steps: 2 });
  const told = [say("event.reduced", { army: "blue", kind: "bomber", lost: 1 }), say("event.eliminated", { army: "blue", kind: "bomber", lost: 1 })];
  expect(volleyOf(shot, { battle: before }, { battle: null }, told)?.struck).toEqual([{ id: "b", before: 2, now: 0 }]);
});

it("is none where nobody fights or no firepower is told", () => {
  expect(volleyOf(shot, { battle: null }, { battle: null }, [])).toBeNull();
  expect(volleyOf(say("event.storm", { die: 3 }), { battle: battle(null) }, { battle: null }, [])).toBeNull();
});
