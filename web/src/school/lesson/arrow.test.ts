import { describe, expect, it } from "vitest";
import { arrowTo, centreOf, edgeOf } from "./arrow";

const card = { left: 18, top: 600, width: 520, height: 200 };
const numbers = (path: string): number[] => (path.match(/-?[\d.]+/g) ?? []).map(Number);

describe("the coach's line", () => {
  it("goes from the edge of the card to the edge of what is pointed at", () => {
    const target = { x: 480, y: 300, width: 60, height: 60 };
    const [x, y, , , endX, endY] = numbers(arrowTo(card, target)?.line ?? "") as [number, number, number, number, number, number];
    expect(y).toBe(card.top);
    expect(x).toBeGreaterThan(card.left);
    const middle = centreOf(target);
    expect(Math.hypot(endX - middle.x, endY - middle.y)).toBeLessThan(60);
    expect(Math.hypot(endX - middle.x, endY - middle.y)).toBeGreaterThan(25);
  });

  it("is not drawn where the card lies on the target or beside it", () => {
    expect(arrowTo(card, { x: 100, y: 650, width: 40, height: 40 })).toBeNull();
    expect(arrowTo(card, { x: 100, y: 560, width: 40, height: 40 })).toBeNull();
  });

  it("comes to what stands beside the map from its near side", () => {
    const button = { x: 1110, y: 260, width: 100, height: 34 };
    const [tipX, tipY] = numbers(arrowTo(card, button, { beside: "level" })?.head ?? "") as [number, number];
    expect(tipX).toBeCloseTo(button.x, 0);
    expect(tipY).toBeCloseTo(277, 0);
    const [belowX, belowY] = numbers(arrowTo(card, button, { beside: "below" })?.head ?? "") as [number, number];
    expect([belowX, belowY]).toEqual([1160, 294]);
  });

  it("takes the way that runs over the fewest counters", () => {
    const target = { x: 480, y: 200, width: 60, height: 60 };
    const plain = arrowTo(card, target)?.line ?? "";
    const [, , bendX, bendY] = numbers(plain) as [number, number, number, number];
    const inTheWay = { x: bendX - 90, y: bendY - 60, width: 90, height: 120 };
    const round = arrowTo(card, target, { counters: [inTheWay] })?.line ?? "";
    expect(round).not.toBe(plain);
    expect(arrowTo(card, target, { counters: [target] })?.line).toBe(plain);
  });

  it("leaves a box where a straight line would", () => {
    expect(edgeOf({ x: 0, y: 0, width: 10, height: 10 }, { x: 25, y: 5 })).toEqual({ x: 10, y: 5 });
    expect(edgeOf({ x: 0, y: 0, width: 10, height: 10 }, { x: 5, y: 5 })).toEqual({ x: 5, y: 5 });
  });
});
