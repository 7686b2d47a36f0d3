"""axe-core finds nothing serious on the main screens, by day and by night."""

from __future__ import annotations

from importlib.resources import files
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Arriving
from tests.web.games import at, finished
from tests.web.house import House


def violations(page: Page) -> list[str]:
    """What is serious or critical. The stage's thousands of shapes are hidden from readers: a list mirrors them."""
    page.evaluate((files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run({ exclude: ['.stage'] }, { resultTypes: ['violations'] })")
    return [
        f"{one['id']} ({one['impact']}): {node['html'][:120]} {node['failureSummary'].splitlines()[-1].strip()[:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:3]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_serious_violations(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    page = player.page
    found: dict[str, list[str]] = {}

    def look(name: str) -> None:
        left = violations(page)
        if left:
            found[name] = left

    player.go()
    player.card().wait_for()
    look("lobby")
    player.choose()
    look("new game")
    for question in ("choose_pool", "declare", "move_unit"):
        table = house.post("/api/files", {"file": at(question), "seats": {"axis": "recruit"}})["id"]
        player.view = {}
        player.sit(table, "soviet")
        player.until(lambda: bool(player.asked), question)
        look(question)
    page.get_by_role("button", name="Overlays").click()
    page.get_by_role("button", name="Menu").click()
    look("menu")
    page.get_by_role("button", name="Rules").click()
    page.locator("dialog article").first.wait_for()
    look("rules")
    over = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.sit(over, "soviet")
    look("over")
    player.go(f"#/replay/{over}/soviet")
    page.locator(".faces").first.wait_for()
    look("replay")
    assert not found


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_in_the_settings_nor_where_something_is_asked_twice(
    house: House, arriving: Arriving, scheme: str
) -> None:
    player = arriving(house.url, color_scheme=scheme)
    player.likes(confirm=True)
    page = player.page
    player.go("#/settings")
    page.get_by_role("heading", name="Settings").wait_for()
    assert not violations(page)
    table = house.post("/api/files", {"file": at("combat"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.decision.get_by_role("button", name="End combat").click()
    player.decision.get_by_role("button", name="End combat all the same").wait_for()
    assert not violations(page)
