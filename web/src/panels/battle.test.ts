import { expect, it } from "vitest";
import type { Battle, Fighter, KindFace, Message } from "../lib/types";
import { campsOf, deedsOf, lanesOf, shotOf, stepsOf } from "./battle";

const fighter = (id: string, over: Partial<Fighter>): Fighter => ({ id, camp: "attack", army: "red", kind: "fighter", present: true, steps: 2, group: "air", acted: false, ...over });
const kinds = { fighter: { turn: "A" }, cruiser: { turn: "C" }, infantry: { turn: "E" } } as unknown as Record<string, KindFace>;
const battle = (...units: Fighter[]): Battle => ({ hex: "0707", round: 2, rounds: 3, turns: ["A+", "A", "B", "C", "E"], acting: "c", attacker: "red", holder: "defence", units });
const units = [
  fighter("a", { acted: true }), fighter("b", { camp: "defence", army: "blue", acted: true }), fighter("c", { kind: "cruiser" }), fighter("d", { kind: "infantry", camp: "defence", army: "blue", steps: 4 }),
];

it("has a lane for every turn somebody acts in, the one of the acting block marked", () => {
  const lanes = lanesOf(battle(...units), kinds);
  expect(lanes.map((lane) => lane.turn)).toEqual(["A", "C", "E"]);
  expect(lanes.map((lane) => lane.done)).toEqual([true, false, false]);
  expect(lanes.map((lane) => lane.now)).toEqual([false, true, false]);
  expect(lanes[0]?.camps["defence"]?.map((one) => one.id)).toEqual(["b"]);
});

it("what the log tells since the round began stands beside its block", () => {
  const say = (key: string, facts: Record<string, unknown>): Message => ({ key, rule: "6.4", text: { en: "", ja: "" }, ...facts });
  const log = [
    say("event.fires", { army: "red", kind: "fighter", dice: [6], hits: 0 }),
    say("event.round", { round: 2 }),
    say("event.fires", { army: "blue", kind: "fighter", word: "air", firepower: 2, dice: [1, 5], hits: 1 }),
    say("event.passes", { army: "red", kind: "fighter" }),
  ];
  const deeds = deedsOf(battle(...units), log);
  expect(deeds.get("b")).toEqual({ what: "fires", at: "air", firepower: 2, dice: [1, 5], hits: 1 });
  expect(deeds.get("a")).toEqual({ what: "passes" });
  expect(deeds.has("c")).toBe(false);
});

it("counts the steps of a camp and puts the one that holds the hex above", () => {
  expect(stepsOf(battle(...units), "defence")).toBe(6);
  expect(campsOf(battle(...units))).toEqual(["defence", "attack"]);
});

it("reads the preview of a shot and nothing else", () => {
  expect(shotOf({ cost: 3 })).toBeNull();
  expect(shotOf({ chances: [0.5, 0.5], dice: 1, firepower: 3, expected: 0.5, friendly_fire: true })).toMatchObject({ friendly: true, expected: 0.5 });
});
