"""The first part of a Soviet turn of A Victory Lost, from the lobby to the end of the first activation."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import looked_on
from tests.web.house import House
from tests.web.opening import play
from tests.web.player import Player


def moving(player: Player) -> bool:
    return player.asked == "move_units"


def farthest(player: Player) -> str:
    """A hex to go to with some way in between: the farthest of those offered."""
    start = player.where(player.view["ask"]["focus"]["unit"])

    def far(hex_: str) -> int:
        return abs(int(hex_[:2]) - int(start[:2])) + abs(int(hex_[2:]) - int(start[2:]))

    offered: list[str] = player.answers["move"]
    return max(offered, key=far)


def test_by_mouse(player: Player, screens: Path) -> None:
    page = player.page
    player.go()
    player.choose()
    page.get_by_role("radiogroup", name="Soviet").get_by_text("You").click()
    page.get_by_role("radiogroup", name="Axis").get_by_text("Bot").click()
    page.get_by_role("radiogroup", name="Bot level").get_by_text("Recruit").click()
    page.screenshot(path=screens / "new-game.png")
    page.get_by_role("button", name="Start as Soviet").click()
    player.drawn()
    player.until(lambda: player.asked == "choose_pool", "the pool")
    page.screenshot(path=screens / "table-pool.png")

    def give(verb: str, target: object) -> None:
        if verb == "resolve":
            page.screenshot(path=screens / "combat.png")
            expect(page.get_by_role("region", name="What the die can do")).to_be_visible()
        player.by_mouse(verb, target)

    seen = play(player, give, lambda: moving(player))
    assert {"choose_pool", "select_chits", "special_combat", "combat", "declare", "losses", "advance"} <= set(seen)
    expect(page.get_by_role("log")).to_contain_text("die")
    page.screenshot(path=screens / "movement.png")

    unit = player.answers["unit"][0]
    player.by_mouse("unit", unit)
    expect(player.decision).to_contain_text("MP left")
    hex_ = farthest(player)
    page.mouse.move(*player.in_reach(hex_))
    expect(page.locator(".board .tip")).to_contain_text("MP")
    page.screenshot(path=screens / "path.png")
    player.by_mouse("move", hex_)
    assert player.where(unit) == hex_
    if player.asked == "move_unit":
        player.by_mouse("stop")
    player.by_mouse("end_movement")
    play(player, player.by_mouse, lambda: player.asked not in ("combat", "declare", "losses", "advance", "retreat"))
    assert not player.errors


def test_by_keyboard(player: Player) -> None:
    page, keys = player.page, player.page.keyboard
    for touched in ("mousedown", "pointerdown", "touchstart"):
        page.add_init_script(f"addEventListener({touched!r}, () => (window.touched = true), true)")
    player.go()
    expect(player.card()).to_be_visible()
    player.tab_to("Play A Victory Lost")
    keys.press("Enter")
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    player.tab_to("Start as Soviet")
    keys.press("Enter")
    player.drawn()

    seen = play(player, player.by_key, lambda: moving(player))
    assert {"choose_pool", "select_chits", "special_combat", "combat", "declare", "losses", "advance"} <= set(seen)
    unit = player.answers["unit"][0]
    player.by_key("unit", unit)
    hex_ = farthest(player)
    player.by_key("move", hex_)
    assert player.where(unit) == hex_
    if player.asked == "move_unit":
        player.by_key("stop")
    player.by_key("end_movement")
    play(player, player.by_key, lambda: player.asked not in ("combat", "declare", "losses", "advance", "retreat"))
    assert page.evaluate("window.touched") is None
    assert not player.errors


def drawn_before_mine(keys: list[str]) -> bool:
    """Another's chit, and then mine."""
    return keys.count("event.chit_drawn") > 1 and keys[-1] == "event.activated"


def test_of_all_chits_that_lie_open_the_one_in_play_is_ringed(player: Player, house: House, screens: Path) -> None:
    file, _ = looked_on("avl", "axis", drawn_before_mine)
    table = house.post("/api/files", {"file": file, "seats": {}})["id"]
    player.sit(table, "axis")
    drawn = [one["chit"] for one in player.view["log"] if one["key"] == "event.chit_drawn"]
    lie_open = [chit for pool in player.view["pools"].values() for chit in pool["played"]]
    assert len(lie_open) > 1 and drawn[-1] in lie_open and drawn[-1] != lie_open[-1], (
        "not merely the last that lies there"
    )
    chits = player.page.locator(".row", has=player.page.get_by_text("Played", exact=True)).locator(".chit")
    expect(chits).to_have_count(len(lie_open))
    ringed = player.page.locator(".row .chit.chosen")
    expect(ringed).to_have_text([drawn[-1]])
    player.page.screenshot(path=screens / "chit-in-play.png")
    assert not player.errors
