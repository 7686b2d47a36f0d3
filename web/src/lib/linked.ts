// A sentence cut into plain text and the hexes and units it names, so that a log line can be clicked.

import type { Message, Piece, View } from "./types";

export type Part = { text: string; hex?: string; unit?: string };

const HEAD: Record<string, "hex" | "unit"> = { hex: "hex", hexes: "hex", unit: "unit", units: "unit" };

/** The facts of a message that are hexes or units: a placeholder's name tells what it holds ("hex_from", "units"). */
function named(message: Message): { kind: "hex" | "unit"; value: string }[] {
  const found: { kind: "hex" | "unit"; value: string }[] = [];
  for (const [name, value] of Object.entries(message)) {
    const kind = HEAD[name.split("_")[0] as string];
    if (!kind) continue;
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one === "string") found.push({ kind, value: one });
  }
  return found;
}

const letter = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at));

/** Where a name stands by itself; "7" is not found in "27". */
function find(text: string, name: string, taken: boolean[]): number {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const end = at + name.length;
    const alone = !(at > 0 && letter(text, at - 1) && letter(name, 0) && ascii(text, at - 1)) && !(letter(text, end) && ascii(text, end));
    if (alone && !taken.slice(at, end).some(Boolean)) return at;
  }
  return -1;
}

/** Japanese particles follow a name without a space; only Latin letters and digits would make it another name. */
const ascii = (text: string, at: number): boolean => text.charCodeAt(at) < 0x250;

export function linked(message: Message, text: string, pieces: Record<string, Piece>): Part[] {
  const taken: boolean[] = new Array<boolean>(text.length).fill(false);
  const spots: { at: number; part: Part }[] = [];
  for (const { kind, value } of named(message)) {
    const name = kind === "hex" ? value : pieces[value]?.label;
    if (!name) continue;
    const at = find(text, name, taken);
    if (at < 0) continue;
    taken.fill(true, at, at + name.length);
    spots.push({ at, part: { text: name, [kind]: value } });
  }
  spots.sort((a, b) => a.at - b.at);
  const parts: Part[] = [];
  let from = 0;
  for (const { at, part } of spots) {
    if (at > from) parts.push({ text: text.slice(from, at) });
    parts.push(part);
    from = at + part.text.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The side a log line is about: named in it, or that of the army or of the first unit it names. */
export function sideOf(message: Message, pieces: Record<string, Piece>, armies: View["armies"] = []): string | null {
  if (typeof message["side"] === "string") return message["side"];
  const army = armies.find((one) => one.id === message["army"]);
  if (army) return army.side;
  const unit = named(message).find((one) => one.kind === "unit");
  return unit ? (pieces[unit.value]?.side ?? null) : null;
}
