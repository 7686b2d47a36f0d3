// A shot of the battle that is being fought, for its tray: who fires, with what dice, and who is weaker for it.

import type { Battle, Fighter, Message, View } from "../lib/types";

export interface Struck {
  id: string;
  before: number;
  now: number;
}

export interface Volley {
  by: string;
  dice: number[];
  firepower: number;
  hits: number;
  struck: Struck[];
}

type Seen = Pick<View, "battle">;

const isOf = (unit: Fighter, message: Message): boolean => unit.army === message["army"] && unit.kind === message["kind"];

/** What an event tells as a shot, between the views before and after it; `follows` is what came of it. */
export function volleyOf(message: Message, before: Seen, after: Seen, follows: readonly Message[]): Volley | null {
  const { battle } = before;
  const { dice, firepower } = message;
  if (!battle || !Array.isArray(dice) || typeof firepower !== "number") return null;
  const acting = battle.units.find((unit) => unit.id === battle.acting);
  const by = acting && isOf(acting, message) ? acting : battle.units.find((unit) => unit.present && !unit.acted && isOf(unit, message));
  if (!by) return null;
  const still = after.battle?.hex === battle.hex ? after.battle : null;
  const struck = still ? weakened(battle, still) : toldOf(battle, follows);
  return { by: by.id, dice: dice as number[], firepower, hits: (dice as number[]).filter((die) => die <= firepower).length, struck };
}

const stepsNow = (unit: Fighter): number => (unit.fate === "destroyed" ? 0 : (unit.steps ?? 0));

function weakened(before: Battle, after: Battle): Struck[] {
  return before.units.flatMap((unit) => {
    const now = after.units.find((one) => one.id === unit.id);
    if (!unit.present || !now || (!now.present && now.fate !== "destroyed") || stepsNow(now) >= stepsNow(unit)) return [];
    return [{ id: unit.id, before: stepsNow(unit), now: stepsNow(now) }];
  });
}

/** With its last shot a battle is over: who was hit stands only in what is told. */
function toldOf(battle: Battle, follows: readonly Message[]): Struck[] {
  const found = new Map<string, Struck>();
  for (const message of follows) {
    const { lost } = message;
    if (typeof lost !== "number") continue;
    const unit = battle.units.find((one) => one.present && isOf(one, message) && (found.get(one.id)?.now ?? stepsNow(one)) > 0);
    if (!unit) continue;
    const before = stepsNow(unit);
    found.set(unit.id, { id: unit.id, before, now: Math.max(0, (found.get(unit.id)?.now ?? before) - lost) });
  }
  return [...found.values()];
}
