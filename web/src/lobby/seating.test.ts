import { expect, it } from "vitest";
import { botsOf, errs, lastTurns, levelOf, seated, secondsOf, startKey, times, wantedSeats, withErrs, withSeconds } from "./seating";

const PLAYERS = [{ id: "north", side: "north" }, { id: "south", side: "south" }];

it("the last seat is yours and a beginner's opponent takes the others, until you say otherwise", () => {
  const seats = seated(PLAYERS, {}, ["random", "recruit", "regular"]);
  expect(seats).toEqual({ north: "bot", south: "you" });
  expect(wantedSeats(seats, {}, ["random", "recruit", "regular"])).toEqual({ north: "recruit", south: "you" });
  expect(wantedSeats(seats, { north: "regular" }, ["random", "recruit", "regular"])).toEqual({ north: "regular", south: "you" });
  expect(wantedSeats(seats, {}, ["random", "oracle"])).toEqual({ north: "oracle", south: "you" });
  expect(wantedSeats(seated(PLAYERS, { south: "bot", north: "invite" }, ["random"]), { south: "random" }, ["random"])).toEqual({ north: "invite", south: "random" });
});

it("where no bot plays a game every seat is yours", () => expect(seated(PLAYERS, {}, [])).toEqual({ north: "you", south: "you" }));

it("the button says what it opens", () => {
  expect(startKey({ north: "bot", south: "you" })).toBe("new.start");
  expect(startKey({ north: "you", south: "you" })).toBe("new.startBoth");
  expect(startKey({ north: "invite", south: "you" })).toBe("new.startInvite");
  expect(startKey({ north: "bot", south: "invite" })).toBe("new.startInvite");
  expect(startKey({ north: "bot", south: "bot" })).toBe("new.startWatch");
});

it("a bot may be told to err on purpose, but not chance itself", () => {
  expect(withErrs("regular", 0)).toBe("regular");
  expect(withErrs("regular", 2)).toBe("regular:errs=0.25");
  expect(withErrs("random", 2)).toBe("random");
  expect([levelOf("regular:errs=0.25"), errs("regular:errs=0.25"), errs("regular")]).toEqual(["regular", 2, 0]);
});

it("a grognard may be granted as much time as the house allows, and errs as often as before", () => {
  const home = { seconds: 20, most: 50 };
  expect(times("grognard", home)).toEqual([5, 20, 50]);
  expect(times("grognard", { seconds: 20, most: 20 })).toEqual([5, 20]);
  expect(times("grognard", { seconds: 30, most: 30 })).toEqual([5, 20, 30]);
  expect([times("grognard", { seconds: 2, most: 2 }), times("veteran", home), times("grognard", null)]).toEqual([[], [], []]);
  const erring = withErrs("grognard", 2);
  expect(withSeconds(erring, 50, home)).toBe("grognard:seconds=50,errs=0.25");
  expect(withErrs("grognard:seconds=50", 1)).toBe("grognard:seconds=50,errs=0.1");
  expect(withSeconds("grognard:seconds=50", 20, home)).toBe("grognard");
  expect([secondsOf("grognard:seconds=5,errs=0.1", home), secondsOf("grognard", home), levelOf("grognard:seconds=5")]).toEqual([5, 20, "grognard"]);
});

it("who looks ahead for one side alone says so of the others", () => {
  const ahead = { bots: ["veteran", "grognard"], last_turns: { north: 0, south: 1 } };
  expect(["north", "south", "east"].map((side) => lastTurns("veteran:errs=0.1", side, ahead))).toEqual([0, 1, null]);
  expect([lastTurns("regular", "north", ahead), lastTurns("veteran", "north", null)]).toEqual([null, null]);
});

it("who plays a scenario as a weaker one is not offered there, nor kept from another", () => {
  const one = { id: "one", names: { en: "", ja: "" }, players: PLAYERS, turns: 1, options: [], bots: ["random", "recruit"] };
  const game = { id: "g", names: one.names, bots: ["random", "recruit", "veteran"], scenarios: [one] };
  expect(botsOf(game, one)).toEqual(["random", "recruit"]);
  expect(botsOf(game, undefined)).toEqual(game.bots);
  const seats = seated(PLAYERS, {}, one.bots);
  expect(wantedSeats(seats, { north: "veteran:errs=0.25" }, one.bots)).toEqual({ north: "recruit", south: "you" });
  expect(wantedSeats(seats, { north: "veteran:errs=0.25" }, game.bots)).toEqual({ north: "veteran:errs=0.25", south: "you" });
});
