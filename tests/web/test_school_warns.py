"""A coach who warns before a blunder, called from the table's menu; and how the game may end, beside the map."""

from __future__ import annotations

import json
import re
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import PLAIN, SETTINGS, Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE


@pytest.fixture
def moving(house: House) -> str:
    """A table of Velikiye Luki whose Soviets are about to move: much is lost by whoever ends that at once."""
    table: str = house.open(game="vl", scenario="campaign", seats={"german": "recruit"})
    return table


def offered(player: Player, verb: str) -> bool:
    return verb in (player.view["ask"] or {"answers": {}})["answers"]


def set_up(player: Player) -> None:
    """As the book has it."""
    for verb in ("place_rest", "done"):
        player.until(partial(offered, player, verb), verb)
        player.page.keyboard.press("Enter")
    player.until(lambda: player.asked == "move_units", "the first movement")


def warned(player: Player) -> bool:
    """The coach has thought of the present question."""
    return any(frame.get("warning") for frame in map(json.loads, player.frames) if isinstance(frame, dict))


def test_the_coach_is_called_from_the_menu_and_holds_back_a_blunder_once(player: Player, moving: str) -> None:
    page = player.page
    player.sit(moving, "soviet")
    set_up(player)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Let a coach warn me of blunders").click()
    player.until(lambda: warned(player), "the coach's word")
    end = page.locator("#decision").get_by_role("button", name=re.compile("^End movement"))
    end.click()
    doubt = page.get_by_role("alertdialog")
    expect(doubt).to_contain_text(re.compile("→ \\d{4}"))  # what he would do instead
    expect(doubt).to_contain_text(re.compile(r"[a-z]+\."))  # and why
    assert violations(page) == []
    assert player.asked == "move_units", "nothing is answered yet"
    page.wait_for_timeout(500)  # it is deaf for a moment, so that a double click is one press
    page.locator("#decision").get_by_role("button", name=re.compile("End movement")).first.click()
    player.until(lambda: player.asked != "move_units", "the second press takes it")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Have no coach warn me").click()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Let a coach warn me of blunders")).to_have_attribute(
        "aria-pressed", "false"
    )
    assert not player.errors


def test_without_a_coach_nothing_is_held_back(player: Player, moving: str) -> None:
    player.sit(moving, "soviet")
    set_up(player)
    player.page.locator("#decision").get_by_role("button", name=re.compile("^End movement")).click()
    player.until(lambda: player.asked != "move_units", "it is answered")
    assert not warned(player)


def test_how_the_game_may_end_is_shown_by_its_key_and_told_on_a_card(player: Player, moving: str) -> None:
    page = player.page
    player.sit(moving, "soviet")
    set_up(player)
    bar = page.get_by_role("button", name=re.compile("^Chance of Soviet: [0-9]+ of 100"))
    expect(bar).to_have_count(0)
    page.keyboard.press("e")
    expect(bar).to_be_visible()
    bar.hover()
    card = page.locator(".evaluation [role=status]")
    expect(card).to_contain_text(re.compile("Soviet [0-9]+ : [0-9]+"))
    expect(card).to_contain_text("Expected lead at the end")
    assert violations(page) == []
    page.keyboard.press("e")
    expect(bar).to_have_count(0)
    assert not player.errors


def test_on_a_phone_it_is_a_strip_of_four_pixels_above_the_map(house: House, arriving: Arriving, moving: str) -> None:
    player = arriving(house.url, **PHONE)
    page = player.page
    kept = json.dumps({**json.loads(PLAIN), "bar": True})
    page.add_init_script(f"localStorage.setItem('{SETTINGS}', '{kept}')")
    player.sit(moving, "soviet")
    strip = page.locator(".evaluation.narrow")
    expect(strip).to_be_visible()
    box = strip.bounding_box()
    assert box is not None and box["height"] == 4
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 12)  # a finger needs more than what is seen
    expect(strip.locator("[role=status]")).to_be_visible()
    assert not player.errors
