// The symbols of arms: milsymbol's where it has one, our own beside them, and which words of games mean the same arm.
// core/draw/symbols.py knows the same words.

import { CRAFT } from "./craft";
import { SPRITE, type Stroke } from "./sprite";

/** Other words for a symbol that is drawn already. */
const ALIASES: Record<string, string> = {
  rifle: "infantry", shock: "infantry", paratroop: "airborne", parachute: "airborne", tank: "armor",
  cavalry: "recon", reconnaissance: "recon", headquarters: "hq", "armored-infantry": "mechanized",
  "motorized-infantry": "motorized", "rocket-launcher": "mrl", "ranged-artillery": "artillery", flamethrower: "flamethrower-tank",
  "flame-thrower": "flamethrower-tank", "jager": "jaeger", "jäger": "jaeger",
};

/** Symbols that are letters, alone or over strokes: text, size, baseline, in a box of 60 by 40. */
export const WRITTEN: Record<string, { text: string; size: number; y: number }> = {
  hq: { text: "HQ", size: 26, y: 29 },
  "armor-hq": { text: "HQ", size: 20, y: 27 },
  security: { text: "SEC", size: 13, y: 13 },
  cadre: { text: "CAD", size: 13, y: 13 },
  jaeger: { text: "J", size: 14, y: 14 },
  commando: { text: "C", size: 14, y: 14 },
};

const INFANTRY = SPRITE["infantry"] ?? [];
const ARMOR = SPRITE["armor"] ?? [];
const RECON = SPRITE["recon"] ?? [];
const line = (d: string): Stroke => ({ d, solid: false });
const solid = (d: string): Stroke => ({ d, solid: true });
const disc = (x: number, y: number, r: number): Stroke => solid(`M${x - r},${y} a${r},${r} 0 1 1 ${2 * r},0 a${r},${r} 0 1 1 ${-2 * r},0Z`);
const SKI = line("M66,138 H120 Q131,138 135,126");

/** Strokes beside milsymbol's: what goes with the letters, and arms that it has no icon for. Same box as its own. */
export const OURS: Record<string, Stroke[]> = {
  ...CRAFT,
  security: INFANTRY,
  cadre: INFANTRY,
  commando: INFANTRY,
  ski: [...INFANTRY, SKI],
  jaeger: [...INFANTRY, SKI],
  mountain: [...INFANTRY, solid("M80,150 L100,113 L120,150Z")],
  "armor-hq": [line("M65,64 H135 C167,64 167,136 135,136 H65 C33,136 33,64 65,64Z")],
  "flamethrower-tank": [...ARMOR, solid("M101,84 C112,96 116,104 110,112 C105,118 95,118 90,112 C85,105 89,100 94,95 C95,100 98,101 99,98 C101,94 100,89 101,84Z")],
  motorcycle: [...RECON, disc(118, 135, 10), disc(150, 135, 10)],
  mrl: [line("M78,93 L100,74 L122,93 M78,78 L100,59 L122,78"), disc(100, 118, 14)],
  "direct-fire-artillery": [disc(88, 100, 15), line("M102,100 H158 M142,86 L158,100 L142,114")],
  fort: [line("M45,135 V90 H60 V105 H75 V80 H90 V105 H110 V80 H125 V105 H140 V90 H155 V135Z")],
  fighter: [solid("M100,60 L108,88 L165,105 V118 L108,110 L105,132 L120,142 V148 H80 V142 L95,132 L92,110 L35,118 V105 L92,88Z")],
  bomber: [solid("M100,58 L108,85 H122 V77 H130 V85 L170,92 V105 L108,110 L105,132 L125,140 V148 H75 V140 L95,132 L92,110 L30,105 V92 L70,85 V77 H78 V85 H92Z")],
  submarine: [solid("M32,110 Q100,90 168,110 Q155,132 100,132 Q45,132 32,110Z M88,100 V80 H115 V100Z")],
};

export const strokesOf = (word: string): Stroke[] => OURS[word] ?? SPRITE[word] ?? [];

const words = new Map<string, string>();

/** The word that a symbol is drawn by; one with a hyphen falls back on the part that is known. */
export function symbolWord(symbol: string): string {
  let found = words.get(symbol);
  if (found === undefined) {
    const word = symbol.toLowerCase().replaceAll("_", "-").replace("mechanised", "mechanized").replace("motorised", "motorized").replace("armour", "armor");
    const known = (one: string): string | null => ALIASES[one] ?? (one in SPRITE || one in WRITTEN || one in OURS ? one : null);
    words.set(symbol, (found = known(word) ?? word.split("-").map(known).find((one) => one !== null) ?? word));
  }
  return found;
}

export const isHeadquarters = (symbol: string): boolean => ["hq", "armor-hq"].includes(symbolWord(symbol));
export const isFort = (symbol: string): boolean => symbolWord(symbol) === "fort";
