"""Blocks in hand: one taken up instead of another, carried to the map, and the cities that still lack some."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_phone import PHONE


def deploying(player: Player, house: House) -> None:
    player.game = "victory"
    seats = {"red": "you", "blue": "random"}
    player.sit(house.open(game="victory", scenario="quick-start", seats=seats), "red")
    player.give("muster")
    player.until(lambda: player.asked == "deploy", "the deployment")
    player.settled()


def units(player: Player) -> list[str]:
    """One for every picture in the hand, those that can go anywhere first."""
    pieces = player.view["pieces"]
    held = [one for one in player.answers["deploy"] if not pieces[one]["on_map"]]
    return sorted(held, key=lambda one: (pieces[one]["class"] != "ground", one))


def focused(player: Player) -> str:
    return str((player.view.get("ask") or {"focus": {}})["focus"].get("unit", ""))


def centre(player: Player, unit: str) -> tuple[float, float]:
    box = player.page.locator(f'.hand [data-unit="{unit}"]').bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_another_block_of_the_hand_is_taken_up_instead(player: Player, house: House, screens: Path) -> None:
    page = player.page
    deploying(player, house)
    first, second = units(player)[:2]
    hand = page.locator(".hand")
    player.acts(hand.locator(f'[data-unit="{first}"]').click)
    assert focused(player) == first
    expect(hand.locator(f'[data-unit="{first}"]')).to_have_attribute("aria-pressed", "true")
    page.screenshot(path=screens / "hand-taken.png")
    player.acts(hand.locator(f'[data-unit="{second}"]').click)
    assert focused(player) == second
    expect(hand.locator('[aria-pressed="true"]')).to_have_count(1)
    assert not player.errors


def test_a_block_is_carried_from_the_hand_to_its_city(player: Player, house: House, screens: Path) -> None:
    page = player.page
    deploying(player, house)
    lacking = player.view["ask"]["focus"]["needs"]
    tags = page.locator(".stage [data-needs]")
    expect(tags).to_have_count(len(lacking))
    unit, other = units(player)[:2]
    # another one is in hand meanwhile
    player.acts(page.locator(f'.hand [data-unit="{other}"]').click)
    city = next(hex_ for hex_ in lacking if player.sees(hex_))
    page.mouse.move(*centre(player, unit))
    page.mouse.down()
    page.mouse.move(*player.point(city), steps=8)
    page.screenshot(path=screens / "hand-carried.png")
    page.mouse.up()
    player.until(lambda: player.where(unit) == city, "the block in its city")
    expect(page.locator(f'.stage [data-needs="{city}"]')).to_have_attribute("data-count", str(lacking[city] - 1))
    expect(page.locator(f'.needs [data-hex="{city}"]')).to_have_attribute(
        "aria-label", re.compile(f"lacks {lacking[city] - 1}$")
    )
    # where it may not go, it stays in hand and is told why
    sea = next(hex_ for hex_ in ("0603", "0703", "0803") if player.sees(hex_))
    page.mouse.move(*centre(player, units(player)[0]))
    page.mouse.down()
    page.mouse.move(*player.point(sea), steps=8)
    page.mouse.up()
    expect(page.locator(".board .why")).to_be_visible()
    player.give("cancel")
    player.give("deploy_rest")
    expect(tags).to_have_count(0)
    assert not player.errors


def test_on_a_phone_the_hand_is_in_sight_and_a_finger_carries_a_block(
    house: House, arriving: Arriving, screens: Path
) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    deploying(player, house)
    page.screenshot(path=screens / "phone-hand.png")
    unit = units(player)[0]
    page.locator(f'.hand [data-unit="{unit}"]').scroll_into_view_if_needed()
    x, y = centre(player, unit)
    tabs = page.get_by_role("tablist").bounding_box()
    assert tabs and y < tabs["y"] - 20, "above the fold"
    city = next(hex_ for hex_ in player.view["ask"]["focus"]["needs"] if player.sees(hex_))
    to = player.point(city)
    finger = page.context.new_cdp_session(page)

    def touch(kind: str, *at: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": a, "y": b} for a, b in at]})

    touch("touchStart", (x, y))
    for n in range(1, 9):
        touch("touchMove", (x + (to[0] - x) * n / 8, y + (to[1] - y) * n / 8))
        page.wait_for_timeout(20)
    page.screenshot(path=screens / "phone-hand-carried.png")
    touch("touchEnd")
    player.until(lambda: player.where(unit) == city, "the block in its city")
    assert not player.errors
