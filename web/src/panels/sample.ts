// A position made up for Dev.svelte: counters of every kind, tracks of Velikiye Luki, a combat and an assault.

import type { Figure, Odds, Piece, View, Words } from "../lib/types";

const words = (en: string, ja: string): Words => ({ en, ja });

const piece = (label: string, symbol: string, values: Figure[], more: Partial<Piece> = {}): Piece => ({
  id: label, label, symbol, values, side: "soviet", nation: more.side ?? "soviet", size: "III", where: "1010", on_map: true, move: 6, steps: 2, full_steps: 2, ...more,
});
const german = (label: string, symbol: string, values: Figure[], more: Partial<Piece> = {}): Piece => piece(label, symbol, values, { side: "german", nation: "german", ...more });

/** One counter of each kind, as the two games with the most kinds name them. */
export const COUNTERS: Piece[] = [
  piece("357 DF", "infantry", [7, "C", 6], { size: "XX", box: "red", flags: ["moved"] }),
  piece("249E DF", "infantry", [7, "C", 6], { size: "XX", nation: "estonian", box: "yellow", flags: ["fought"] }),
  piece("9 DFG", "infantry", [8, "B", 6], { size: "XX", nation: "guards", box: "red", flags: ["isolated"] }),
  piece("44S", "ski", [3, "B", 6], { size: "X", box: "yellow" }),
  piece("43/2M BM", "mechanised", [6, "B", 8], { size: "X", box: "blue" }),
  piece("13 RC", "tank", ["3*", "C", 8], { box: "yellow", steps: 1 }),
  piece("515 LF", "flamethrower-tank", ["3*", "C", 8]),
  piece("225", "engineer", [2, "B", 6], { size: "II" }),
  piece("38G", "mrl", ["+1", 8], { nation: "guards", box: "yellow", flags: ["used"] }),
  piece("HQ 5G", "hq", [8], { size: "HQ", box: "red", flags: ["used", "moved"] }),
  piece("Cadre B", "cadre", [3, "B", 6]),
  german("Meyer", "infantry", ["6•", "B", 6], { size: "KG", box: "grey" }),
  german("10/1SS", "motorised-infantry", [3, "B", 8], { nation: "ss" }),
  german("FKD", "infantry", [3, "B", 8], { nation: "ss", box: "grey" }),
  german("52/6Luft", "infantry", [4, "C", 6], { nation: "luftwaffe" }),
  german("S 343", "security", [1, "C", 6], { size: "II", box: "grey", flags: ["unsupplied"], steps: 1 }),
  german("3 Jäger", "jaeger", [3, "B", 6], { size: "II" }),
  german("StuG 459", "assault-gun", ["3*", "B", 8], { size: "I" }),
  german("K 8/8Pz", "motorcycle", [3, "B", 8], { size: "II" }),
  german("A 8/8Pz", "recon", [2, "B", 8], { size: "II" }),
  german("Klatt", "mountain", [6, "A", 6], { size: "KG" }),
  german("7 Fl", "paratroop", [4, "A", 6]),
  german("PzJ 43", "anti-tank", ["2•", "B", 8], { size: "II" }),
  german("10/8Pz", "tank", [12, "B", 8]),
  german("HQ Chevalerie", "hq", [8], { size: "HQ" }),
  german("Festung W", "festung", [4], { size: "marker", steps: 4, full_steps: 5 }),
  german("Festung E", "festung", [3], { size: "marker", steps: 3, full_steps: 5 }),
  german("Art", "ranged_artillery", [4, 2, 8], { size: "regiment" }),
  german("Flak", "anti_aircraft", [2, 4, 10], { size: "battalion" }),
  german("IG", "direct_fire_artillery", [3, 2, 6], { size: "battalion" }),
  german("Gren", "armored_infantry", [5, 4, 10], { size: "battalion" }),
  german("Nach", "supply", [0, 6], { size: "supply" }),
  piece("24Tk", "tank", [4, 2, 8], { size: "corps", flags: ["isolated"], alarm: 2 }),
  piece("1GdA", "headquarters", [5, 7], { size: "army", nation: "guards", range: 5 }),
  german("?", "", []),
];

const modifier = (en: string, ja: string, value: string, rule: string, side = "", struck = false) => ({ text: words(en, ja), value, rule, ...(side ? { side } : {}), struck });

