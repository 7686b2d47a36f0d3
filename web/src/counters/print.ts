// Words and numbers as outlines (see scripts/glyphs.mjs): a path where every letter is baked, else null, and text is used.

import { EM, GLYPHS } from "./glyphs";
import { moved } from "./face";
import { widthOf } from "./width";

export type Anchor = "start" | "middle" | "end";

const made = new Map<string, string | null>();

export function printed(text: string, x: number, y: number, size: number, weight: 600 | 700, anchor: Anchor = "start", spacing = 0): string | null {
  const key = `${text} ${x} ${y} ${size} ${weight} ${anchor} ${spacing}`;
  let found = made.get(key);
  if (found === undefined) {
    if (made.size > 4000) made.clear();
    made.set(key, (found = outline(text, x, y, size, weight, anchor, spacing)));
  }
  return found;
}

function outline(text: string, x: number, y: number, size: number, weight: 600 | 700, anchor: Anchor, spacing: number): string | null {
  const scale = size / EM;
  const letters = [...text].map((letter) => GLYPHS[weight][letter]);
  if (letters.some((letter) => letter === undefined)) return null;
  const widths = letters.map((letter) => (letter?.[0] ?? 0) * scale + spacing);
  const total = widthOf(text, size, weight, spacing);
  let at = x - (anchor === "middle" ? total / 2 : anchor === "end" ? total : 0);
  let d = "";
  letters.forEach((letter, i) => {
    d += moved(letter?.[1] ?? "", scale, at, y);
    at += widths[i] as number;
  });
  return d;
}
