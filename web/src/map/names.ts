// Where names go on the map: places on their freest side, waters along their course. Worked out for the whole map at one
// size; letters.ts draws them.

import type { Language } from "../lib/types";
import { touches, type Box, type Curve } from "./curves";
import { courseOf, Way, type Course } from "./courses";
import type { Point } from "./geometry";
import type { Land, Place } from "./land";
import { costOf, spotsAround, stackBoxes, stackHalf } from "./spots";

export const SERIF: Record<Language, string> = {
  en: '"Old Standard TT", "Times New Roman", serif',
  ja: '"Noto Serif CJK JP", "Noto Serif JP", "Hiragino Mincho ProN", "Yu Mincho", "Grognard Japanese", serif',
};

/** The name of a place, its middle left at a point, in pixels at the radius asked for. */
export interface PlaceName {
  text: string;
  x: number;
  y: number;
  size: number;
  kind: "city" | "town" | "village";
}

/** The name of a water along a curve, in the same pixels. */
export interface WaterName {
  text: string;
  course: Curve;
  size: number;
  /** between letters */
  gap: number;
}

export interface Disc {
  x: number;
  y: number;
  size: number;
  points: number;
}

export interface Lettering {
  places: PlaceName[];
  waters: WaterName[];
  discs: Disc[];
}

/** How many counters lie in a hex. */
export type Heights = ReadonlyMap<string, number>;

export class Names {
  private readonly courses: Course[];
  private last: { occupied: Heights | null; about: string; spots: Map<string, number> } = { occupied: null, about: "", spots: new Map() };
  private readonly ctx = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

  constructor(private readonly land: Land) {
    this.courses = land.names.map((name) => courseOf(land, name));
  }

  /** `occupied`: hexes under counters, which names keep clear of. */
  lay(radius: number, language: Language, occupied: Heights): Lettering {
    // Sides and stretches once found hold for a while: names that jump at every zoom are harder to read than crowded ones.
    const about = `${language} ${Math.round(Math.log2(radius) * 1.5)}`;
    if (occupied !== this.last.occupied || about !== this.last.about) this.last = { occupied, about, spots: new Map() };
    const sheet = new Layout(this.ctx, this.land, radius, language, occupied, this.last.spots);
    const great = Math.min(...this.land.places.map(rank)); // seen from afar only cities are named, or towns where there are none
    const written = this.land.places.filter((place) => (place.written[language] || place.points !== null) && (radius >= 16 || rank(place) === great));
    for (const place of written.sort((a, b) => rank(a) - rank(b))) sheet.place(place);
    if (radius >= 16) for (const course of this.courses) sheet.waters(course);
    return { places: sheet.places, waters: sheet.waterNames, discs: sheet.discs };
  }
}

