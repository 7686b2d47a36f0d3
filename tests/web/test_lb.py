"""Lost Battles by mouse at one screen: deployment by hand, then a player turn with its four Combat Segments."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import expect

import grognard
from grognard.players import bot
from tests.web.conftest import Arriving
from tests.web.house import SEED, House
from tests.web.player import Player

TARGET = "0709"
"""A hex of the Russian front line that German assault guns reach in their first move."""
BESIDE = "0708"
KROPOTKIN = "0508"
"""A town on the road by which the Russians enter in a meeting engagement: there they may stack."""


def resolve(player: Player) -> set[str]:
    """Segment after segment, both sides by mouse, until units move again."""
    seen: set[str] = set()
    for _ in range(60):
        player.until(lambda: player.asked, "a question")
        if player.asked == "second_movement":
            return seen
        seen.add(player.asked)
        answers = player.answers
        verb = "done" if "done" in answers else next(iter(answers))
        player.give(verb, answers[verb][0])
    raise AssertionError(f"the Combat Phase does not end: {seen}")


def test_deployment_and_a_turn(player: Player, screens: Path) -> None:
    page = player.page
    player.game = "lb"
    player.go()
    player.choose("Lost Battles")
    page.get_by_role("radiogroup", name="Scenario").get_by_text("Russian Defensive Position").click()
    for side in ("German", "Russian"):
        page.get_by_role("radiogroup", name=side).get_by_text("You").click()
    page.screenshot(path=screens / "lb-new-game.png")
    page.get_by_role("button", name="Start at one screen").click()
    player.drawn()
    player.until(lambda: player.asked == "choose", "the secret choice")
    page.screenshot(path=screens / "lb-choice.png")
    player.acts(player.decision.locator(".chits button").first.click)

    _deploys(player, screens)
    _moves(player, screens)
    _announces(player, screens)
    resolve(player)
    assert {"combat_ranged_artillery", "combat_initial_armored", "combat_final_ground"} <= set(player.log), player.log
    expect(page.get_by_role("log")).to_contain_text("armored combat at", ignore_case=True)
    page.screenshot(path=screens / "lb-fought.png")

    unit = next(one for one in player.answers["unit"] if len(player.stack(player.where(one))) == 1)
    player.give("unit", unit)
    goal = next(one for one in player.answers["move"] if not player.stack(one))
    player.give("move", goal)
    assert player.where(unit) == goal
    player.give("end_movement")
    player.until(lambda: player.asked == "first_movement" and player.view["viewer"] == "russian", "the Russian turn")
    assert not player.errors


def _deploys(player: Player, screens: Path) -> None:
    """A rifle regiment placed, picked up and placed again, guns beside it, the rest by the game; then the Germans."""
    page = player.page
    player.until(lambda: player.asked == "deploy" and player.view["viewer"] == "russian", "the Russian deployment")
    page.screenshot(path=screens / "lb-deploy.png")
    rifles, guns = "su-rifle-rgt#1", "su-at-bn#1"
    player.give("place", rifles)
    page.screenshot(path=screens / "lb-place.png")
    player.give("place_at", "0511")
    assert player.where(rifles) == "0511"
    player.give("cancel")
    player.give("pick_up", rifles)
    assert not player.view["pieces"][rifles]["on_map"]
    player.give("place_at", TARGET)
    player.give("place", guns)
    player.give("place_at", TARGET)
    player.give("cancel")
    assert set(player.stack(TARGET)) == {rifles, guns}
    for side in ("russian", "german"):
        player.until(lambda side=side: player.asked == "deploy" and player.view["viewer"] == side, side)  # type: ignore[misc]
        player.give("deploy_rest")
        page.screenshot(path=screens / f"lb-deployed-{side}.png")
        player.give("done")


def _moves(player: Player, screens: Path) -> None:
    """Assault guns and infantry go up to the Russian line."""
    page = player.page
    player.until(lambda: player.asked == "first_movement", "the First Movement Phase")
    for unit in ("ge-stug-bn#1", "ge-mot-inf-bn#4"):
        player.give("unit", unit)
        expect(player.decision).to_contain_text("MP")
        page.screenshot(path=screens / "lb-move.png")
        player.give("move" if BESIDE in player.answers["move"] else "rush", BESIDE)
        assert player.where(unit) == BESIDE
        if player.asked == "move_unit":
            player.give("stop")
    player.give("end_movement")


def _announces(player: Player, screens: Path) -> None:
    """A ground attack with armor, and artillery fire on another hex."""
    page = player.page
    player.until(lambda: player.asked.startswith("announce"), "the announcement")
    player.give("attack", TARGET)
    player.give("add_all" if "add_all" in player.answers else "add", player.answers.get("add_all", [None])[0])
    first = page.get_by_role("group", name="First: initial armored combat")
    expect(first).to_contain_text("AT1")
    page.screenshot(path=screens / "lb-attack.png")
    player.give("announce")
    hex_ = next(one for one in player.answers["fire"] if one not in player.answers["attack"])
    player.give("fire", hex_)
    player.give("add", player.answers["add"][0])
    if player.asked == "supply_from":
        player.give("supply_from", player.answers["supply_from"][0])
    page.screenshot(path=screens / "lb-fire.png")
    player.give("announce")
    announced = page.get_by_role("region", name="Announced attacks")
    expect(announced.get_by_role("listitem")).to_have_text(
        [re.compile(f"I .*{hex_}"), re.compile(f"II·III .*{TARGET}")]
    )
    announced.get_by_role("button", name="StuG1").hover()
    expect(page.locator(".board path.named")).to_have_count(1)
    page.screenshot(path=screens / "lb-announced.png")
    player.give("end_announcing")


@cache
def with_aircraft() -> dict[str, Any]:
    """Recruits, up to the first announcement that has air points."""
    play = grognard.game("lb").new("4-german-mobile-defense", seed=SEED)
    recruit, rng = bot("recruit"), Random(1)
    while True:
        player = play.deciders[0]
        number = play.roster.number(player)
        if "strike" in play.view(player)["ask"]["answers"]:
            return play.journal().plain()
        imagined = play.game.imagine(play.state, number, rng)
        play.answer(player, *play.names_of_answer(recruit.choose(imagined, number, rng)))


def test_an_air_strike(player: Player, house: House, screens: Path) -> None:
    page = player.page
    player.game = "lb"
    table = house.post("/api/files", {"file": with_aircraft(), "seats": {}})["id"]
    player.sit(table, "german")
    player.until(lambda: "strike" in player.answers, "the announcement")
    alone = [one for one in player.answers["strike"] if len(player.stack(player.where(one))) == 1]
    player.give("strike", alone[0])
    slider = player.decision.get_by_role("slider", name="Points")
    slider.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "2")
    expect(player.decision).to_contain_text("What the die can do")
    page.screenshot(path=screens / "lb-strike.png")
    player.give("points", player.answers["points"][-1])
    player.give("end_announcing")
    resolve(player)
    assert "combat_air_strike" in player.log
    expect(page.get_by_role("log")).to_contain_text("air strike on", ignore_case=True)
    assert not player.errors


def test_those_who_enter_along_with_a_unit_go_on_with_it(player: Player, house: House, screens: Path) -> None:
    """On the road only one at a time is at the edge: the others wait until the first has gone on, and come after it."""
    page = player.page
    player.game = "lb"
    player.sit(house.open(game="lb", scenario="3-meeting-engagement"), "russian")
    player.until(lambda: player.asked == "first_movement", "the first movement")
    first, *others = player.answers["unit"][:3]
    label = {unit: player.view["pieces"][unit]["label"] for unit in (first, *others)}
    assert not any(player.view["pieces"][unit]["on_map"] for unit in label)
    player.by_list("unit", first)
    expect(page.get_by_role("complementary", name="Decision and position")).to_contain_text("may enter now")
    player.decision.get_by_role("button", name="Take others along").click()
    for unit in others:
        player.page.get_by_role("button", name=re.compile(f"^Take up {label[unit]},")).click()
    expect(player.decision.locator(".party")).to_contain_text("Going along: 2")
    player.give("enter", player.answers["enter"][0])
    player.until(lambda: player.asked == "move_unit", "the rest of its move")
    expect(player.decision.locator(".party")).to_contain_text("Going along: 2")
    player.give("move", KROPOTKIN)
    player.until(lambda: all(player.where(unit) == KROPOTKIN for unit in label), "all three to be there")
    page.screenshot(path=screens / "lb-entered.png")
    assert not player.errors


def test_who_cannot_go_along_says_why(player: Player, house: House) -> None:
    """A brigade that has stopped on the road bars it to the next."""
    player.game = "lb"
    player.sit(house.open(game="lb", scenario="3-meeting-engagement"), "russian")
    player.until(lambda: player.asked == "first_movement", "the first movement")
    first, other = player.answers["unit"][:2]
    player.by_list("unit", first)
    player.decision.get_by_role("button", name="Take others along").click()
    label = player.view["pieces"][other]["label"]
    player.page.get_by_role("button", name=re.compile(f"^Take up {label},")).click()
    player.give("enter", player.answers["enter"][0])
    player.until(lambda: player.asked == "move_unit", "the rest of its move")
    player.give("move", "0309")
    expect(player.page.get_by_text(re.compile(f"{label} finds no hex"))).to_be_visible()
    assert not player.view["pieces"][other]["on_map"] and not player.errors


def test_who_waits_off_the_map_is_taken_up_by_one_click_in_the_rail(player: Player, house: House) -> None:
    """There is no place to show first, so it is taken up as by a click on the map, and can be put down again."""
    player.game = "lb"
    player.sit(house.open(game="lb", scenario="3-meeting-engagement"), "russian")
    player.until(lambda: player.asked == "first_movement", "the first movement")
    label = player.view["pieces"][player.answers["unit"][0]]["label"]
    player.page.get_by_role("button", name=re.compile(f"^Take up {label},")).click()
    player.until(lambda: player.asked == "enter", "it to be taken up")
    player.page.keyboard.press("Escape")
    player.until(lambda: player.asked == "first_movement", "it to be put down")
    assert not player.errors


@cache
def two_ways() -> dict[str, Any]:
    """A German unit that may go beside the enemy in two ways: deployed at the full price, or not."""
    for seed in range(1, 40):
        play, rng = grognard.game("lb").new("3-meeting-engagement", seed=seed), Random(1)
        recruit = bot("recruit", "lb")
        while play.deciders != ("german",):
            number = play.state.deciders[0]
            play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
        play.answer("german", "unit", "ge-recon-bn#1")
        enters = play.ask("german")
        assert enters is not None
        play.answer("german", "enter", enters.answers["enter"][0])
        ask = play.ask("german")
        if ask is not None and set(ask.answers.get("move", ())) & set(ask.answers.get("rush", ())):
            return play.journal().plain()
    raise AssertionError("the enemy is never in reach")


def test_a_menu_of_two_ways_tells_what_each_of_them_costs(arriving: Arriving, house: House, screens: Path) -> None:
    player = arriving(house.url, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    player.game = "lb"
    table = house.post("/api/files", {"file": two_ways(), "seats": {"russian": "recruit"}})["id"]
    player.sit(str(table), "german")
    player.until(lambda: "rush" in player.answers, "the unit's move")
    hex_ = min(set(player.answers["move"]) & set(player.answers["rush"]))
    page = player.page
    page.get_by_role("button", name="Show the whole map").tap()
    player.settled()
    page.touchscreen.tap(*player.point(hex_))
    whole, rushed = (page.locator(f'.verbs .line:has([data-verb="{verb}"])') for verb in ("move", "rush"))
    for way in (whole, rushed):
        expect(way).to_contain_text(re.compile(r"[\d½]+ / [\d½]+ MP"))
        expect(way).to_contain_text("ZOC")
    expect(rushed).to_contain_text("must attack")
    expect(whole).not_to_contain_text("must attack")
    page.screenshot(path=screens / "lb-phone-two-ways.png")
    box = page.locator(".verbs").bounding_box()
    assert box and box["x"] >= 0 and box["x"] + box["width"] <= 390
    assert not player.errors
