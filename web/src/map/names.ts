// Where names go on the map: places beside their hex, waters along their course. Worked out for the whole map at one size and in
// one language, whatever lies on it: a name that wanders is read as another place's. letters.ts draws them.

import type { Language } from "../lib/types";
import { touches, type Box, type Curve } from "./curves";
import { courseOf, Way, type Course } from "./courses";
import type { Point } from "./geometry";
import type { Land, Place } from "./land";
import { costOf, shareOf, spotsAround, squeeze, type Spot } from "./spots";
import { SIDE } from "../lib/size";

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

/** What a place is worth can be read at every size. */
const LEAST_DISC = 6.8;

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

/** Sizes between one and its double that count as about the same, where the map is very small. */
const STEPS = 1.5;
/** From this radius on every place keeps its side: a name that changes it while the map comes nearer is read as another place's. */
const FIXED = 10;
/** From this radius on all places are named, not only the greatest. */
const ALL_NAMED = 16;
/** A radius at which a map is played on: there counters lie on names. */
const PLAYED = 34;
/** What a name costs that counters may hide, if all of it were hidden: they lie on roads and railways more often than beside them. */
const HIDDEN = 3;
const HIDDEN_ON_WAY = 8;
/** To lie on another place's mark there is worse than any spot beside the hex. */
const MARKED = 2.5;

export class Names {
  private readonly courses: Course[];
  /** Sides and stretches found for a language and about one size: names that jump at every zoom are hard to read. */
  private readonly found = new Map<string, Map<string, number>>();
  private last: { at: string; lettering: Lettering } | null = null;
  /** Seen from afar only cities are named, or towns where there are none. */
  private readonly great: number;
  private readonly travelled: ReadonlySet<string>;
  private readonly ctx = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

  constructor(private readonly land: Land) {
    this.courses = land.names.map((name) => courseOf(land, name));
    this.great = Math.min(...land.places.map(rank));
    this.travelled = new Set(land.ways.flatMap((way) => way.hexes));
  }

  lay(radius: number, language: Language): Lettering {
    const at = `${language} ${radius}`;
    if (this.last?.at !== at) this.last = { at, lettering: this.laid(radius, language) };
    return this.last.lettering;
  }

  /** Letters that were not there have come: everything is measured again. */
  forget(): void {
    this.last = null;
    this.found.clear();
  }

  private laid(radius: number, language: Language): Lettering {
    return this.written(new Layout(this.ctx, this.land, this.travelled, radius, language, this.spotsAt(radius, language)), radius, language);
  }

  /** Which spots names have at about this size. They are widest beside their hexes at the least of about this size: what has room
      there has room at all of them. */
  private spotsAt(radius: number, language: Language): Map<string, number> {
    const step = Math.round(Math.log2(radius) * STEPS);
    const least = radius >= ALL_NAMED ? ALL_NAMED : radius >= FIXED ? FIXED : Math.min(radius, 2 ** ((step - 0.5) / STEPS));
    const about = `${language} ${radius >= FIXED ? `from ${least}` : step}`;
    const known = this.found.get(about);
    if (known) return known;
    const greatest = new Set(this.land.places.filter((place) => rank(place) === this.great).map((place) => place.hex));
    // the rest finds its room beside the greatest
    const spots = new Map(least === ALL_NAMED ? [...this.spotsAt(FIXED, language)].filter(([hex]) => greatest.has(hex)) : []);
    this.found.set(about, spots);
    this.written(new Layout(this.ctx, this.land, this.travelled, least, language, spots), least, language);
    return spots;
  }

  /** All that is shown at a size, the greatest first. */
  private written(sheet: Layout, radius: number, language: Language): Lettering {
    const named = (place: Place): boolean => Boolean(place.written[language]) && (radius >= ALL_NAMED || rank(place) === this.great);
    const shown = this.land.places.filter((place) => named(place) || place.points !== null);
    // long names find room less easily
    const long = (place: Place): number => place.written[language].length;
    for (const place of shown.sort((a, b) => rank(a) - rank(b) || long(b) - long(a))) sheet.place(place, named(place));
    if (radius >= ALL_NAMED) for (const course of this.courses) sheet.waters(course);
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
  private readonly blocks: { hex: string; box: Box }[];

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly land: Land,
    /** hexes with a road or a railway */
    private readonly travelled: ReadonlySet<string>,
    private readonly radius: number,
    private readonly language: Language,
    /** which spot each name has been given, by place or water */
    private readonly spots: Map<string, number>,
  ) {
    this.z = zoomed(radius);
    this.blocks = land.places.map(({ hex }) => {
      const [x, y] = this.at(hex);
      const half = 0.5 * radius; // counters lie in places more often than elsewhere
      return { hex, box: { left: x - half, top: y - half, right: x + half, bottom: y + half } };
    });
  }

  private at(hex: string): Point {
    const [x, y] = this.land.grid.centreOf(hex);
    return [x * this.radius, y * this.radius];
  }

