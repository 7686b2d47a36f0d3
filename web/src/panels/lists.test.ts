import { expect, it } from "vitest";
import type { Ask, KindFace, Piece } from "../lib/types";
import { forceOf, nextFor, sumOf, type Force } from "./lists";

const kinds = { infantry: { full_steps: 4 }, cruiser: { full_steps: 3 } } as unknown as Record<string, KindFace>;
const prices = { infantry: 1, cruiser: 2 };
const piece = (id: string, kind: string, steps: number): Piece => ({ id, kind, steps }) as unknown as Piece;

/** A shop that sells whatever the points pay for. */
class Shop {
  hand: Piece[] = [];
  bought = 0;
  given: string[] = [];
  constructor(public points: number) {}
  get ask(): Ask {
    const pays = (kind: string, steps: number): boolean => (prices[kind as keyof typeof prices] ?? 0) * steps <= this.points;
    const names = Object.keys(prices);
    return {
      answers: {
        buy: names.filter((kind) => pays(kind, 1)),
        buy_full: names.filter((kind) => pays(kind, kinds[kind]?.full_steps ?? 0)),
        raise: this.hand.filter((one) => (one.steps ?? 0) < (kinds[one.kind ?? ""]?.full_steps ?? 0) && pays(one.kind ?? "", 1)).map((one) => one.id),
        lower: this.hand.map((one) => one.id),
        give_back: this.hand.filter((one) => (one.steps ?? 0) > 1).map((one) => one.id),
      },
      kinds: { buy: "chit", buy_full: "chit", raise: "unit", lower: "unit", give_back: "unit" },
      focus: { prices, verbs: { buy: "buy", full: "buy_full", raise: "raise", lower: "lower", back: "give_back" } },
    } as unknown as Ask;
  }
  give(verb: string, target: string): void {
    this.given.push(verb);
    const one = this.hand.find((each) => each.id === target);
    const cost = prices[(one?.kind ?? target) as keyof typeof prices];
    const change = verb === "buy" || verb === "raise" ? 1 : verb === "buy_full" ? (kinds[target]?.full_steps ?? 0) : verb === "lower" ? -1 : -(one?.steps ?? 0);
    this.points -= cost * change;
    if (!one) this.hand = [...this.hand, piece(`${target}-${++this.bought}`, target, change)];
    else this.hand = this.hand.map((each) => (each === one ? { ...each, steps: (each.steps ?? 0) + change } : each)).filter((each) => (each.steps ?? 0) > 0);
  }
  fill(wanted: Force): void {
    for (let n = 0; n < 100; n++) {
      const next = nextFor(wanted, this.hand, this.ask, kinds);
      if (!next) return;
      this.give(next.verb, String(next.target));
    }
  }
}

it("a list is bought again, whole blocks in one go", () => {
  const shop = new Shop(20);
  const wanted = { infantry: [4, 4, 2], cruiser: [3] };
  shop.fill(wanted);
  expect(forceOf(shop.hand)).toEqual(wanted);
  expect(shop.given.filter((verb) => verb === "buy_full")).toHaveLength(3);
  expect([shop.points, sumOf(wanted, prices)]).toEqual([4, { points: 16, blocks: 4 }]);
});

it("what is not on the list goes back first, and what cannot be paid for is left out", () => {
  const shop = new Shop(10);
  shop.fill({ infantry: [4], cruiser: [3] });
  shop.fill({ infantry: [2, 2, 2], cruiser: [1, 1, 1] });
  expect(shop.points).toBe(0);
  expect(forceOf(shop.hand)["infantry"]).toEqual([2, 2, 2]);
  expect(nextFor(forceOf(shop.hand), shop.hand, shop.ask, kinds)).toBeNull();
});
