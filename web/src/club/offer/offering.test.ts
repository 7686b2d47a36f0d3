import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { me } from "../../account/me.svelte";
import type { GameInfo, OptionInfo } from "../../lib/types";
import { barsOf, fitting, scaleOf } from "./field";
import { ANY, BOTH, Offering } from "./offering.svelte";

const words = { en: "x", ja: "x" };
const fog: OptionInfo = { id: "fog", default: false, rule: "1", words, help: words };
const two = { id: "duel", names: words, turns: 5, options: [fog], players: [{ id: "north", side: "north" }, { id: "south", side: "south" }] };
const three = { ...two, id: "brawl", players: [...two.players, { id: "east", side: "east" }] };
const game = (id: string): GameInfo => ({ id, names: words, bots: ["random", "recruit"], scenarios: [two, three] });
const made = (): Offering => new Offering([game("war"), game("siege")]);

beforeEach(() => {
  [me.accounts, me.name] = [true, "kestrel"];
});
afterEach(() => {
  [me.accounts, me.name] = [false, null];
});

describe("a game that is offered", () => {
  it("leaves one's side to the lot of the house until one says otherwise", () => {
    const offering = made();
    expect(offering.side).toBe(ANY);
    expect(offering.wanted("")).toEqual([
      { game: "war", scenario: "duel", options: { fog: false }, seats: { north: "you", south: "offer" }, by_lot: true, clock: { minutes: 90, increment: 30 }, name: "", rated: true, level: null, followed: false, steps_in: null },
    ]);
    offering.side = "south";
    expect(offering.wanted("")[0]).toMatchObject({ seats: { north: "offer", south: "you" }, by_lot: false });
  });

  it("is two tables, one with each side, where one wants both", () => {
    const offering = made();
    offering.side = BOTH;
    expect(offering.wanted("").map(({ seats, by_lot }) => [seats, by_lot])).toEqual([
      [{ north: "you", south: "offer" }, false],
      [{ north: "offer", south: "you" }, false],
    ]);
  });

  it("lets one pick seats where more than two play, and draws nothing", () => {
    const offering = made();
    offering.begin("brawl");
    offering.seatsChosen["north"] = "bot";
    expect(offering.wanted("")).toMatchObject([{ scenario: "brawl", seats: { north: "recruit", south: "offer", east: "you" }, by_lot: false, rated: false }]);
    expect(offering.unrated).toBe("rated.needsPeople");
  });

  it("says why it cannot count", () => {
    const offering = made();
    expect([offering.unrated, offering.rated]).toEqual([null, true]);
    offering.pace = "none";
    expect([offering.unrated, offering.rated, offering.clock]).toEqual(["rated.needsClock", false, null]);
    offering.pace = "days";
    offering.bot = { level: "recruit", minutes: 10 };
    expect([offering.unrated, offering.rated, offering.clock]).toEqual(["rated.bot", false, { days: 3 }]);
    offering.open = "link";
    expect([offering.unrated, offering.stepsIn]).toEqual([null, null]); // no bot steps in where only the link leads
    me.name = null;
    expect(offering.unrated).toBe("rated.needsName");
    me.accounts = false;
    expect(offering.unrated).toBe("rated.nowhere");
  });

  it("is open to whom one says, and a visitor can only say all or the link", () => {
    const offering = made();
    offering.level = { low: 1400, high: 1600 };
    expect(offering.wanted("")[0]).toMatchObject({ level: null, followed: false });
    offering.open = "near";
    expect(offering.wanted("")[0]).toMatchObject({ level: { low: 1400, high: 1600 }, followed: false });
    offering.open = "followed";
    expect(offering.wanted("")[0]).toMatchObject({ level: null, followed: true });
    offering.open = "link";
    expect(offering.wanted("")[0]).toMatchObject({ level: null, followed: false, seats: { north: "you", south: "invite" }, by_lot: true });
    offering.open = "followed";
    me.name = null;
    expect([offering.opens, offering.open]).toEqual([["anyone", "link"], "anyone"]);
    expect(offering.wanted("Katya")[0]).toMatchObject({ followed: false, rated: false, name: "Katya" });
  });

  it("takes a clock of one's own", () => {
    const offering = made();
    [offering.live, offering.minutes, offering.increment] = ["other", 25, 5];
    expect(offering.clock).toEqual({ minutes: 25, increment: 5 });
  });

  it("begins anew with another game", () => {
    const offering = made();
    offering.side = "south";
    offering.change(fog, true);
    expect([offering.ownOptions, offering.options]).toEqual([1, { fog: true }]);
    [offering.open, offering.level] = ["near", { low: 1, high: 2 }];
    offering.play("siege");
    expect([offering.game?.id, offering.side, offering.ownOptions, offering.open, offering.level]).toEqual(["siege", ANY, 0, "anyone", null]);
  });
});

describe("where ratings lie", () => {
  it("shows all of them on a scale of hundreds", () => {
    expect(scaleOf([], { low: 1350, high: 1650 })).toEqual({ low: 1200, high: 1800 });
    expect(scaleOf([1012, 1930], { low: 1350, high: 1650 })).toEqual({ low: 1000, high: 2000 });
  });

  it("counts them by bars, both ends included", () => {
    const bars = barsOf([1200, 1224, 1225, 1800], { low: 1200, high: 1800 });
    expect([bars.length, bars[0], bars[1], bars.at(-1)]).toEqual([24, 2, 1, 1]);
    expect(fitting([1399, 1400, 1600, 1601], { low: 1400, high: 1600 })).toBe(2);
  });
});
