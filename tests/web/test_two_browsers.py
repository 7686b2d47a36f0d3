"""Two people at one public table, each with a browser of his own: neither receives anything of the other's secrets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.opening import play
from tests.web.player import Player


def strings(value: Any) -> Iterator[str]:
    """Every text in a frame but the faces of counters: an HQ and its chit have one name, and counters lie open."""
    if isinstance(value, dict):
        for name, part in value.items():
            if name != "pieces":
                yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)
    elif isinstance(value, str):
        yield value


def told(player: Player) -> set[str]:
    return {text for frame in player.frames for text in strings(json.loads(frame))}


def fetched(player: Player, table: str, seat: str) -> str:
    """All that HTTP tells this browser about the table."""
    paths = ("", f"/replay?seat={seat}", f"/replay/0?seat={seat}", f"/report?seat={seat}")
    script = "(paths) => Promise.all(paths.map((path) => fetch(path).then((found) => found.text())))"
    bodies: list[str] = player.page.evaluate(script, ["/api/tables", *(f"/api/tables/{table}{path}" for path in paths)])
    assert table in bodies[0] and table in bodies[1], "it is his table"
    return json.dumps([list(strings(json.loads(body))) for body in bodies])


def decide(player: Player, other: Player, since: int, verb: str, target: Any = None) -> None:
    """Decide in secret: since the first such choice the other's browser has received nothing at all."""
    player.by_mouse(verb, target)
    other.page.wait_for_timeout(150)
    assert other.frames[since:] == []


def test_secrets_stay_with_their_owner(inn: House, arriving: Arriving, screens: Path) -> None:
    soviet, axis = arriving(inn.url), arriving(inn.url)
    page = soviet.page
    soviet.go()
    soviet.choose()
    page.get_by_role("radiogroup", name="Axis").get_by_text("Invite").click()
    page.get_by_label("Your name").fill("Katya")
    page.get_by_role("button", name="Open the table").click()
    link = page.locator("code").inner_text()
    page.screenshot(path=screens / "invitation.png")
    page.get_by_role("button", name="Go to the table").click()
    soviet.drawn()

    axis.page.goto(link)
    axis.page.get_by_label("Your name at the table").fill("Leclerc")
    axis.page.screenshot(path=screens / "join.png")
    axis.page.get_by_role("button", name="Take the seat").click()
    axis.drawn()
    table = page.url.split("/table/")[1].split("/")[0]
    expect(page.get_by_role("list", name="Seats")).to_contain_text("Leclerc")
    expect(axis.page.get_by_role("list", name="Seats")).to_contain_text("Katya")

    # the pool
    everything = set(soviet.answers["select_chit"])
    pool = sorted(everything)[:5]
    since = len(axis.frames)
    for chit in pool:
        decide(soviet, axis, since, "select_chit", chit)
    axis.page.wait_for_timeout(600)  # nor later
    assert axis.frames[since:] == []
    soviet.by_mouse("done")
    axis.until(lambda: axis.asked == "select_chits", "the chits of the turn")
    assert not everything & told(axis)

    # the chits of the turn: one after the other, though both are asked at once
    mine, his = sorted(soviet.answers["select_chit"])[:3], sorted(axis.answers["select_chit"])[:3]
    since = len(axis.frames)
    for chit in mine:
        decide(soviet, axis, since, "select_chit", chit)
    decide(soviet, axis, since, "done")
    axis.page.wait_for_timeout(600)
    assert axis.frames[since:] == []
    expect(soviet.decision).to_contain_text("sealed")
    soviet.page.screenshot(path=screens / "sealed.png")
    theirs = {*axis.answers["select_chit"]}
    since = len(soviet.frames)
    for chit in his:
        decide(axis, soviet, since, "select_chit", chit)
    axis.by_mouse("done")
    soviet.until(lambda: soviet.asked == "special_combat", "the special combat")
    axis.until(lambda: axis.view["pools"]["soviet"]["cup_count"] == 4, "the cup")
    for names, other in ((everything, axis), (theirs, soviet)):
        assert not names & told(other)
        assert not [text for text in told(other) for name in names if name in text]
    # the same search does find what each one knows himself
    assert set(pool) <= told(soviet) and set(his) <= told(axis)
    assert not [name for name in everything if name in fetched(axis, table, "axis")]
    assert not [name for name in theirs if name in fetched(soviet, table, "soviet")]

    # the special combat and the first activation: what is still in the cup stays secret
    def moving() -> bool:
        return "move_units" in (soviet.asked, axis.asked)

    while not moving():
        for player in (soviet, axis):
            play(player, player.by_mouse, lambda player=player: moving() or not player.asked)  # type: ignore[misc]
        soviet.until(lambda: soviet.asked or axis.asked, "somebody to decide")
    for player, other, side in ((soviet, axis, "soviet"), (axis, soviet, "axis")):
        cup = set(player.view["pools"][side]["cup"])
        assert cup and not (cup - {"STAVKA"}) & told(other)
        assert "cup" not in other.view["pools"][side]
    assert not soviet.errors and not axis.errors
