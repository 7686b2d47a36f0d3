"""Tournaments under test: the shortest scenario there is, people who give up, and bots that answer anything."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from tests.table.guests import Inn, Line
from tests.table.members import Browser

SHORT = {"game": "lb", "scenario": "4-german-mobile-defense"}
SIDES = ("german", "russian")
WEEK = 7 * 86_400


def member(inn: Inn, name: str) -> Browser:
    browser = Browser(inn)
    assert browser.register(name).status_code == 201
    return browser


def make(organiser: Browser, **more: Any) -> str:
    """A new tournament; returns its id."""
    made = organiser.post("/api/tournaments", {"name": "Winter Swiss", **SHORT, **more})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def cup(who: Browser, tournament: str) -> dict[str, Any]:
    found = who.get(f"/api/tournaments/{tournament}")
    assert found.status_code == 200, found.text
    told: dict[str, Any] = found.json()
    return told


def act(who: Browser, tournament: str, what: str, body: Any = None, method: str = "POST") -> Any:
    return who.ask(method, f"/api/tournaments/{tournament}/{what}", {} if body is None else body)


def look(inn: Inn) -> None:
    """Let the steward do what is due now."""
    assert inn.house.tournaments is not None
    inn.run(inn.house.tournaments.look)


def games(told: dict[str, Any], number: int = 0) -> list[dict[str, Any]]:
    """The games of a round, the newest unless another is named."""
    rounds = {one["number"]: one for one in told["pairings"]}
    return [game for pair in rounds[number or max(rounds)]["pairs"] for game in pair["games"]]


def give_up(who: Browser, game: dict[str, Any]) -> None:
    with who.sit(game["table"], game["seat"]) as session:
        assert Line(session).send(type="resign")["type"] == "done"


def until(true: Callable[[], Any], seconds: float = 60.0) -> Any:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, "it did not come to that"
        time.sleep(0.05)
    return found