  /** A place's name as it is written at a radius: how large, how wide, and where it may stand. */
  private typeset(place: Place, name: string, radius: number): { size: number; disc: number; round: number; spots: Spot[] } {
    const { ctx, language } = this;
    const z = zoomed(radius);
    const [x, y] = this.land.grid.centreOf(place.hex);
    const { flat } = this.land.grid;
    const city = place.kind === "city";
    const town = place.kind === "town";
    const japanese = language === "ja";
    const usual = (city ? 19 : town ? 14.5 : 12.5) * z * (japanese ? 0.84 : 1);
    const round = Math.max(LEAST_DISC, 8.5 * z);
    const disc = place.points !== null ? 2 * round + 4 * z : 0;
    const measured = (size: number): number => {
      ctx.font = `${city || town ? "bold" : japanese ? "" : "italic"} ${size}px ${SERIF[language]}`;
      ctx.letterSpacing = city && !japanese ? `${(size * 0.12).toFixed(1)}px` : "0px";
      return ctx.measureText(name).width + disc;
    };
    const size = usual * squeeze(measured(usual), disc, radius, flat);
    return { size, disc, round, spots: spotsAround([x * radius, y * radius], measured(size), size * 0.62, radius, flat) };
  }

  /** What it costs a name where the map is played on that counters beside its hex may hide it, and that it lies on others' marks. */
  private inPlay({ box }: Spot, own: string): number {
    const { grid, placeAt } = this.land;
    const hexes = new Set<string>();
    for (let x = box.left; x <= box.right; x += PLAYED / 4)
      for (const y of [box.top, box.bottom]) {
        const hex = grid.hexAt(x / PLAYED, y / PLAYED);
        if (hex && hex !== own) hexes.add(hex);
      }
    return [...hexes].reduce((cost, hex) => {
      const [x, y] = grid.centreOf(hex).map((at) => at * PLAYED) as [number, number];
      const half = (SIDE / 2) * PLAYED;
      const counter = { left: x - half, right: x + half, top: y - half, bottom: y + half };
      if (!touches(box, counter)) return cost;
      return cost + shareOf(box, counter) * (this.travelled.has(hex) ? HIDDEN_ON_WAY : HIDDEN) + (placeAt.has(hex) ? MARKED : 0);
    }, 0);
  }

  /** A place's name and what it is worth; far off only the latter. */
  place(place: Place, named: boolean): void {
    const { radius, language } = this;
    const [x] = this.at(place.hex);
    const city = place.kind === "city";
    const town = place.kind === "town";
    const written = named ? place.written[language] : "";
    const name = city && language !== "ja" ? written.toUpperCase() : written;
    const { size, disc, round, spots } = this.typeset(place, name, radius);
    let chosen = this.spots.get(place.hex) ?? -1;
    if (chosen < 0) {
      const blocks = this.blocks.filter((one) => one.hex !== place.hex).map((one) => one.box);
      const paper = { left: 0, top: 0, right: this.land.grid.width * radius, bottom: this.land.grid.height * radius };
      const near = this.typeset(place, name, PLAYED).spots;
      // from afar names are only to be kept apart
      const inPlay = (n: number): number => (radius < FIXED ? 0 : this.inPlay(near[n] as Spot, place.hex));
      const costs = spots.map(({ box, cost }, n) => cost + costOf(box, { taken: this.taken, blocks, paper }) + inPlay(n));
      chosen = costs.indexOf(Math.min(...costs));
      this.spots.set(place.hex, chosen);
    }
    const best = spots[chosen]?.box;
    if (!best) return;
    // from afar two names in one spot are none: the later one waits until the map comes nearer
    if (name && radius < FIXED && this.taken.some((box) => touches(box, best, -1))) return disc ? this.place(place, false) : undefined;
    this.taken.push(best);
    const middle = (best.top + best.bottom) / 2;
    // what a place is worth stands next to its hex: the counters of the hex beyond may cover the end of its name
    const first = disc > 0 && best.left > x;
    if (name) this.places.push({ text: name, x: best.left + (first ? disc : 0), y: middle, size, kind: city ? "city" : town ? "town" : "village" });
    if (disc && place.points !== null) this.discs.push({ x: first ? best.left + round : best.right - round, y: middle, size: round, points: place.points });
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
    const { radius } = this;
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
        const box = { left: here.x - 8, right: here.x + 8, top: here.y - 8, bottom: here.y + 8 };
        if (this.taken.some((other) => touches(box, other))) cost += 4;
      }
      if (cost < least) [least, best] = [cost, start];
    }
    return best;
  }
}

const rank = (place: Place): number => (place.kind === "city" ? 0 : place.kind === "town" ? 1 : 2);

/** How letters grow with the map. */
const zoomed = (radius: number): number => Math.max(0.7, Math.min(1.22, radius / 34));