/** A combat with eleven modifiers whose quality dice are still to be rolled. */
export const COMBAT: Odds = {
  hex: "1010", attack: 15, defence: 9, ratio: "3/2", column: null,
  groups: [{ units: ["357 DF", "43/2M BM"], factor: "1", strength: 13 }, { units: ["13 RC"], factor: "1/2", strength: 2, reasons: ["isolated"] }],
  defence_groups: [{ units: ["Meyer", "StuG 459"], factor: "1", strength: 9 }],
  lines: [
    modifier("Wooded", "森林", "-1", "6.2.1", "german"), modifier("Divisional integrity", "師団統合", "+1", "6.2.2", "soviet", true),
    modifier("Infantry with armour", "歩戦協同", "+1", "6.2.3", "soviet"), modifier("Infantry with armour", "歩戦協同", "-1", "6.2.3", "german"),
    modifier("Infantry with anti-tank", "対戦車", "-1", "6.2.4", "german"), modifier("Armoured bonus: both sides have one", "装甲ボーナス：両軍にある", "+1", "6.2.5", "soviet", true),
    modifier("Engineers in the village", "村落の工兵", "+1", "6.2.6", "soviet"), modifier("Artillery, two points", "砲兵2ポイント", "+2", "6.2.7", "soviet"),
    modifier("Aviation", "航空", "+1", "6.2.8", "soviet"), modifier("Concentric attack", "包囲攻撃", "+1", "6.2.8", "soviet"),
    modifier("Ring around Velikiye Luki", "ヴェリーキエ・ルーキの包囲", "-1", "7.6", "soviet"),
  ],
  total: "+2",
  pending: [{ text: words("Soviet quality C and German quality B are rolled", "ソ連軍の練度Cとドイツ軍の練度Bのダイス"), rule: "6.2.8" }],
  columns: { "1/1": 2, "3/2": 6, "2/1": 13, "3/1": 10, "4/1": 5 },
  results: { "1/-": 5, "1/1": 14, "-/1": 8, "1/R": 6, "-/R": 3 },
};

/** An assault without strengths: modifiers and one die. */
export const ASSAULT: Odds = {
  hex: "1110",
  lines: [
    modifier("Third rifle division, 257 DF", "3個目の狙撃師団 257 DF", "+1", "7.4a"), modifier("Fourth rifle division, 249E DF", "4個目の狙撃師団 249E DF", "+1", "7.4a", "", true),
    modifier("Engineers 225 adjacent", "工兵225が隣接", "+1", "7.4a"), modifier("Katyusha 38G in range", "カチューシャ38Gが射程内", "+1", "7.4a"),
  ],
  total: "+3", total_text: words("Die modifier, +3 at most", "ダイス修正（最大+3）"),
  by_die: ["0", "0", "-1", "-2", "-2", "-2"], severity: { "0": "none", "-1": "mild", "-2": "hard" },
};

/** A combat by a column with its neighbours. */
export const COLUMN: Odds = {
  hex: "1010", attack: 13, defence: 3, ratio: "4-1", terrain: ["town"], shifts: 1, column: "3-1", groups: [{ units: ["24Tk"], factor: "1", strength: 4 }],
  defence_groups: [{ units: ["Gren"], factor: "1", strength: 3 }],
  by_die: ["-", "-", "DR", "DR", "DR", "1DR"], neighbours: [{ column: "2-1", by_die: ["A1", "-", "-", "DR", "DR", "DR"] }, { column: "4-1", by_die: ["-", "DR", "DR", "DR", "1DR", "1DR"] }],
};

const due = COUNTERS.slice(0, 4).map((one) => ({ ...one, id: `due ${one.id}`, on_map: false, where: "not arrived", arrives: 6, flags: [] }));
const dead = COUNTERS.slice(11, 14).map((one) => ({ ...one, id: `dead ${one.id}`, on_map: false, where: "eliminated", flags: [] }));

export const VIEW = {
  game: "vl", scenario: "campaign", options: {}, viewer: "soviet", players: [{ id: "soviet", side: "soviet" }, { id: "german", side: "german" }], waiting: ["soviet"],
  ask: null, can_undo: false, log: [], log_length: 0, result: null, turn: 5, active: "soviet", markers: [], pieces: Object.fromEntries([...COUNTERS, ...due, ...dead].map((one) => [one.id, one])),
  pools: { axis: { played: ["H2A"], inactive_count: 3, cup_count: 2 }, soviet: { played: ["STAVKA", "1GdA"], inactive_count: 2, cup_count: 2, cup: ["3GdA"], inactive: ["5A"] } },
  score: { axis: 25, soviet: 7 },
  tracks: [
    { id: "turn", value: 5, last: 11, label: words("14 December 1942", "1942年12月14日") }, { id: "weather", value: "cloudy" },
    { id: "artillery_soviet", value: 3, last: 5 }, { id: "artillery_german", value: 4, last: 5 }, { id: "air_soviet", value: 1, last: 2 }, { id: "air_german", value: 1, last: 1 },
    { id: "support_hq-3c", value: 2, last: 4 }, { id: "support_hq-5g", value: 0, last: 2 }, { id: "support_hq-2m", value: 2, last: 2 },
    { id: "support_hq-chevalerie", value: 3, last: 3 }, { id: "support_hq-83", value: 1, last: 1 }, { id: "support_hq-woehler", value: null, last: 3 },
    { id: "festung_west", value: 4, last: 5 }, { id: "festung_east", value: 3, last: 5 }, { id: "vp", value: 4 },
    { id: "axis_com", value: 3 }, { id: "pocket", value: true, last: 4 },
  ],
} satisfies View;
