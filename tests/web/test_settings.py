"""How a reader likes his table: what he sets holds at once, at every table, and is kept in his browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations

# How large the first counter of the map is drawn, in pixels.
COUNTER = "document.querySelector('.stage [data-unit] > g > rect:nth-of-type(3)').getBoundingClientRect().width"


def opened(house: House) -> str:
    return str(house.post("/api/files", {"file": at("move_unit"), "seats": {"axis": "recruit"}})["id"])


def choose(player: Player, group: str, name: str) -> None:
    player.page.get_by_role("group", name=group).get_by_role("button", name=name, exact=True).click()


def test_marks_sizes_rail_and_overlays_hold_at_the_table(player: Player, house: House) -> None:
    page = player.page
    table = opened(house)
    player.sit(table, "soviet")
    usual = page.evaluate(COUNTER)
    expect(page.locator(".stage [data-mark]")).to_have_count(0)
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").click()
    choose(player, "Sides", "With marks")
    choose(player, "Counter size", "Large")
    choose(player, "Rail", "Left")
    choose(player, "Shown when a table opens", "ZOC")
    page.keyboard.press("Escape")  # back to the table
    player.drawn()
    expect(page.locator('.stage [data-mark="dashed"]').first).to_be_attached()  # the Soviet side
    expect(page.locator('.stage [data-mark="plain"]').first).to_be_attached()
    assert page.evaluate(COUNTER) > usual * 1.05
    rail = page.get_by_role("complementary", name="Decision and position").bounding_box()
    assert rail is not None and rail["x"] == 0
    expect(page.locator(".stage .hatching").first).to_be_attached()
    page.reload()
    player.drawn()
    expect(page.locator(".stage [data-mark]").first).to_be_attached()  # kept in this browser
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Reset everything").click()
    page.get_by_role("link", name="Back to the table").click()
    player.drawn()
    expect(page.locator(".stage [data-mark]")).to_have_count(0)
    assert not player.errors


def test_overlays_are_there_again_after_a_visit_to_the_replay(player: Player, house: House) -> None:
    page = player.page
    table = opened(house)
    player.sit(table, "soviet")
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("group", name="Overlays").get_by_role("button", name="ZOC").click()
    expect(page.locator(".stage .hatching").first).to_be_attached()
    player.go(f"#/replay/{table}/soviet")
    page.get_by_role("slider").wait_for()
    page.get_by_role("link", name="To the table").click()
    player.drawn()
    expect(page.locator(".stage .hatching").first).to_be_attached()


def test_switches_are_kept_and_keys_are_found(player: Player, house: House) -> None:
    page = player.page
    player.go()
    page.get_by_role("link", name="Settings").click()
    sound = page.get_by_role("switch", name="Quiet sounds")
    expect(sound).to_have_attribute("aria-checked", "false")
    sound.focus()
    page.keyboard.press("Space")
    page.get_by_text("Ask twice before what cannot be taken back").click()  # the words are the switch, too
    expect(page.get_by_role("switch", name="Ask twice")).to_have_attribute("aria-checked", "true")
    choose(player, "Pace", "Slow")
    choose(player, "Theme", "Night")
    page.reload()
    expect(sound).to_have_attribute("aria-checked", "true")
    expect(page.get_by_role("button", name="Slow")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    choose(player, "Theme", "As the system")
    expect(page.locator("html")).to_have_attribute("data-theme", "paper")
    keys = page.get_by_role("complementary", name="Keys")
    keys.get_by_role("searchbox").fill("measure")
    expect(keys.locator("dd")).to_have_count(1)
    expect(keys.locator("kbd")).to_have_text(["M"])
    keys.get_by_role("searchbox").fill("sausages")
    expect(keys.get_by_role("status")).to_be_visible()
    keys.get_by_role("searchbox").press("Escape")
    expect(keys.get_by_role("status")).to_have_count(0)
    assert keys.get_by_role("searchbox").input_value() == "", "one step back: the list is whole again"
    page.get_by_role("link", name="Back to the lobby Esc").click()
    player.card().wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_violations_with_marks(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    player.go("#/settings")
    choose(player, "Sides", "With marks")
    assert not violations(player.page)


def test_a_phone_has_the_whole_page_in_one_column(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player.go("#/settings")
    player.page.get_by_role("switch", name="Play fast").tap()
    expect(player.page.get_by_role("switch", name="Play fast")).to_have_attribute("aria-checked", "true")
    assert player.page.evaluate("document.documentElement.scrollWidth") <= 390
