"""A first game with the coach: he speaks up at what is new, one thing at a time, never twice, and goes when sent."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE

KEPT = "JSON.parse(localStorage.getItem('grognard.school') ?? '{}')"


def coached(house: House, player: Player, **school: Any) -> str:
    """Sit down as the German of Velikiye Luki, Recruit opposite and the coach behind one's chair."""
    opened = house.post("/api/tables", {"game": "vl", "seats": {"soviet": "recruit"}})
    player.game = "vl"
    player.go()
    player.page.evaluate("kept => localStorage.setItem('grognard.school', JSON.stringify(kept))",
                         {"tables": [opened["id"]], "opens": False, **school})  # fmt: skip
    player.page.reload()
    player.sit(opened["id"], "german")
    player.until(lambda: player.asked, "the first question")
    return str(opened["id"])


def coach(player: Player) -> Locator:
    return player.page.get_by_role("region", name="The coach")


def test_the_coach_speaks_up_once_at_what_is_new_and_goes_when_he_is_sent(house: House, player: Player) -> None:
    table = coached(house, player)
    page = player.page
    expect(coach(player)).to_contain_text("what you are asked for is yours to place")
    expect(page.get_by_role("status").filter(has_text="what you are asked for")).to_have_count(1)
    assert violations(page) == []
    coach(player).get_by_role("button", name="Go on").click()
    expect(coach(player)).to_have_count(0)
    assert page.evaluate(KEPT)["said"] == ["vl/set-up"]

    page.reload()
    player.drawn()
    player.until(lambda: player.asked == "deploy", "the same question")
    expect(page.locator("#decision h1")).to_be_visible()
    expect(coach(player)).to_have_count(0)

    # the rest is placed and confirmed, and the first turn brings the next remark
    for _ in range(2):
        player.acts(lambda: page.keyboard.press("Enter"))
    player.until(lambda: player.asked in ("support", "move_units"), "a question of the first turn", 90)
    expect(coach(player)).to_contain_text("Supports:" if player.asked == "support" else "Your first movement")
    coach(player).get_by_role("button", name="Send the coach away").click()
    expect(coach(player)).to_have_count(0)
    assert table not in page.evaluate(KEPT)["tables"]
    page.reload()
    player.drawn()
    expect(page.locator("#decision h1")).to_be_visible()
    expect(coach(player)).to_have_count(0)
    assert not player.errors


def test_on_a_phone_he_speaks_at_the_head_of_the_sheet(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, **PHONE)
    coached(house, player)
    sheet = player.page.locator(".sheet[aria-label]")
    expect(sheet.get_by_role("region", name="The coach")).to_be_visible()
    assert violations(player.page) == []
    sheet.get_by_role("button", name="Go on").tap()
    expect(coach(player)).to_have_count(0)
    expect(sheet.locator("#decision")).to_be_visible()


def test_a_table_without_a_coach_has_none(house: House, player: Player) -> None:
    coached(house, player, tables=[])
    expect(player.page.locator("#decision h1")).to_be_visible()
    expect(coach(player)).to_have_count(0)


def test_enter_stays_the_decisions_while_the_coach_speaks(house: House, player: Player) -> None:
    coached(house, player)
    expect(coach(player)).to_be_visible()
    player.acts(lambda: player.page.keyboard.press("Enter"))
    assert player.given()[-1]["verb"] == "place_rest"
    expect(coach(player)).to_contain_text("what you are asked for")  # not read yet, and still of the set-up
