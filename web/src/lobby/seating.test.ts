import { expect, it } from "vitest";
import { botsOf, errs, levelOf, seated, startKey, wantedSeats, withErrs } from "./seating";

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

it("who plays a scenario as a weaker one is not offered there, nor kept from another", () => {
  const one = { id: "one", names: { en: "", ja: "" }, players: PLAYERS, turns: 1, options: [], bots: ["random", "recruit"] };
  const game = { id: "g", names: one.names, bots: ["random", "recruit", "veteran"], scenarios: [one] };
  expect(botsOf(game, one)).toEqual(["random", "recruit"]);
  expect(botsOf(game, undefined)).toEqual(game.bots);
  const seats = seated(PLAYERS, {}, one.bots);
  expect(wantedSeats(seats, { north: "veteran:errs=0.25" }, one.bots)).toEqual({ north: "recruit", south: "you" });
  expect(wantedSeats(seats, { north: "veteran:errs=0.25" }, game.bots)).toEqual({ north: "veteran:errs=0.25", south: "you" });
});
