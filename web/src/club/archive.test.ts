import { describe, expect, it } from "vitest";
import { query } from "./archive";

const nothing = { player: "", game: "", scenario: "", since: "", until: "", longest: "", outcome: "", order: "" };

describe("what is asked of the archive", () => {
  it("names no field that was left empty", () => expect(query({ ...nothing, player: "  " }, 0)).toBe(""));
  it("names scenario and order", () => expect(query({ ...nothing, game: "lb", scenario: "tanks", order: "shortest" }, 0)).toBe("game=lb&scenario=tanks&order=shortest"));
  it("counts the last day whole", () => expect(query({ ...nothing, since: "2026-11-01", until: "2026-11-01" }, 20)).toBe("since=1793491200&until=1793577600&skip=20"));
});
