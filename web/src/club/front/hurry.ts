// How long is left for a move, as one says it, and when it is written in red.

import type { ClockTerms, Language } from "../../lib/types";
import { span } from "../cup/spans";

/** Below this a clock in minutes, or one in days, is nearly up. */
const LIVE = 15 * 60;
const DAYS = 6 * 3600;

export const urgent = (seconds: number, terms: ClockTerms): boolean => seconds < ("days" in terms ? DAYS : LIVE);

/** Hours, minutes and seconds of a clock in minutes; days and hours of one in days. */
export function remaining(seconds: number, terms: ClockTerms, language: Language): string {
  if ("days" in terms) return span(seconds, language);
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
