import { expect, it } from "vitest";
import { caption } from "./caption";

const short = (...names: string[]): string => caption(`Soviet: ${names.join(", ")} activated, with 9 combat units in command range`, names, ", ", (count) => `and ${count} more`);

it("names one or two armies and counts the others, without what the card tells anyway", () => {
  expect(short("5TkA")).toBe("Soviet: 5TkA activated");
  expect(short("6A", "1GdA", "3GdA")).toBe("Soviet: 6A, 1GdA, 3GdA activated");
  expect(short("6A", "1GdA", "3GdA", "5TkA")).toBe("Soviet: 6A, 1GdA and 2 more activated");
  expect(caption("special Combat Segment", [], ", ", String)).toBe("Special Combat Segment");
});
