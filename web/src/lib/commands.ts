// What a chit, an HQ or a city would set in motion, told before it is chosen: which of them is meant, how far it reaches, in what words.

import { said, t } from "../i18n/index.svelte";
import type { Command } from "./types";

/** In words: its full name, then why it cannot act, what it can do, or how many units it has. */
export function commandWords(command: Command | undefined): string[] {
  if (!command) return [];
  const name = command.name ? [said(command.name)] : [];
  const told = command.note ?? command.text;
  if (told) return [...name, said(told.text)];
  return command.units.length ? [...name, t("called.units", { count: command.units.length })] : name;
}

/** The first of these that is to be chosen, and what it is. */
export function calledAmong(commands: Record<string, Command> | undefined, keys: readonly (string | null | undefined)[]): { key: string; command: Command } | null {
  const key = keys.find((one): one is string => Boolean(one) && one !== null && one !== undefined && one in (commands ?? {}));
  const command = key ? commands?.[key] : undefined;
  return key && command ? { key, command } : null;
}

interface Ground {
  hexes(): Iterable<string>;
  grid: { distance(from: string, to: string): number };
}

/** The hexes within so many of these. */
const within = (land: Ground, from: readonly string[], radius: number): string[] => [...land.hexes()].filter((hex) => from.some((one) => land.grid.distance(one, hex) <= radius));

/** How far it reaches: as it is told, or so far around its HQs. */
export function rangeOf(land: Ground, command: Command, whereIs: (unit: string) => string | null): string[] {
  if (command.range) return command.range;
  return command.radius === undefined ? [] : within(land, command.hqs.flatMap((hq) => whereIs(hq) ?? []), command.radius);
}

/** What a preview tells of the range from a hex. */
export function rangeFrom(land: Ground, hex: string | null, told: Record<string, unknown> | null | undefined): string[] | null {
  if (Array.isArray(told?.["range"])) return told["range"] as string[];
  return hex && typeof told?.["radius"] === "number" ? within(land, [hex], told["radius"]) : null;
}
