import { describe, expect, it, vi } from "vitest";
import type { Piece } from "../lib/types";
import { HexGrid, type Point } from "../map/geometry";
import type { Camera } from "./camera";
import type { Reading } from "./reading.svelte";
import { asideFrom, besideAttack, actionAmong, bringIntoView, comeBack, fewOf, lieUnder, mostSeenFrom, quietest, roomBeside, showAll, sizeFor } from "./sight";

const grid = new HexGrid({ cols: 20, rows: 20, orientation: "flat", shifted: "even" });
const pile = (hex: string, side: string, count: number) => ({ hex, pieces: Array.from({ length: count }, () => ({ side }) as Piece) });
const own = ["0202", "1010", "1818"];

it("the first sight goes to where most of both sides have met", () => {
  const piles = [pile("0202", "red", 1), pile("0203", "blue", 4), pile("1818", "red", 3), pile("1717", "blue", 3)];
  expect(actionAmong(own, piles, "red", grid)).toBe("1818");
});

it("without enemies it goes to the one in the middle", () => {
  expect(actionAmong(own, own.map((hex) => pile(hex, "red", 1)), "red", grid)).toBe("1010");
});

const seen = (x: number, y: number) => ({ size: () => [1000, 700] as [number, number], onScreen: () => [x, y] as [number, number], at: { x: 0, y: 0, k: 30 } });
const CARD = { wide: 400, high: 200, left: 226, right: 66, foot: 84 };

it("a card lies where it covers no counter, not only in the quarter with the fewest", () => {
  // in the left lower quarter only the overview's place is free of it
  expect(quietest(seen(400, 500), [pile("0404", "red", 1)], [], grid, CARD)).toBe("top-left");
  expect(quietest(seen(100, 500), [pile("0404", "red", 1)], [], grid, CARD)).toBe("bottom-left");
});

it("and never over the hex it speaks of", () => {
  expect(quietest(seen(100, 100), [], ["0404"], grid, CARD)).toBe("bottom-left");
  expect(quietest(seen(300, 500), [], ["0404"], grid, CARD)).toBe("top-left");
});

it("nor over what is to be clicked next, even if it covers the hex it speaks of", () => {
  const camera = { ...seen(0, 0), onScreen: ([x]: Point) => (x < 10 ? [300, 500] : [100, 100]) as [number, number] };
  expect(quietest(camera, [], ["0404"], grid, CARD)).toBe("top-left");
  expect(quietest(camera, [], ["0404"], grid, CARD, ["1804"])).toBe("top-right");
  expect(fewOf(["0404", "0404", null])).toEqual(["0404"]);
  expect(fewOf(Array.from({ length: 9 }, (_, n) => `010${n}`))).toEqual([]);
});

it("nor over a stack that is fanned out", () => {
  const camera = { ...seen(0, 0), onScreen: ([x, y]: Point) => [x, y] as [number, number] };
  expect(quietest(camera, [], [], grid, CARD)).toBe("bottom-left");
  expect(quietest(camera, [], [], grid, CARD, [], [[300, 500], [340, 500]])).toBe("top-left");
});

describe("where every corner covers what is to be clicked next, the map gives way", () => {
  const plain = { ...seen(0, 0), onScreen: ([x, y]: Point) => [x, y] as [number, number] };
  it("the shorter way", () => {
    expect(asideFrom(plain, CARD, "top-right", [[520, 210], [560, 260]])).toEqual([0, 20]); // below the card
    expect(asideFrom(plain, CARD, "top-right", [[520, 100], [540, 150]])).toEqual([-36, 0]); // to its left
    expect(asideFrom(plain, CARD, "bottom-left", [[400, 450]])).toEqual([0, -64]);
  });
  it("not where nothing is covered, nor where it would go out of view", () => {
    expect(asideFrom(plain, CARD, "top-right", [[300, 400]])).toBeNull();
    expect(asideFrom(plain, CARD, "top-right", [[20, 600], [600, 100]])).toBeNull();
  });
});

it("after a playback the map comes back unless the question is mostly elsewhere", () => {
  const place = { x: 0, y: 0, k: 30 };
  expect(mostSeenFrom(place, [], [600, 600])).toBe(true);
  expect(mostSeenFrom(place, [[10, 10], [30, 10]], [600, 600])).toBe(true);
  expect(mostSeenFrom(place, [[10, 10], [30, 10], [10, 30]], [600, 600])).toBe(false);
});