/** One laying out: what has been placed so far keeps later names off. */
class Layout {
  readonly places: PlaceName[] = [];
  readonly waterNames: WaterName[] = [];
  readonly discs: Disc[] = [];
  private readonly z: number;
  private readonly taken: Box[] = [];
  private readonly stacks: Box[];
  private readonly blocks: { hex: string; box: Box }[];

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly land: Land,
    private readonly radius: number,
    private readonly language: Language,
    private readonly occupied: Heights,
    /** which spot each name has been given, by place or water */
    private readonly spots: Map<string, number>,
  ) {
    this.z = Math.max(0.7, Math.min(1.22, radius / 34));
    this.stacks = stackBoxes(land.grid, occupied, radius);
    this.blocks = land.places.map(({ hex }) => {
      const [x, y] = this.at(hex);
      return { hex, box: { left: x - 4, top: y - 4, right: x + 4, bottom: y + 4 } };
    });
  }

  private at(hex: string): Point {
    const [x, y] = this.land.grid.centreOf(hex);
    return [x * this.radius, y * this.radius];
  }

  place(place: Place): void {
    const { ctx, z, radius, language, occupied } = this;
    const [x, y] = this.at(place.hex);
    const city = place.kind === "city";
    const town = place.kind === "town";
    const japanese = language === "ja";
    const size = (city ? 19 : town ? 14.5 : 12.5) * z * (japanese ? 0.84 : 1);
    const written = place.written[language];
    const name = city && !japanese ? written.toUpperCase() : written;
    ctx.font = `${city || town ? "bold" : japanese ? "" : "italic"} ${size}px ${SERIF[language]}`;
    ctx.letterSpacing = city && !japanese ? `${(size * 0.12).toFixed(1)}px` : "0px";
    const disc = place.points !== null && radius > 20 ? 21 * z : 0;
    const width = ctx.measureText(name).width + disc;
    const lying = occupied.get(place.hex) ?? 0;
    const spots = spotsAround([x, y], width, size * 0.62, radius, { stack: lying ? stackHalf(lying, radius) : 0, city });
    const boxes = spots.map(({ box }) => box);
    let chosen = this.spots.get(place.hex) ?? -1;
    if (chosen < 0) {
      const others = this.blocks.filter((one) => one.hex !== place.hex).map((one) => one.box);
      const paper = { left: 0, top: 0, right: this.land.grid.width * radius, bottom: this.land.grid.height * radius };
      const costs = spots.map(({ box, cost }) => cost + costOf(box, { stacks: this.stacks, taken: this.taken, blocks: others, paper }));
      chosen = costs.indexOf(Math.min(...costs));
      this.spots.set(place.hex, chosen);
    }
    const best = boxes[chosen];
    if (!best) return;
    this.taken.push(best);
    const middle = (best.top + best.bottom) / 2;
    this.places.push({ text: name, x: best.left, y: middle, size, kind: city ? "city" : town ? "town" : "village" });
    if (disc && place.points !== null) this.discs.push({ x: best.right - disc / 2 + 2 * z, y: middle, size: 8.5 * z, points: place.points });
  }

  waters({ name, line, great }: Course): void {
    const { ctx, z, language, radius } = this;
    const japanese = language === "ja";
    const letters = [...(japanese ? name.name_ja : name.name)];
    const size = (great ? 23 : 14.5) * z * (japanese ? 0.84 : 1);
    ctx.font = `${japanese ? "" : "italic "}${size}px ${SERIF[language]}`;
    ctx.letterSpacing = "0px";
    const sum = ctx.measureText(letters.join("")).width;
    let points = line.map(([x, y]): Point => [x * radius, y * radius]);
    const [first, last] = [points[0], points[points.length - 1]];
    if (!first || !last || points.length < 2) return;
    // Read from the left, or downward.
    if (last[0] - first[0] < -Math.abs(last[1] - first[1]) * 0.3 || (Math.abs(last[0] - first[0]) < Math.abs(last[1] - first[1]) * 0.3 && last[1] < first[1]))
      points = points.reverse();
    const way = new Way(points);
    const total = way.length;
    const gaps = letters.length - 1;
    const gap = gaps ? Math.min(size * (great ? 1.1 : 0.42), Math.max(0, (total * 0.8 - sum) / gaps)) : 0;
    const length = sum + gap * gaps;
    if (length > total * 1.15) return;
    // Long waters are named more than once.
    const times = Math.max(1, Math.round(total / Math.max(radius * 16, length * 2.4)));
    for (let part = 0; part < times; part++) {
      const share = total / times;
      // Not at the ends of its part: two namings never stand side by side.
      const spare = times > 1 ? Math.max(0, (share - length) * 0.22) : 0;
      const [from, to] = [share * part + spare, share * (part + 1) - length - spare];
      const key = `${name.name} ${part} ${times}`;
      let start: number | null = (this.spots.get(key) ?? -1) * radius;
      if (start < 0) {
        start = this.straightest(way, from, Math.max(from, to), length);
        if (start !== null) this.spots.set(key, start / radius);
      }
      if (start !== null) this.waterNames.push({ text: letters.join(""), course: way.stretch(start, length + gap, radius * 0.4), size, gap });
    }
  }

  /** Where along its course a name bends least and covers least. */
  private straightest(way: Way, from: number, to: number, length: number): number | null {
    const { radius, occupied } = this;
    let best: number | null = null;
    let least = Infinity;
    const pace = radius * 0.7;
    for (let start = from; start <= to + 1; start += pace) {
      let cost = 0;
      let angle: number | null = null;
      for (let at = start; at <= start + length; at += radius * 0.5) {
        const here = way.at(at);
        if (angle !== null) cost += Math.abs(Math.atan2(Math.sin(here.angle - angle), Math.cos(here.angle - angle)));
        angle = here.angle;
        const hex = this.land.grid.hexAt(here.x / radius, here.y / radius);
        if (hex && occupied.has(hex)) cost += 0.8;
        const box = { left: here.x - 8, right: here.x + 8, top: here.y - 8, bottom: here.y + 8 };
        if (this.taken.some((other) => touches(box, other))) cost += 4;
      }
      if (cost < least) [least, best] = [cost, start];
    }
    return best;
  }
}

const rank = (place: Place): number => (place.kind === "city" ? 0 : place.kind === "town" ? 1 : 2);
