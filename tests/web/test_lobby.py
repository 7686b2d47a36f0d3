"""The lobby shows every game's map with its counters, where the server tells them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Route, expect

import grognard
from tests.web.house import SEED, House
from tests.web.player import Player


@cache
def setup() -> str:
    return json.dumps({"pieces": grognard.game("avl").new(seed=SEED).view("soviet")["pieces"]})


def test_counters_on_the_cards(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.open(seats={"axis": "recruit"})

    def flagged(name: str) -> Any:
        def add(route: Route) -> None:
            found = route.fetch().json()
            route.fulfill(body=json.dumps([{**one, name: True} for one in found]), content_type="application/json")

        return add

    page.route("**/api/games", flagged("setup"))
    page.route("**/api/tables", flagged("position"))
    for path in ("**/api/games/*/setup", "**/api/tables/*/position*"):
        page.route(path, lambda route: route.fulfill(body=setup(), content_type="application/json"))
    player.go()
    card = page.get_by_role("article").filter(has=page.get_by_role("heading", name="A Victory Lost"))
    player.until(lambda: card.locator(".picture svg > g").count() > 20, "the counters of the set-up")
    mine = page.locator(f'a[href*="{table}"]')
    expect(mine.locator(".picture svg")).to_be_visible()
    page.screenshot(path=screens / "lobby-counters.png")
    assert not player.errors
