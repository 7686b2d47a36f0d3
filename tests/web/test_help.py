"""Why not, with the rule to read; undo and redo."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player


def moving(player: Player, house: House) -> None:
    table = house.post("/api/files", {"file": at("move_unit"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_unit", "a unit on the move")


def test_why_not_opens_the_rule(player: Player, house: House, screens: Path) -> None:
    page = player.page
    moving(player, house)
    enemies = [p["where"] for p in player.view["pieces"].values() if p["on_map"] and p["side"] == "axis"]
    player.click_hex(next(hex_ for hex_ in enemies if hex_ not in player.answers["move"]))
    why = page.locator(".board").get_by_role("status").filter(has=page.get_by_role("button", name="Close"))
    expect(why).to_be_visible()
    rule = why.get_by_role("button").first
    number = rule.inner_text()
    assert number[0].isdigit() and "." in number
    page.screenshot(path=screens / "why-not.png")
    rule.click()
    clause = page.get_by_role("dialog", name="The rulebook").locator("article.here")
    expect(clause).to_be_in_viewport()
    assert number.startswith(clause.get_by_role("heading").inner_text().split()[0])
    page.screenshot(path=screens / "rules.png")
    page.keyboard.press("Escape")
    expect(clause).to_be_hidden()
    assert not player.errors


def test_undo_and_redo(player: Player, house: House) -> None:
    page = player.page
    moving(player, house)
    undo, redo = (page.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    unit = player.view["ask"]["focus"]["unit"]
    start = player.where(unit)
    hex_ = next(one for one in player.answers["move"] if one != start and not player.stack(one))
    player.by_mouse("move", hex_)
    assert player.where(unit) == hex_
    player.acts(undo.click)
    assert player.where(unit) == start and player.asked == "move_unit"
    player.acts(redo.click)
    assert player.where(unit) == hex_
    player.acts(lambda: page.keyboard.press("u"))
    assert player.where(unit) == start
    player.acts(lambda: page.keyboard.press("Shift+U"))
    assert player.where(unit) == hex_
    # another answer ends what could be redone
    player.acts(undo.click)
    other = next(one for one in player.answers["move"] if one not in (start, hex_) and not player.stack(one))
    player.by_mouse("move", other)
    expect(redo).to_be_disabled()
    assert not player.errors