describe("a new question", () => {
  /** Where the map goes when a hex is asked for and a unit elsewhere was looked at before: of the question's own if it is in hand. */
  const goes = (focus: { unit?: string }): Point[] => {
    const went: Point[] = [];
    const camera = { at: { x: 0, y: 0, k: 30 }, moving: false, showsAll: false, sinceTouched: () => 9000, sees: () => false, size: () => [600, 600], centre: (point: Point) => void went.push(point) };
    const reading = { focus, grid, struck: null, chosenHex: "0202", targets: { all: [{ hex: "1818" }] }, whereIs: (unit?: string) => (unit ? "1010" : null) };
    bringIntoView(camera as unknown as Camera, reading as unknown as Reading, false);
    return went;
  };
  it("is gone to, not the unit that was looked at last", () => expect(goes({})).toEqual([grid.centreOf("1818")]));
  it("is where the unit stands that it is about", () => expect(goes({ unit: "own" })).toEqual([grid.centreOf("1010")]));

  const retreats = (to: string[], hidden: string[]): Point[] => {
    const went: Point[] = [];
    const camera = { at: { x: 0, y: 0, k: 30 }, moving: false, showsAll: false, sinceTouched: () => 9000, sees: (point: Point) => !hidden.some((hex) => String(grid.centreOf(hex)) === String(point)), size: () => [390, 460], centre: (point: Point) => void went.push(point) };
    const reading = { focus: { unit: "own" }, grid, struck: null, targets: { all: to.map((hex) => ({ hex })) }, whereIs: () => "1010" };
    bringIntoView(camera as unknown as Camera, reading as unknown as Reading, false);
    return went;
  };
  it("is shown with every hex that a step may go to", () => {
    expect(retreats(["1009", "1010", "1011"], ["1011"])).toEqual([grid.centreOf("1010")]);
    expect(retreats(["1009", "1011"], ["1212"])).toEqual([]);
    expect(retreats(["1009", "1015"], ["1015"])).toEqual([]); // who moves on looks about himself
  });

  const phone = (focus: object): number => {
    let went = 0;
    const camera = { at: { x: 0, y: 0, k: 12 }, moving: false, showsAll: true, wished: false, sinceTouched: () => 9000, sees: () => true, size: () => [390, 460], fitRadius: () => 12, frame: () => void went++, centre: () => void went++ };
    const reading = { focus, given: {}, grid, mine: null, piles: [], struck: null, targets: { all: [{ hex: "1818" }] }, whereIs: () => null };
    bringIntoView(camera as unknown as Camera, reading as unknown as Reading, false);
    return went;
  };
  it("on a phone's whole map is brought near, but not under who has just taken a unit up: all it may go to is in view", () => {
    expect(phone({})).toBeGreaterThan(0);
    expect(phone({ unit: "of the hand" })).toBe(0);
  });
});

it("a question elsewhere is shown as near as the map was, or so that it can be read", () => {
  const phone = { size: () => [390, 460] as [number, number] };
  expect(sizeFor(phone, [[10, 10], [13, 12]], 34)).toEqual({ k: 34, whole: true });
  expect(sizeFor(phone, [[10, 10], [30, 30]], 34)).toEqual({ k: 34, whole: false }); // too many: some of them, legibly
  expect(sizeFor(phone, [[10, 10], [30, 30]], 12)).toEqual({ k: 12, whole: true }); // he looks from afar himself
  expect(sizeFor(phone, [[10, 10], [13, 12]], 80).k).toBeLessThan(80);
});

describe("what happens", () => {
  /** A map of 1000 x 800 pixels looked at from where a radius is 40, and whether it goes anywhere. */
  const looks = (x: number, y: number, overview: { wide: number; high: number } | null): boolean => {
    let went = false;
    const camera = { at: { k: 40 }, size: () => [1000, 800], sinceTouched: () => 9000, onScreen: ([px, py]: Point) => [px * 40, py * 40], sees: ([px, py]: Point, margin: number) => px * 40 > margin && py * 40 > margin && px * 40 < 1000 - margin && py * 40 < 800 - margin, centre: () => (went = true) };
    showAll(camera as unknown as Camera, [[x / 40, y / 40]], 40, { foot: 0, overview });
    return went;
  };

  it("is brought out from under the overview", () => {
    const overview = { wide: 170, high: 170 };
    expect([looks(120, 640, overview), looks(120, 640, null), looks(400, 640, overview), looks(120, 300, overview)]).toEqual([true, false, false, false]);
  });
});

