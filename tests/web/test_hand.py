"""What a click, Enter and two fingers mean."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

import grognard
from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_phone import PHONE


def sit(player: Player, house: House, question: str) -> None:
    table = house.post("/api/files", {"file": at(question), "seats": {"axis": "recruit"}})["id"]
    player.view = {}
    player.sit(table, "soviet")
    player.until(lambda: player.asked == question, question)


def shared(player: Player) -> str:
    """A hex that can be gone to, with a unit in it that can be taken up instead."""
    offered: list[str] = player.answers["move"]
    return next(
        hex_ for hex_ in offered
        if any(unit in player.answers["unit"] for unit in player.stack(hex_)) and player.sees(hex_)
    )  # fmt: skip


def test_a_click_on_a_counter_selects_and_beside_it_moves(player: Player, house: House, screens: Path) -> None:
    page = player.page
    sit(player, house, "move_unit")
    unit = player.view["ask"]["focus"]["unit"]
    hex_ = shared(player)
    page.mouse.move(*player.point(hex_))
    expect(page.locator(".board .tip")).to_contain_text("A click on the counter selects it")
    page.screenshot(path=screens / "both.png")
    page.mouse.click(*player.point(hex_))
    page.wait_for_timeout(150)
    assert not [one for one in player.given() if one["verb"] == "move"], "nothing moves by a click on a counter"
    page.keyboard.press("Escape")  # shuts the stack, or puts down the unit that was taken up in its place
    page.mouse.move(5, 300)
    page.wait_for_timeout(300)
    if player.view["ask"]["focus"].get("unit") != unit:  # one unit alone has been taken up in its place
        player.acts(lambda: page.keyboard.press("u"))
    player.acts(lambda: player.click_hex(hex_))
    assert player.where(unit) == hex_
    player.acts(lambda: page.keyboard.press("u"))

    # so does dragging it there, and Enter on the cursor
    player.settled()
    player.acts(lambda: player.drag(player.where(unit), hex_))
    player.until(lambda: player.where(unit) == hex_, "the drop")
    player.acts(lambda: page.keyboard.press("u"))
    page.keyboard.press("/")
    page.get_by_label("Hex number or place").fill(hex_)
    page.keyboard.press("Enter")
    player.acts(lambda: page.keyboard.press("Enter"))
    assert player.where(unit) == hex_
    assert not player.errors


def test_a_unit_taken_up_can_be_put_down_after_a_reload_too(player: Player, house: House) -> None:
    sit(player, house, "move_unit")
    unit = player.view["ask"]["focus"]["unit"]
    player.page.reload()
    player.drawn()
    put_down = player.decision.get_by_role("button", name="Put it down")
    expect(put_down).to_be_visible()
    expect(player.decision.get_by_role("button", name="Stop here")).to_have_count(0)
    player.acts(put_down.click)
    assert player.asked == "move_units" and unit in player.answers["unit"], "it has not spent its move"
    assert not player.errors


def test_points_spent_stand_in_discs(player: Player, house: House) -> None:
    sit(player, house, "move_unit")
    page = player.page
    start = player.where(player.view["ask"]["focus"]["unit"])

    def far(hex_: str) -> int:
        return abs(int(hex_[:2]) - int(start[:2])) + abs(int(hex_[2:]) - int(start[2:]))

    goal = max((hex_ for hex_ in player.answers["move"] if player.sees(hex_) and not player.stack(hex_)), key=far)
    page.mouse.move(*player.point(goal))
    expect(page.locator(".board .tip")).to_contain_text("MP")
    told = [json.loads(text) for text in player.frames if '"preview"' in text][-1]["preview"]
    assert len(told["costs"]) == len(told["path"]) - 1 > 1
    discs = page.locator(".stage .disc")
    expect(discs).to_have_count(len(told["path"]) - 2)
    assert not player.errors


def test_enter_neither_declines_nor_ends(player: Player, house: House) -> None:
    page = player.page
    still = page.get_by_role("heading", name="Still to act")
    for question, acts in (("special_combat", True), ("combat", True), ("losses", False), ("advance", False)):
        sit(player, house, question)
        expect(still).to_be_visible(visible=acts)
        assert player.view["ask"]["primary"] is None
        page.keyboard.press("Enter")
    page.wait_for_timeout(100)
    assert player.given() == [] and not player.errors


def test_two_fingers_undo(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, **PHONE)
    sit(player, house, "move_unit")
    page = player.page
    unit = player.view["ask"]["focus"]["unit"]
    start = player.where(unit)
    hex_ = next(one for one in player.answers["move"] if player.sees(one) and not player.stack(one))
    page.touchscreen.tap(*player.point(hex_))
    player.acts(lambda: page.locator(".tip [data-confirm]").tap())
    assert player.where(unit) == hex_
    player.settled()
    player.acts(lambda: player.tap_with_two(150, 300))
    assert player.where(unit) == start
    # the zoom buttons lie clear of the sheet
    sheet = page.get_by_role("region", name="Decision and position").bounding_box()
    buttons = page.locator(".controls").bounding_box()
    assert sheet and buttons and buttons["y"] + buttons["height"] <= sheet["y"]
    assert not player.errors


def pretend(page: Page, change: Any) -> list[dict[str, Any]]:
    """Change what the server says before the page hears it; returns what the page sends, which goes nowhere."""
    sent: list[dict[str, Any]] = []

    def on_line(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda text: sent.append(json.loads(text)))
        server.on_message(lambda text: line.send(json.dumps(change(json.loads(text)))))

    page.route_web_socket("**/live?**", on_line)
    return sent


def test_hexsides_can_be_chosen(player: Player, house: House, screens: Path) -> None:
    page = player.page
    sides = ["3810/3910", "3810/3811", "4012/4112"]

    def cross(message: dict[str, Any]) -> dict[str, Any]:
        if message["type"] == "view":
            message["view"]["ask"] |= {"answers": {"cross": sides}, "kinds": {"cross": "hexside"}, "primary": None}
            message["seats"]["soviet"]["online"] = True
            message["seats"]["axis"] |= {"kind": "human", "online": False}
        return message

    sent = pretend(page, cross)
    table = house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    expect(page.locator(".stage [data-hexside]")).to_have_count(3)
    expect(page.locator(".board [role=option]")).to_have_count(3)
    seats = page.get_by_role("list", name="Seats")
    expect(seats.get_by_text("at the table")).to_have_count(1)
    expect(seats.get_by_text("away")).to_have_count(1)
    page.screenshot(path=screens / "hexsides.png")

    (ax, ay), (bx, by) = player.point("3810"), player.point("3811")
    page.mouse.click((ax + bx) / 2, (ay + by) / 2)
    player.until(lambda: [one for one in sent if one["type"] == "answer"], "the answer")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    player.until(lambda: len([one for one in sent if one["type"] == "answer"]) == 2, "the other answer")
    given = [(one["verb"], one["target"]) for one in sent if one["type"] == "answer"]
    assert given == [("cross", sides[1]), ("cross", sides[2])]
    assert not player.errors


# The counters of a hex as they are drawn, lowest first, and the gold brackets around one.
DRAWN = """(units) => [...document.querySelectorAll('.stage [data-unit]')].map((one) => one.dataset.unit)
  .filter((one) => units.includes(one))"""


def lies_on_top(player: Player, unit: str, stack: list[str]) -> bool:
    return bool(player.page.evaluate(DRAWN, stack)[-1:] == [unit])


def test_the_block_that_was_taken_up_lies_on_top_in_the_gold_brackets(
    player: Player, house: House, screens: Path
) -> None:
    """Each of a stack in turn: whoever is in hand lies on the others, and the brackets are around him."""
    page = player.page
    stack = {"red-infantry-1": "0504", "red-infantry-2": "0504", "red-infantry-3": "0504"}
    place = {**stack, "blue-infantry-1": "0909"}
    play = grognard.game("victory").position(place=place, step="move")
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": {"blue": "recruit"}})["id"]
    player.game, player.view = "victory", {}
    player.sit(table, "red")
    player.until(lambda: player.asked == "move_units", "movement")
    for unit in stack:
        player.give("unit", unit)
        assert player.view["ask"]["focus"]["unit"] == unit
        player.until(partial(lies_on_top, player, unit, list(stack)), f"{unit} on top")
        gold = page.locator(".stage path.gold.round").first.bounding_box()
        top = page.locator(f'.stage [data-unit="{unit}"]').last.bounding_box()
        assert gold and top
        assert gold["x"] <= top["x"] and gold["x"] + gold["width"] >= top["x"] + top["width"] * 0.9
        page.screenshot(path=screens / "hand-on-top.png")
        player.acts(lambda: page.keyboard.press("Escape"))
    assert not player.errors
