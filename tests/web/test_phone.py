"""A move by touch on a phone."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Route, expect

import grognard
from grognard.players import bot
from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_vl import in_combat, supported

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


def test_a_move_by_touch(house: House, arriving: Arriving, screens: Path) -> None:
    table = house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"]
    player = arriving(house.url, **PHONE)
    page = player.page
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "move_units", "movement")
    page.screenshot(path=screens / "phone.png")

    # a unit that is alone in its hex and lies where a thumb can reach it
    box = page.locator(".field").bounding_box()
    sheet = page.get_by_role("region", name="Decision and position").bounding_box()
    assert box and sheet

    def free(point: tuple[float, float]) -> bool:
        return 20 < point[0] < box["width"] - 60 and box["y"] + 60 < point[1] < sheet["y"] - 20

    unit = next(
        one for one in player.answers["unit"]
        if len(player.stack(player.where(one))) == 1 and free(player.point(player.where(one)))
    )  # fmt: skip
    player.acts(lambda: page.touchscreen.tap(*player.point(player.where(unit))))
    player.settled()
    hex_ = next(one for one in player.answers["move"] if free(player.point(one)) and not player.stack(one))
    before = player.updates
    page.touchscreen.tap(*player.point(hex_))
    expect(page.locator(".board .tip")).to_contain_text("MP")
    assert player.updates == before, "the first tap only shows the way"
    expect(page.get_by_role("button", name="Chat")).to_be_hidden()  # it could lie on the button in the tip
    page.screenshot(path=screens / "phone-path.png")
    player.acts(lambda: page.locator(".tip [data-confirm]").tap())
    assert player.where(unit) == hex_
    expect(page.get_by_role("button", name="Chat")).to_be_visible()
    assert not player.errors


def test_the_overlay_bar_and_the_plan_leave_each_other_room(house: House, arriving: Arriving, screens: Path) -> None:
    table = house.post("/api/files", {"file": at("move_units"), "seats": {"axis": "recruit"}})["id"]
    player = arriving(house.url, **PHONE)
    page = player.page
    player.sit(table, "soviet")
    page.get_by_role("button", name="Overlays").tap()
    page.locator(".controls").get_by_role("button", name="Plan").tap()
    bar = page.get_by_role("group", name="Overlays").bounding_box()
    banner = page.get_by_role("group", name="Plan").bounding_box()
    page.screenshot(path=screens / "phone-plan.png")
    assert bar and banner and bar["y"] + bar["height"] <= banner["y"]
    assert bar["height"] < 60, "one row"
    assert bar["x"] + bar["width"] <= 390 and banner["x"] + banner["width"] <= 390
    page.get_by_role("group", name="Plan").get_by_role("button", name="Done").tap()
    expect(page.get_by_role("group", name="Plan")).to_be_hidden()
    assert not player.errors


def test_an_attack_by_touch_shows_its_odds_before_and_its_die_after(
    house: House, arriving: Arriving, screens: Path
) -> None:
    table = house.post("/api/files", {"file": at("combat"), "seats": {"axis": "recruit"}})["id"]
    player = arriving(house.url, **PHONE)
    page = player.page
    player.likes(pace="brisk")
    player.sit(table, "soviet")
    sheet = page.get_by_role("region", name="Decision and position").bounding_box()
    assert sheet

    def free(hex_: str) -> bool:
        x, y = player.point(hex_)
        return 30 < x < 320 and 110 < y < sheet["y"] - 30

    target = next(one for one in player.answers["attack"] if free(one))
    line = player.decision.get_by_role("option").first.bounding_box()
    assert line and line["height"] >= 44, "a thumb hits it"
    page.touchscreen.tap(*player.point(target))
    expect(page.locator(".board .tip")).to_contain_text("at best")
    expect(page.locator(".board .tip")).to_contain_text("die 1 to 6")
    player.acts(lambda: page.locator(".board .tip").get_by_role("button", name="Attack", exact=True).tap())
    player.acts(lambda: page.get_by_role("button", name="Add all units").tap())
    expect(page.get_by_role("button", name="Roll the die")).to_be_visible()
    codes = page.locator(".sheet .content tbody td").first.bounding_box()
    tabs = page.get_by_role("tablist").bounding_box()
    assert codes and tabs and codes["y"] + codes["height"] <= tabs["y"], "what the die can do is above the fold"
    page.screenshot(path=screens / "phone-attack.png")
    player.acts(lambda: page.get_by_role("button", name="Roll the die").tap())
    go_on = page.get_by_role("button", name="Go on", exact=True)
    expect(go_on).to_be_visible()
    card = page.get_by_role("region", name="Die or chit").bounding_box()
    page.screenshot(path=screens / "phone-die.png")
    column = page.get_by_role("region", name="Die or chit").locator(".head")
    expect(column).to_have_text(re.compile(r"^\d+.\d+\s*\d+ : \d+ · .*(shift|left)$"))  # 4–1, and what led to it
    assert card and card["height"] < 400, "the map is to be seen above it"
    _, y = player.point(target)
    assert 48 + 90 < y < card["y"] - 60, "and the fight with those around it, between bar and card"
    assert not player.errors


@cache
def victory_at(scenario: str, verb: str) -> tuple[dict[str, Any], str]:
    """A game of Victory up to the first question with such an answer, and to whom."""
    play, rng = grognard.game("victory").new(scenario, seed=3), Random(1)
    recruit = bot("recruit", "victory")
    for _ in range(3000):
        for player in play.deciders:
            if any(one.startswith(verb) for one in play.view(player)["ask"]["answers"]):
                return play.journal().plain(), player
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    raise AssertionError(f"nobody is asked to {verb}")


@pytest.mark.parametrize(
    ("scenario", "verb", "name"), [("quick-start", "fire_", "^Fire"), ("custom-forces", "done", "^Done")]
)
def test_what_is_pressed_next_lies_above_the_fold(
    scenario: str, verb: str, name: str, house: House, arriving: Arriving, screens: Path
) -> None:
    """To fire in a battle, and to end the buying of forces, however long the shop is."""
    file, seat = victory_at(scenario, verb)
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    button = player.page.get_by_role("button", name=re.compile(name)).first
    expect(button).to_be_visible()
    page = player.page
    page.screenshot(path=screens / f"phone-{verb.rstrip('_')}.png")
    above_the_fold(player, button)
    assert not player.errors


def test_reinforcements_lie_in_the_hand_and_production_begins_above_the_fold(
    house: House, arriving: Arriving, screens: Path
) -> None:
    play, rng, recruit = grognard.game("avl").new(seed=3), Random(1), bot("recruit", "avl")
    while not any(play.view(one)["ask"]["prompt"]["key"] == "prompt.place" for one in play.deciders):
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    player = arriving(house.url, **PHONE)
    player.sit(house.post("/api/files", {"file": play.journal().plain(), "seats": {}})["id"], play.deciders[0])
    units = player.page.locator(".hand button")
    player.until(lambda: player.asked == "place", "the reinforcements")
    expect(units.first).to_be_visible()
    above_the_fold(player, units.first)
    player.page.screenshot(path=screens / "phone-reinforcements.png")
    player.acts(units.first.tap)
    file, seat = victory_at("quick-start", "build_at")
    player.game = "victory"
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    build = player.page.get_by_role("button", name="Build here").first
    expect(build).to_be_visible()
    above_the_fold(player, build)
    above_the_fold(player, player.page.get_by_role("button", name="Done"))
    player.page.screenshot(path=screens / "phone-production.png")
    assert not player.errors


def above_the_fold(player: Player, button: Locator) -> None:
    box, tabs = button.bounding_box(), player.page.get_by_role("tablist").last.bounding_box()
    assert box and tabs and box["y"] + box["height"] <= tabs["y"], "no need to scroll"


def test_a_row_of_chits_does_not_push_its_button_below_the_fold(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, **PHONE)
    player.sit(house.open(), "soviet")
    for name in ("Take the historical choice", "Done"):
        button = player.page.get_by_role("button", name=name)
        expect(button).to_be_visible()
        above_the_fold(player, button)
        player.acts(button.tap)
    assert not player.errors


def test_a_chit_that_is_held_shows_whom_it_commands_and_is_not_chosen(house: House, arriving: Arriving) -> None:
    player = arriving(house.url, **PHONE)
    player.sit(house.open(), "soviet")
    page, chit = player.page, player.page.get_by_role("button", name="1GdA").first
    box = chit.bounding_box()
    assert box
    line = page.context.new_cdp_session(page)
    finger = [{"x": box["x"] + 20, "y": box["y"] + 20, "id": 1}]
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    expect(page.locator(".called.held")).to_contain_text("Guards")
    page.wait_for_timeout(450)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()
    expect(page.locator(".called.held")).to_be_visible()  # it can be read without the finger, too
    assert player.given() == []
    player.acts(chit.tap)
    assert "1GdA" in player.answers["return_chit"]
    assert not player.errors


def test_the_card_of_a_die_takes_the_place_of_the_sheet(house: House, arriving: Arriving) -> None:
    """A short card would leave half of the question to be read above it."""
    file, seat = victory_at("quick-start", "fire_")
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    player.likes(pace="brisk")
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    page = player.page
    player.acts(lambda: page.get_by_role("button", name=re.compile("^Fire")).first.tap())
    expect(page.get_by_role("button", name="Go on", exact=True)).to_be_visible()
    card = page.get_by_role("region", name="Die or chit")
    sheet = page.get_by_role("region", name="Decision and position")
    player.until(lambda: not page.locator("[data-veil]").count(), "the shot to have been played")
    page.wait_for_timeout(300)  # the sheet comes back
    above, below = card.bounding_box(), sheet.bounding_box()
    assert above and below and above["y"] <= below["y"] + 1
    assert not player.errors


def test_a_tap_lets_go_of_what_is_not_allowed(house: House, arriving: Arriving) -> None:
    """Why not, told beside the hex where there is room, else below or above it, and gone at a tap on it."""
    table = house.post("/api/files", {"file": at("move_unit"), "seats": {"axis": "recruit"}})["id"]
    player = arriving(house.url, **PHONE)
    player.sit(table, "soviet")
    page = player.page
    enemy = next(
        one["where"] for one in player.view["pieces"].values()
        if one["side"] == "axis" and one["on_map"] and 120 < player.point(one["where"])[0] < 270
        and 120 < player.point(one["where"])[1] < 400
    )  # fmt: skip
    x, y = player.point(enemy)
    page.touchscreen.tap(x, y)
    why = page.locator(".board .why")
    expect(why).to_be_visible()
    box = why.bounding_box()
    assert box and not (box["x"] < x < box["x"] + box["width"] and box["y"] < y < box["y"] + box["height"])
    why.locator("span").first.tap(position={"x": 6, "y": 6})
    expect(why).to_have_count(0)
    assert not player.given() and not player.errors


def test_a_question_about_hexes_is_not_put_at_a_map_too_small_to_touch(house: House, arriving: Arriving) -> None:
    """Before there is anything on the map all of it is shown; the zone of deployment is shown from near."""
    player = arriving(house.url, **PHONE)
    player.game = "lb"
    table = house.open(game="lb", scenario="1-russian-tank-offensive", seats={"german": "recruit", "russian": "you"})
    player.sit(table, "russian")
    assert player._stage()[2] < 12
    player.acts(player.page.locator("#decision button", has_text="Objective A").first.tap)
    player.until(lambda: player.asked == "deploy", "the deployment")
    player.page.wait_for_timeout(400)
    player.settled()
    assert player._stage()[2] > 30
    assert any(player.sees(hex_) for hex_ in player.answers["fort_at"])
    player.page.get_by_role("button", name="Show the whole map").tap()  # whoever asks for all of it keeps it
    player.settled()
    player.acts(player.page.get_by_role("button", name="Deploy the rest for me").tap)
    player.page.wait_for_timeout(400)
    assert player._stage()[2] < 12
    assert not player.errors


def test_what_may_support_a_combat_is_told_and_listed(house: House, arriving: Arriving) -> None:
    """Sentence and list give way to the odds only while units join the attack: nothing else names the supports."""
    player = arriving(house.url, **PHONE)
    player.game = "vl"
    play = in_combat()
    play.answer("soviet", "attack", supported()[0])
    play.answer("soviet", "add_all")
    file = play.journal().plain()
    player.sit(house.post("/api/files", {"file": file, "seats": {"german": "recruit"}})["id"], "soviet")
    sentence = player.decision.locator(".sentence")
    expect(sentence).to_be_hidden()
    player.acts(player.page.get_by_role("button", name=re.compile("^Commit")).tap)
    expect(sentence).to_contain_text("artillery")
    option = player.decision.get_by_role("option", name=re.compile("^Artillery")).first
    expect(option).to_be_visible()
    above_the_fold(player, option)
    given = player.given()
    option.tap()
    button = player.decision.get_by_role("button", name=re.compile("^Artillery"))
    expect(button).to_be_visible()
    above_the_fold(player, button)
    assert player.given() == given, "the first tap only marks it"
    player.acts(button.tap)
    assert not player.errors


def test_who_acts_in_a_battle_is_told_above_what_he_can_do(house: House, arriving: Arriving) -> None:
    file, seat = victory_at("quick-start", "fire_")
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    fire = player.page.get_by_role("button", name=re.compile("^Fire")).first
    who = player.page.locator(".first .who")
    expect(who).to_contain_text("acts")
    above_the_fold(player, fire)
    told, pressed = who.bounding_box(), fire.bounding_box()
    assert told and pressed and told["y"] + told["height"] <= pressed["y"]
    assert not player.errors


def test_nothing_is_pressed_while_a_film_is_on_its_way(house: House, arriving: Arriving) -> None:
    file, seat = victory_at("quick-start", "fire_")
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    player.likes(pace="brisk")
    held: list[Route] = []
    player.page.route("**/film?*", lambda route: held.append(route))
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    content = player.page.locator("section.sheet > .content")
    player.acts(lambda: player.page.get_by_role("button", name=re.compile("^Fire")).first.tap())
    player.until(lambda: held, "the film to be asked for")
    expect(content).to_have_attribute("inert", "")
    held[0].continue_()
    expect(player.page.get_by_role("region", name="Die or chit")).to_be_visible()
    expect(content).not_to_have_attribute("inert", "")
    assert not player.errors
