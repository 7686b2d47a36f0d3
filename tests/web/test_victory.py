"""Victory: two browsers fight the printed battle, a landing from sea and air, and neither learns what is hidden."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import HOPE, LANDING
from tests.web.house import House
from tests.web.player import Player
from tests.web.victory import backs_tell_nothing, before_the_end, faces, fetched, fight, invite, named, told, tray


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    """A public house whose dice give Red the initiative and Blue a choice of hits."""
    found = House(tmp_path_factory.mktemp("port"), "--public", "--host", "127.0.0.1", seed="hope")
    yield found
    found.close()


def test_two_browsers_fight_for_hope(port: House, arriving: Arriving, screens: Path) -> None:
    red, blue = arriving(port.url), arriving(port.url)
    table = invite(red, {"blue": blue}, "Example: the battle of Hope", "red", {"red": "Vera", "blue": "Anders"})
    expect(red.page.get_by_role("list", name="Seats")).to_contain_text("Anders")
    red.page.screenshot(path=screens / "victory-hope.png")

    _moves(red, blue)
    assert not faces(blue.frames, "red") and not faces(red.frames, "blue"), "nothing lies face up yet"
    blue.page.screenshot(path=screens / "victory-backs.png")
    blue.give("end_move")
    _is_shown(red, blue, screens)
    for player, enemy in ((red, "blue"), (blue, "red")):
        assert not named(fetched(player, table, player.view["viewer"]), enemy), "nor by HTTP"
    done = _is_fought(red, blue, screens)
    assert {"drop", "land", "fire_ground", "fire_air", "hit"} <= done, done
    _is_over(red, blue, screens)

    # the fog: until the end faces only in the battle, and never whose block it was; then everybody sees everything
    for player, other, side in ((red, blue, "red"), (blue, red, "blue")):
        assert named(player.frames, side), "the same search finds one's own blocks"
        foggy = before_the_end(other)
        assert not named(foggy, side) and named(other.frames, side)
        assert backs_tell_nothing(foggy)
        assert faces(foggy, side)
        for one in faces(foggy, side):
            assert "key" in one or "camp" in one or "face_up" in one["flags"], one
            assert "key" in one or str(one["id"]).startswith("seen:"), one
    assert not red.errors and not blue.errors


def _moves(red: Player, blue: Player) -> None:
    """Everything of Red's goes to Hope; Blue's fighter responds."""
    red.until(lambda: red.asked == "first_roll", "the first die")
    red.give("roll")
    red.until(lambda: red.asked == "move_units", "Red's move")
    expect(blue.decision).to_contain_text("Vera")
    for unit, verb in LANDING:
        red.give("unit", unit)
        red.give(verb, HOPE)
        assert red.where(unit) == HOPE
    red.give("end_move")
    blue.until(lambda: blue.asked == "move_units", "Blue's move")
    assert len([one for one in blue.stack(HOPE) if one.startswith("hidden:")]) == len(LANDING)
    blue.give("unit", "blue-fighter-1")
    blue.give("move", HOPE)
    assert blue.where("blue-fighter-1") == HOPE


def _is_shown(red: Player, blue: Player, screens: Path) -> None:
    """The tray lies open before both, with the blocks of both camps and the round."""
    for player in (red, blue):
        player.until(lambda player=player: player.view.get("battle"), "the battle")  # type: ignore[misc]
        desk = tray(player)
        expect(desk.get_by_role("heading", name="Battle of Hope")).to_be_visible()
        expect(desk.locator(".camps")).to_contain_text("Red")
        expect(desk.locator(".camps")).to_contain_text("Blue")
        for camp in ("attack", "defence"):
            units = [one for one in player.view["battle"]["units"] if one["camp"] == camp]
            assert units
            for one in units:
                expect(desk.locator(f'.fighter[data-unit="{one["id"]}"]')).to_be_visible()
        expect(desk.locator("li.now")).to_have_text("Round 1")
    # whoever is asked has the groups before him, with what the dice may do
    red.until(lambda: red.asked == "combat_turn", "Red's first block")
    expect(tray(red).locator("button[data-group]")).to_have_count(sum("fire_" in one for one in red.answers))
    expect(tray(red).locator(".spread")).to_be_visible()
    expect(tray(blue).locator(".answering")).to_have_count(0)
    red.page.screenshot(path=screens / "victory-tray.png")


def _is_fought(red: Player, blue: Player, screens: Path) -> set[str]:
    """Shot by shot to the end, each in his own browser."""
    done: set[str] = set()
    rolled = False
    for _ in range(60):
        red.until(lambda: red.asked or blue.asked or red.view["result"], "somebody to decide")
        if red.view["result"]:
            break
        player, other = (red, blue) if red.asked else (blue, red)
        verb = fight(player)
        done.add(verb)
        if verb.startswith("fire_") and not rolled and player.view["battle"]:
            rolled = True
            shot = next(one for one in reversed(player.view["log"]) if one["key"] == "event.fires")
            dice = " ".join(str(die) for die in shot["dice"])
            for one in (player, other):
                one.until(lambda one=one: "fires" in one.log, "the shot")  # type: ignore[misc]
                expect(tray(one).get_by_role("img", name=dice, exact=True).first).to_be_visible()
            other.page.screenshot(path=screens / "victory-shot.png")
        if verb == "land":
            player.page.screenshot(path=screens / "victory-landed.png")
        other.until(
            lambda other=other, player=player: bool(other.asked) != bool(player.asked) or other.view["result"],  # type: ignore[misc]
            "both pages to agree",
        )
    assert rolled
    return done


def _is_over(red: Player, blue: Player, screens: Path) -> None:
    """The landing is in the log of both, both know the same winner, and what survives is hidden again."""
    blue.until(lambda: blue.view["result"], "the end")
    assert red.view["result"] == blue.view["result"] and red.view["score"] == blue.view["score"]
    for player in (red, blue):
        keys = {one["key"].removeprefix("event.") for one in told(player)}
        assert {"battle", "round", "revealed", "fires", "drops", "lands", "reduced", "battle_won"} <= keys
        expect(tray(player)).to_have_count(0)
        assert not [one for one in player.view["pieces"].values() if one["id"].startswith("seen:")]
        expect(player.page.get_by_role("log")).to_contain_text("Hope")
        side = player.view["viewer"]
        player.page.screenshot(path=screens / f"victory-over-{side}.png")
    endings = {player.decision.get_by_role("heading", level=1).inner_text() for player in (red, blue)}
    assert len(endings) == 1 and endings.pop().startswith("Red victory"), "both pages tell the same winner"