describe("a fight on a phone's whole map", () => {
  /** From how near it is looked at, then; 0: the map stays. */
  const nears = (wide: number, k: number, fight: boolean, touched = 9000): number => {
    let to = 0;
    const camera = { at: { k }, size: () => [wide, 460], fitRadius: () => 10, sinceTouched: () => touched, onScreen: () => [200, 200], sees: () => true, centre: (_: Point, size: number) => (to = size) };
    showAll(camera as unknown as Camera, [[10, 10], [11.5, 11]], k, { foot: 0, overview: null, fight });
    return to;
  };
  it("is brought near, for nobody could read it", () => expect(nears(390, 10, true)).toBe(34));
  it("and nothing else is, nor where it can be read, nor under a hand", () => {
    expect([nears(390, 10, false), nears(390, 24, true), nears(1000, 10, true), nears(390, 10, true, 100)]).toEqual([0, 0, 0, 0]);
  });
});

describe("whoever else is asked about in an attack", () => {
  const looking = (inView: (point: Point) => boolean): { camera: Parameters<typeof besideAttack>[0]; went: Point[] } => {
    const went: Point[] = [];
    return { went, camera: { at: { k: 34 }, sees: inView, size: () => [390, 460], centre: (point: Point) => void went.push(point) } as unknown as Parameters<typeof besideAttack>[0] };
  };
  const attacked: Point = [15, 20];
  it("is shown with it, the nearest first", () => {
    const { camera, went } = looking(([x]) => x < 18);
    besideAttack(camera, attacked, [[30, 20], [21, 20]]);
    expect(went).toEqual([[18, 20]]);
  });
  it("moves nothing where one of them is in view", () => {
    const { camera, went } = looking(([x]) => x < 22);
    besideAttack(camera, attacked, [[30, 20], [21, 20]]);
    expect(went).toEqual([]);
  });
  it("never takes the attack itself out of view", () => {
    const { camera, went } = looking(([x]) => x < 18);
    besideAttack(camera, attacked, [[60, 20]]);
    expect(went).toEqual([attacked]);
  });
});

it("the map never comes back smaller than it fits the board", () => {
  const centre = vi.fn();
  const camera = { at: { x: 5, y: 5, k: 30 }, size: () => [390, 500], fitRadius: () => 9, sinceTouched: () => Infinity, centre } as unknown as Camera;
  comeBack(camera, { x: 0, y: 0, k: 1 }); // as it stood before it had a size
  expect(centre).toHaveBeenLastCalledWith([195, 250], 9);
  comeBack(camera, { x: 0, y: 0, k: 20 });
  expect(centre).toHaveBeenLastCalledWith([9.75, 12.5], 20);
});

it("a card is in the way of any hex that the question offers, however many these are", () => {
  const camera = { ...seen(0, 0), onScreen: ([x, y]: Point) => [x, y] as [number, number] };
  const offered = Array.from({ length: 12 }, (_, n): Point => [60 + 80 * n, 350]);
  expect(lieUnder(camera, CARD, "top-left", offered)).toBe(false);
  expect(lieUnder(camera, { ...CARD, high: 340 }, "top-left", offered)).toBe(true);
});

describe("a fight in the middle of the map, on which a card would lie in every corner", () => {
  const LARGE = { wide: 576, high: 440, left: 226, right: 66, foot: 84 };
  const view = ([mx, my]: Point, k: number) => ({ at: { x: 546 - mx * k, y: 354 - my * k, k }, size: () => [1092, 708] as Point, onScreen: ([x, y]: Point): Point => [546 + (x - mx) * k, 354 + (y - my) * k] });
  const camera = (k: number, aimed = view) => ({ bound: view([20, 20], k), aimed, fitRadius: () => 20 }) as unknown as Camera;
  const corners = ["bottom-left", "top-left", "top-right", "bottom-right"] as const;
  const fight: Point[] = [[20, 20], [21.5, 20.9]];

  it("is gone beside, no farther than need be", () => {
    expect(corners.every((corner) => lieUnder(view([20, 20], 50), LARGE, corner, fight))).toBe(true);
    const to = roomBeside(camera(50), LARGE, fight);
    expect(to?.k).toBe(50);
    expect(corners.some((corner) => !lieUnder(view(to?.middle as Point, 50), LARGE, corner, fight))).toBe(true);
    expect(Math.hypot((to?.middle[0] ?? 0) - 20, (to?.middle[1] ?? 0) - 20)).toBeLessThan(5);
  });
  it("is looked at from farther where it has no room otherwise", () => {
    const large: Point[] = [[16, 18], [24, 22]];
    expect(roomBeside(camera(50), LARGE, large)?.k).toBeLessThan(50);
    expect(roomBeside(camera(50), LARGE, [[1, 1], [39, 39]])).toBeNull();
  });
  it("stays where it is where a corner is free, or where the map's edge stops it", () => {
    expect(roomBeside(camera(50), LARGE, [[12, 20]])).toBeNull();
    expect(roomBeside(camera(50, () => view([20, 20], 50)), LARGE, fight)).toBeNull();
  });
});
