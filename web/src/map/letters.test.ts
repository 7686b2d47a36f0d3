import { expect, it } from "vitest";
import { layered } from "./letters";

const place = (text: string, kind: "city" | "town") => ({ text, kind, x: 0, y: 0, size: 13 });
const lettering = { places: [place("ROSTOV", "city"), place("Morozovsk", "town")], waters: [], discs: [{ x: 0, y: 0, size: 7, points: 5 }] };

it("from afar the names of places and what they are worth lie over counters, nearer nothing does", () => {
  const { under, over } = layered(lettering, 18);
  expect([under.places.map((one) => one.text), over?.places.map((one) => one.text)]).toEqual([[], ["ROSTOV", "Morozovsk"]]);
  expect([under.discs.length, over?.discs.length]).toEqual([0, 1]);
  expect(layered(lettering, 24)).toEqual({ under: lettering, over: null });
});
