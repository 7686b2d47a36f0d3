import { expect, it } from "vitest";
import { writtenOf } from "./land";

const city = { hex: "1110", name: "Luki (west)", name_ja: "ルーキ西", kind: "city" };

it("a place is written as it is called, otherwise where the map says so, or not at all", () => {
  expect(writtenOf(city)).toEqual({ en: "Luki (west)", ja: "ルーキ西" });
  expect(writtenOf({ ...city, drawn: "Luki", drawn_ja: "ルーキ" })).toEqual({ en: "Luki", ja: "ルーキ" });
  expect(writtenOf({ ...city, drawn: "Luki" })).toEqual({ en: "Luki", ja: "Luki" });
  expect(writtenOf({ ...city, drawn: "" })).toEqual({ en: "", ja: "" });
});
