"""Outcomes from here: asked in a replay of a finished game, stopped, and one of the games opened."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import finished
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations


def test_a_position_is_played_on_until_it_is_stopped(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.go(f"#/replay/{table}/soviet")
    slider = page.get_by_role("slider", name="Position in the game")
    expect(page.get_by_role("heading", name="Dice luck")).to_be_visible()
    length = int(slider.get_attribute("max") or 0)
    page.get_by_role("button", name="Outcomes", exact=True).click()
    panel = page.get_by_role("region", name="Outcomes from here")
    expect(panel).to_contain_text("The game is over here")
    panel.get_by_role("button", name="To the beginning of the last turn").click()
    expect(panel).to_contain_text(re.compile(r"about \d+ (s|min|h) here"), timeout=120_000)
    slider.fill(str(length // 2))
    panel.get_by_role("button", name="Play 500 games").click()
    panel.get_by_role("button", name="Stop").click()
    expect(panel).to_contain_text("Stopped.")
    slider.fill(str(length - 4))
    panel.get_by_role("button", name="Play 500 games").click()
    expect(panel).to_contain_text("500 of 500 games", timeout=240_000)
    expect(panel.locator(".share")).to_contain_text(re.compile(r"\d+ %.* wins"))
    expect(panel.get_by_role("img", name="How it ends")).to_be_visible()
    along = page.get_by_role("group", name="Chances of Soviet along the game")
    expect(along.get_by_role("button", name=f"Step {length - 4}: ")).to_have_attribute("aria-current", "step")
    named = along.get_by_role("button", name=re.compile(r".+: taken by (Axis|Soviet)"))
    assert named.count() > 1, "what changed hands is named along the game"
    panel.get_by_text("All as a run").click()
    expect(panel).to_contain_text(re.compile(r"grognard sim --from game\.json --at \d+ --as soviet --games 500 "))
    with page.expect_download() as saved:
        panel.get_by_role("link", name="game.json").click()
    assert saved.value.suggested_filename == "game.json"
    page.screenshot(path=screens / "outcomes.png")
    assert violations(page) == []
    panel.get_by_role("radio", name="As it was").check(force=True)
    expect(panel.get_by_role("button", name="Play 500 games")).to_be_visible()
    panel.get_by_role("radio", name="As Soviet knew it").check(force=True)
    page.route("**/outcomes/open*", lambda route: route.fulfill(status=503, json={"detail": "it takes too long"}))
    panel.get_by_role("button", name="a typical game").click()
    expect(panel.get_by_role("alert")).to_contain_text("it takes too long")
    page.unroute("**/outcomes/open*")
    panel.get_by_role("button", name="a typical game").click()
    page.wait_for_url(lambda url: "/replay/" in url and table not in url)
    expect(page.get_by_text(re.compile(r"Step 0 of \d+"))).to_be_visible()


def test_there_is_nothing_of_the_kind_while_a_game_runs(player: Player, house: House) -> None:
    table = house.open(seats={"axis": "recruit"})
    player.go(f"#/replay/{table}/soviet")
    expect(player.page.get_by_text(re.compile(r"Step \d+ of \d+"))).to_be_visible()
    assert player.page.get_by_role("button", name="Outcomes", exact=True).count() == 0


def test_the_table_of_a_finished_game_leads_to_its_outcomes(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {"soviet": "you", "axis": "you"}})["id"]
    for name, size in {"": (1440, 900), "-phone": (390, 844)}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        player.sit(table, "soviet")
        asks = player.decision.get_by_role("link", name="Outcomes from here")
        expect(asks).to_be_visible()
        page.screenshot(path=screens / f"over-outcomes{name}.png")
        asks.focus()
        page.keyboard.press("Enter")
        panel = page.get_by_role("region", name="Outcomes from here")
        expect(panel.get_by_role("button", name="Play 500 games")).to_be_in_viewport()
        expect(panel.get_by_role("heading", name="Outcomes from here")).to_be_focused()
        expect(panel).to_contain_text("on both sides")
        page.screenshot(path=screens / f"outcomes-arrived{name}.png")


def test_without_a_bot_the_button_says_why(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {"soviet": "you", "axis": "you"}})["id"]
    without = {"outcomes": False, "no_bot": True}
    page.route("**/outcomes/offered*", lambda route: route.fulfill(json=without))
    page.route(
        "**/replay?seat=soviet", lambda route: route.fulfill(json={"length": 9, "turns": [], "combats": []} | without)
    )
    player.sit(table, "soviet")
    expect(player.decision.get_by_role("button", name="Outcomes from here")).to_be_disabled()
    expect(player.decision).to_contain_text("No bot plays this game")
    player.go(f"#/replay/{table}/soviet")
    expect(page.get_by_role("button", name="Outcomes", exact=True)).to_be_disabled()
    expect(page.get_by_text("No bot plays this game")).to_be_visible()
