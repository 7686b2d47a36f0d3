import { expect, test } from "vitest";
import { read, reshaped, shapeOf, write } from "./layout";

test("a layout is read and written as it was", () => {
  const line = "north,east:180/west,random";
  expect(shapeOf(read(line))).toBe("2×2");
  expect(read(line)[0]?.[1]).toEqual({ name: "east", turned: true });
  expect(write(read(line))).toBe(line);
});

test("another arrangement keeps the maps and takes none twice", () => {
  const sheets = ["north", "east", "south", "west", "random"];
  expect(write(reshaped(read("north,east:180"), [2, 2], sheets))).toBe("north,east:180/south,west");
  expect(write(reshaped(read("north,east/south,west"), [2, 1], sheets))).toBe("north/east");
  expect(write(reshaped(read("north,random"), [1, 4], ["north", "random"]))).toBe("north,random,random,random");
});
