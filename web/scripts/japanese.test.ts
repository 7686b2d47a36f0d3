import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as fontverter from "fontverter";
import { Blob, Face } from "harfbuzzjs";
import { FONTS, lettersInUse } from "./japanese.mjs";

async function lettersOf(file: string): Promise<Set<string>> {
  const plain = await fontverter.convert(readFileSync(join(FONTS, file)), "sfnt");
  const face = new Face(new Blob(plain));
  return new Set([...face.collectUnicodes()].map((code) => String.fromCodePoint(code)));
}

describe("the Japanese letters that are carried along", () => {
  it.each([400, 700])("are all that the games and the client say anything with, at weight %i", async (weight) => {
    const carried = new Set([...(await lettersOf(`japanese-button-${weight}.woff2`)), ...(await lettersOf(`japanese-rest-${weight}.woff2`))]);
    expect(lettersInUse().length).toBeGreaterThan(800);
    expect(lettersInUse().filter((letter) => !carried.has(letter))).toEqual([]);
  });

  it("are fetched only where one of them is shown", () => {
    const sheet = readFileSync(join(FONTS, "japanese.css"), "utf8");
    const faces = sheet.split("@font-face").slice(1);
    expect(faces).toHaveLength(4);
    for (const face of faces) expect(face).toMatch(/font-display: swap;.*unicode-range: U\+/);
    const button = faces.filter((face) => face.includes("button"));
    for (const face of button) expect(face).toContain("unicode-range: U+65e5,U+672c,U+8a9e;");
  });
});
