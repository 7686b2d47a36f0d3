import { expect, it } from "vitest";
import { Way } from "./courses";

it("a way is walked along by distance, bends and all", () => {
  const way = new Way([[0, 0], [10, 0], [10, 5]]);
  expect(way.length).toBe(15);
  expect(way.at(4)).toMatchObject({ x: 4, y: 0, angle: 0 });
  expect(way.at(12)).toMatchObject({ x: 10, y: 2, angle: Math.PI / 2 });
  const part = way.stretch(8, 4, 2);
  expect(part[0]).toEqual([8, 0]);
  expect(part.at(-1)).toEqual([10, 2]);
});
