// The Japanese letters that the game says anything with, cut out of BIZ UDPGothic (OFL) into src/fonts: a machine without
// Japanese fonts would show empty boxes. vite.config.ts calls it before every build; what is there already is left alone.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";

const WEB = dirname(dirname(fileURLToPath(import.meta.url)));
export const FONTS = join(WEB, "src", "fonts");
const FAMILY = "Grognard Japanese";
const WEIGHTS = [400, 700];
/** Where words stand: catalogues, rules, data and code of the games, and the client's own. */
const SOURCES = [
  [join(WEB, "..", "src", "grognard"), [".toml", ".py"]],
  [join(WEB, "src"), [".ts", ".svelte"]],
];
/** Kana, ideographs, and what goes with them. */
const JAPANESE = /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef]/gu;
/** The button that leads to Japanese is on every page: its letters are a file of their own, so that no other is fetched for it. */
const BUTTON = "日本語";

function* files(folder, endings) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== "static") yield* files(path, endings);
    } else if (endings.includes(extname(entry.name)) && !entry.name.endsWith(".test.ts")) yield path;
  }
}

/** Every Japanese letter in use, in order. */
export function lettersInUse() {
  const found = new Set(BUTTON);
  for (const [folder, endings] of SOURCES)
    for (const path of files(folder, endings)) for (const [letter] of readFileSync(path, "utf8").matchAll(JAPANESE)) found.add(letter);
  return [...found].sort();
}

/** Letters as CSS names them, those that follow each other in one. */
function range(letters) {
  const runs = [];
  for (const code of letters.map((letter) => letter.codePointAt(0)).sort((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else runs.push([code, code]);
  }
  return runs.map(([from, to]) => `U+${from.toString(16)}${to > from ? `-${to.toString(16)}` : ""}`).join(",");
}

export async function cutJapanese() {
  const letters = lettersInUse();
  const stamp = createHash("sha256").update(letters.join("")).digest("hex").slice(0, 16);
  const sheet = join(FONTS, "japanese.css");
  if (existsSync(sheet) && readFileSync(sheet, "utf8").includes(stamp)) return;
  mkdirSync(FONTS, { recursive: true });
  const parts = { button: [...BUTTON], rest: letters.filter((letter) => !BUTTON.includes(letter)) };
  const rules = [`/* made by scripts/japanese.mjs: ${stamp} */`];
  for (const weight of WEIGHTS) {
    const whole = readFileSync(createRequire(import.meta.url).resolve(`@fontsource/biz-udpgothic/files/biz-udpgothic-japanese-${weight}-normal.woff2`));
    for (const [part, wanted] of Object.entries(parts)) {
      const name = `japanese-${part}-${weight}.woff2`;
      writeFileSync(join(FONTS, name), await subsetFont(whole, wanted.join(""), { targetFormat: "woff2" }));
      rules.push(`@font-face { font-family: "${FAMILY}"; font-weight: ${weight}; font-display: swap; src: url("./${name}") format("woff2"); unicode-range: ${range(wanted)}; }`);
    }
  }
  writeFileSync(sheet, rules.join("\n") + "\n");
}
