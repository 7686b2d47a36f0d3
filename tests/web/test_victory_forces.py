"""Victory: forces bought and deployed, and blocks built, each with its panel and the map."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

import grognard
from tests.web.house import SEED, House
from tests.web.player import Player

BOUGHT = {"infantry": 8, "fighter": 2, "cruiser": 1, "marine": 1}
"""Two blocks for each of the six cities."""


def test_forces_are_bought_and_deployed(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.game = "victory"
    seats = {"red": "you", "blue": "random"}
    player.sit(house.open(game="victory", scenario="custom-forces", seats=seats), "red")
    player.give("muster")
    player.until(lambda: player.asked == "build_force", "the forces")
    _buys(player, screens)

    # some by hand: the block in hand, then a city on the map
    player.until(lambda: player.asked == "deploy", "the deployment")
    for kind in ("fighter", "marine", "infantry"):
        unit = next(one for one in player.answers["deploy"] if player.view["pieces"][one]["kind"] == kind)
        player.acts(page.locator(f'aside [data-unit="{unit}"]').click, f"to take up {unit}")
        assert player.asked == "deploy_at"
        city = player.answers["deploy_at"][0]
        player.give("deploy_at", city)
        assert player.where(unit) == city
    page.screenshot(path=screens / "victory-hand.png")
    player.give("deploy_rest")
    player.give("done")
    player.until(lambda: player.view["phase"] == "move", "the first turn")
    mine = [one for one in player.view["pieces"].values() if one["side"] == "red"]
    assert len(mine) == sum(BOUGHT.values()) and all(one["on_map"] for one in mine)
    assert not player.errors


def _buys(player: Player, screens: Path) -> None:
    page = player.page
    desk = page.locator("section").filter(has=page.get_by_role("heading", name="Forces", exact=True))
    expect(desk.get_by_role("img", name="80 points left of 80")).to_be_visible()
    expect(player.decision.get_by_role("button", name="Done")).to_have_count(0)
    for kind, count in BOUGHT.items():
        for _ in range(count):
            player.acts(desk.locator(f'[data-kind="{kind}"] .add').click, f"a {kind} to be bought")
    # a step more, one less, and a block given back for another
    player.acts(desk.get_by_role("button", name="Raise Fighter 1 to 2").click)
    player.acts(desk.get_by_role("button", name="Raise Fighter 1 to 3").click)
    player.acts(desk.get_by_role("button", name="Lower Fighter 1 to 2").click)
    player.acts(desk.get_by_role("button", name="Give Cruiser 1 back").click)
    expect(desk.locator('[data-kind="cruiser"] .owned')).to_have_count(0)
    player.acts(desk.locator('[data-kind="cruiser"] .add').click)
    page.screenshot(path=screens / "victory-forces.png")
    expect(desk.get_by_role("img", name="67 points left of 80")).to_be_visible()
    expect(desk).to_contain_text(re.compile(r"\b12\b.*\b13\b"))  # blocks and steps
    steps = {id_: one["steps"] for id_, one in player.view["pieces"].items() if one["side"] == "red"}
    assert steps["red-fighter-1"] == 2 and sum(steps.values()) == 13
    player.give("done")


@cache
def producing() -> dict[str, Any]:
    """A turn in which nobody moves, up to the Production Phase."""
    play = grognard.game("victory").new("quick-start", seed=SEED)
    while True:
        player = play.deciders[0]
        answers = play.view(player)["ask"]["answers"]
        if "build_at" in answers:
            assert player == "red"
            return play.journal().plain()
        play.answer(player, next(one for one in ("muster", "deploy_rest", "done", "end_move") if one in answers))


def test_a_block_is_built(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.game = "victory"
    player.sit(house.post("/api/files", {"file": producing(), "seats": {"blue": "random"}})["id"], "red")
    player.until(lambda: player.asked == "produce", "the production")
    desk = page.locator("section").filter(has=page.get_by_role("heading", name="Cities", exact=True))
    expect(desk).to_contain_text("10 PP")
    expect(desk.locator(".plus")).to_have_count(0)  # all are at full strength
    page.screenshot(path=screens / "victory-production.png")

    # with the panel
    rich, poor = player.answers["build_at"][1], player.answers["build_at"][0]
    player.acts(desk.locator(f'[data-hex="{rich}"]').get_by_role("button", name="Build here").click)
    new = _builds(player, "armor", rich, screens)
    expect(desk).to_contain_text("9 PP")
    player.acts(desk.locator(f'[data-hex="{rich}"]').get_by_role("button", name="Armor").filter(has_text="+").click)
    assert player.view["pieces"][new]["steps"] == 2
    expect(desk).to_contain_text("8 PP")
    # with a click on the map
    player.give("build_at", poor)
    _builds(player, "infantry", poor, screens)
    expect(desk).to_contain_text("7 PP")
    assert poor not in player.answers["build_at"], "all is spent there"
    # a block in a city gives steps to a new one
    unit = next(one for one in player.answers["divide"] if player.where(one) == rich)
    desk.locator(f'[data-hex="{rich}"] .one .bare').nth(
        [one for one in player.stack(rich) if one in _doable(player)].index(unit)
    ).click()
    player.acts(page.locator(".doings").get_by_role("button", name=player.word("verb.divide")).click)
    page.screenshot(path=screens / "victory-built.png")
    player.give("done")
    player.until(lambda: player.view["turn"] == 2, "the next turn")
    assert not player.errors


def _doable(player: Player) -> set[str]:
    return {one for verb, found in player.answers.items() if player.kind(verb) == "unit" for one in found}


def _builds(player: Player, kind: str, hex_: str, screens: Path) -> str:
    page = player.page
    before = set(player.stack(hex_))
    expect(page.locator(".row[data-kind]")).to_have_count(len(player.answers["build"]))
    page.screenshot(path=screens / "victory-build.png")
    player.acts(page.locator(f'.row[data-kind="{kind}"]').click, f"a {kind} to be built")
    (new,) = set(player.stack(hex_)) - before
    assert player.view["pieces"][new]["kind"] == kind and player.view["pieces"][new]["steps"] == 1
    assert player.asked == "produce"
    return new


def test_a_force_is_suggested_saved_and_loaded_and_grey_says_why(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.game = "victory"
    seats = {"red": "you", "blue": "random"}
    player.sit(house.open(game="victory", scenario="custom-forces", seats=seats), "red")
    player.give("muster")
    player.until(lambda: player.asked == "build_force", "the forces")
    desk = page.locator("section").filter(has=page.get_by_role("heading", name="Forces", exact=True))
    player.acts(desk.get_by_role("button", name="Buy Armor at full strength").click)
    assert [one["steps"] for one in held(player)] == [4]
    player.give("suggest_balanced")
    assert player.view["ask"]["focus"]["points"] == 0
    # all that is left is to give blocks back, and the panel shows them: no list of pictures pushes it down
    expect(player.decision.locator("details.targets")).not_to_have_attribute("open", re.compile(".*"))
    page.screenshot(path=screens / "victory-suggested.png")
    army = sorted((one["kind"], one["steps"]) for one in held(player))

    desk.locator('[data-kind="fighter"] .add').dispatch_event("click")  # grey, and it answers
    expect(desk.locator('[data-kind="fighter"] .grey')).to_contain_text("no points are left")

    desk.get_by_text("Your lists").click()
    desk.get_by_label("Name of the list").fill("First army")
    desk.get_by_role("button", name="Save this force").click()
    player.acts(lambda: page.keyboard.press("u"))
    player.until(lambda: len(held(player)) == 1, "the suggestion taken back at one stroke")
    desk.get_by_role("button", name="Load First army").click()
    player.until(lambda: sorted((one["kind"], one["steps"]) for one in held(player)) == army, "the list bought again")
    page.screenshot(path=screens / "victory-lists.png")
    assert not player.errors


def held(player: Player) -> list[dict[str, Any]]:
    return [one for one in player.view["pieces"].values() if one["where"] == "in hand"]
