"""Finished games are searched, and opened by who played them; on the phone too."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.table.serving import Server
from tests.web.conftest import Arriving
from tests.web.test_axe import violations
from tests.web.test_profiles import fits, house, sign_in

__all__ = ["house"]


def test_games_are_searched_and_ones_own_are_opened(house: Server, arriving: Arriving, screens: Path) -> None:
    page = arriving(house.url).page
    sign_in(page, house, "Georgi")
    page.goto(f"{house.url}/#/archive")
    page.reload()
    rows = page.get_by_role("list", name="Games found").get_by_role("listitem")
    expect(rows).to_have_count(20)
    page.get_by_role("button", name="More").click()
    expect(rows).to_have_count(27)
    expect(page.get_by_role("link", name="Replay")).to_have_count(1)
    page.get_by_label("Player", exact=True).fill("Erich")
    page.get_by_role("combobox", name="Game").select_option(label="Velikiye Luki 1942-1943")
    page.get_by_role("button", name="Search").click()
    expect(rows).to_have_count(2)
    assert not violations(page)
    page.screenshot(path=screens / "archive.png")


def test_on_the_phone_in_japanese(house: Server, arriving: Arriving, screens: Path) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "ja-JP"}
    page = arriving(house.url, **phone).page
    page.goto(f"{house.url}/#/archive/Erich")
    expect(page.get_by_role("heading", name="アーカイブ")).to_be_visible()
    expect(page.get_by_role("link", name="リプレイ")).to_have_count(0)
    assert fits(page) and not violations(page)
    page.screenshot(path=screens / "archive-phone-ja.png")
