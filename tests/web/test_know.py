"""What is known before a click: the tip's consequences, odds on every target, red hexes, chits, and closed ways."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard
from tests.web.games import at
from tests.web.house import House
from tests.web.player import Player

FRONT = {"su-7tk": "6238", "su-1tk": "6037", "su-266": "6039", "ro-7": "6038", "ro-9": "6137"}
"""Soviets around Romanians on the steppe."""


def open_at(player: Player, house: House, game: str, seat: str, question: str, bots: Any, **words: Any) -> None:
    """Sit down at a position that is described in words."""
    play = grognard.game(game).position(**words)
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": bots})["id"]
    player.game, player.view = game, {}
    player.sit(table, seat)
    player.until(lambda: player.asked == question, question)


def test_every_target_shows_its_odds_and_a_step_what_it_changes(player: Player, house: House, screens: Path) -> None:
    page = player.page
    bots = {"axis": "recruit"}
    open_at(player, house, "avl", "soviet", "move_units", bots, step="move", active="soviet", place=FRONT)
    player.by_mouse("unit", "su-7tk")
    plate = page.locator('.stage [data-chance="6038"]')
    expect(plate).to_be_attached()
    expect(plate).not_to_have_attribute("data-changed", "better")
    page.mouse.move(*player.in_reach("6138"))
    tip = page.locator(".board .tip")
    expect(tip.locator('[data-consequence="zoc"]')).to_contain_text("ZOC")
    expect(tip.locator('[data-consequence="zoc"] .chip')).to_have_text("8.2.1a")
    expect(tip.locator('[data-odds="6038"]')).to_contain_text("▸")
    expect(plate).to_have_attribute("data-changed", "better")
    page.screenshot(path=screens / "know-step.png")
    assert not player.errors


def test_plates_hang_on_all_attackable_hexes_and_shrink_with_the_counters(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    place = {**FRONT, "su-7tk": "6138"}
    open_at(player, house, "avl", "soviet", "combat", {"axis": "recruit"}, step="combat", active="soviet", place=place)
    shown = page.locator(".stage [data-chance]")
    assert set(player.answers["attack"]) == set(player.view["ask"]["focus"]["chances"])
    expect(shown).to_have_count(len(player.answers["attack"]))
    expect(shown.first.locator(".cell")).to_have_count(6)
    page.screenshot(path=screens / "know-plates.png")
    page.keyboard.press("f")
    player.settled()
    expect(shown.first).to_have_attribute("data-detail", "dot")
    assert not player.errors


def test_the_attack_panel_begins_with_the_die_and_says_what_more_would_help(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    place = {**FRONT, "su-7tk": "6138"}
    open_at(player, house, "avl", "soviet", "combat", {"axis": "recruit"}, step="combat", active="soviet", place=place)
    player.by_mouse("attack", "6038")
    player.by_mouse("add", "su-266")
    more = player.view["ask"]["focus"]["odds"]["next"]
    told = page.locator("[data-next]")
    expect(told).to_contain_text(f"{more['needs']} more strength")
    die = page.get_by_role("region", name="What the die can do").bounding_box()
    assert die is not None and die["y"] + die["height"] <= 900
    page.screenshot(path=screens / "know-next.png")
    assert not player.errors


ATTACKS: dict[str, dict[str, Any]] = {
    "avl": {"seat": "soviet", "hex": "6038", "asked": "combat", "place": {**FRONT, "su-7tk": "6138"}},
    "vl": {
        "seat": "soviet", "hex": "0909", "asked": "combat", "turn": 3,
        "place": {"mb-18-2m": "1009", "mb-34-2m": "0808", "gfd-9": "0908", "klatt": "0909"},
    },
    "lb": {
        "seat": "russian", "hex": "2416", "asked": "announce",
        "choices": {"objective": "A", "reinforcement_option": "I"},
        "place": {
            "ge-mot-hq#1": "2413", "su-corps-hq#1": "2421", "su-tank-bde#1": "2417", "su-rifle-rgt#1": "2316",
            "ge-stug-bn#1": "2416",
        },
    },
}  # fmt: skip
"""An attack of every game that has odds; that of Lost Battles begins with armor's own combat."""


def test_no_outcome_lies_below_the_fold_while_support_is_chosen(player: Player, house: House, screens: Path) -> None:
    """Two HQs, either with guns and aircraft: they stand in one row for each, and what they do is told once."""
    page = player.page
    words = dict(ATTACKS["vl"])
    seat, hex_ = words.pop("seat"), words.pop("hex")
    words["place"] = {**words["place"], "hq-3c": "1008", "hq-5g": "1010"}
    words.pop("asked")
    play = grognard.game("vl").position(step="combat", active=seat, **words)
    for verb, target in (("attack", hex_), ("add_all", None), ("commit", None)):
        play.answer(seat, verb, target)
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": {"german": "recruit"}})["id"]
    player.game, player.view = "vl", {}
    player.sit(table, seat)
    player.until(lambda: player.asked == "support", "support")
    for language in ("EN", "日本語"):
        page.get_by_role("button", name=language, exact=True).click()
        rows = page.locator(".rail [role=listbox] [role=group]")
        expect(rows).to_have_count(2)
        assert [rows.nth(n).get_by_role("option").count() for n in range(2)] == [2, 2]
        boxes = page.locator(".rail [data-outcome]").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().bottom)"
        )
        page.screenshot(path=screens / f"know-fold-support-{'en' if language == 'EN' else 'ja'}.png")
        assert len(boxes) > 8 and max(boxes) <= 900, (language, boxes)
    page.get_by_role("button", name="EN", exact=True).click()
    listed = page.locator(".rail [role=listbox]")
    high = listed.evaluate("one => one.offsetHeight")
    listed.focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    aimed = page.get_by_role("option", selected=True)
    expect(aimed).to_have_attribute("data-verb", "air")
    expect(aimed.locator("> b")).to_have_text("6/1")
    assert listed.evaluate("one => one.offsetHeight") == high, "what it comes to pushes nothing down"
    # the narrowest rail: every column is within it, and two counters stand side by side
    page.set_viewport_size({"width": 1024, "height": 800})
    expect(page.locator(".rail .columns li")).to_have_count(5)
    assert page.locator(".rail").evaluate("rail => rail.scrollWidth <= rail.clientWidth")
    beside = rows.first.get_by_role("option").evaluate_all("all => all.map((one) => one.offsetTop)")
    assert len(set(beside)) == 1, beside
    page.screenshot(path=screens / "know-fold-support-narrow.png")
    assert not player.errors


@pytest.mark.parametrize("game", ATTACKS)
def test_no_outcome_of_an_attack_that_is_built_lies_below_the_fold(
    player: Player, house: House, screens: Path, game: str
) -> None:
    """In either language: the longest words are Japanese ones."""
    page = player.page
    words = dict(ATTACKS[game])
    seat, hex_, asked = words.pop("seat"), words.pop("hex"), words.pop("asked")
    bots = {"german" if game != "avl" else "axis": "recruit"}
    play = grognard.game(game).position(step="combat", active=seat, **words)
    play.answer(seat, "attack", hex_)
    play.answer(seat, "add_all")
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": bots})["id"]
    player.game, player.view = game, {}
    player.sit(table, seat)
    player.until(lambda: player.view["ask"]["focus"].get("odds"), asked)
    odds = player.view["ask"]["focus"]["odds"]
    assert game != "vl" or len(odds["results"]) > 8, "a fight that may end in many ways"
    assert game != "lb" or odds["initial"]
    for language in ("EN", "日本語"):
        page.get_by_role("button", name=language, exact=True).click()
        outcomes = page.locator(".rail [data-outcome]")
        expect(outcomes.first).to_be_visible()
        boxes = outcomes.evaluate_all("all => all.map((one) => one.getBoundingClientRect().bottom)")
        page.screenshot(path=screens / f"know-fold-{game}-{'en' if language == 'EN' else 'ja'}.png")
        assert max(boxes) <= 900, (language, boxes)
        dice = page.locator(".rail [data-panel=odds] table").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().bottom)"
        )
        assert len(dice) == 1 + (game == "lb") and max(dice) <= 900
    page.get_by_role("button", name="EN", exact=True).click()
    assert not player.errors


def test_entering_that_is_an_attack_is_red(player: Player, house: House, screens: Path) -> None:
    page = player.page
    place = {"red-infantry-1": "0504", "blue-infantry-1": "0503", "blue-infantry-2": "0503"}
    open_at(player, house, "victory", "red", "move_units", {"blue": "recruit"}, place=place, step="move")
    player.by_mouse("unit", "red-infantry-1")
    expect(page.locator('.stage [data-hostile="0503"]')).to_be_attached()
    expect(page.locator(".stage [data-hostile]")).to_have_count(len(player.view["ask"]["focus"]["hostile"]))
    page.mouse.move(*player.in_reach("0503"))
    expect(page.locator('.board .tip [data-consequence="must_attack"]')).to_contain_text("2 enemy blocks")
    page.screenshot(path=screens / "know-red.png")
    assert not player.errors


def test_a_chit_shows_whom_it_commands(player: Player, house: House, screens: Path) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("choose_pool"), "seats": {"axis": "recruit"}})["id"]
    player.view = {}
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "choose_pool", "choose_pool")
    commands = player.view["ask"]["focus"]["commands"]
    chit = next(name for name, one in commands.items() if one["units"])
    button = page.locator("#decision .chits button", has_text=chit).first
    button.hover()
    expect(page.locator(".stage [data-called]")).to_be_attached()
    expect(page.locator("#decision .called")).to_contain_text(commands[chit]["name"]["en"])
    page.screenshot(path=screens / "know-chit.png")
    page.mouse.move(400, 400)
    expect(page.locator(".stage [data-called]")).to_have_count(0)
    button.focus()
    expect(page.locator(".stage [data-called]")).to_be_attached()
    assert not player.errors


def test_an_hq_to_be_moved_shows_its_range_its_units_and_its_full_name(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    place = {"hq-5g": "1411", "gfd-9": "1412", "fd-28": "1410", "s-343": "1008"}
    words: dict[str, Any] = {"step": "move", "active": "soviet", "place": place, "unchecked": True}
    open_at(player, house, "vl", "soviet", "move_units", {"german": "recruit"}, **words)
    page.mouse.move(*player.point("1411"))
    drawn = page.locator('.stage [data-called="hq-5g"]')
    expect(drawn.locator("rect.ring")).to_have_count(2)  # itself and the division of its corps
    expect(drawn.locator("path.range")).to_have_attribute("d", re.compile("M"))
    tip = page.locator(".board .tip .calls")
    expect(tip).to_contain_text("5th Guards Rifle Corps")
    expect(tip).to_contain_text("2 supports left this turn, range 5; serves 1 unit there")
    page.screenshot(path=screens / "know-hq.png")
    page.mouse.move(200, 400)
    expect(drawn).to_have_count(0)
    page.locator("#decision .targets summary").click()
    page.locator('#decision [role=option][data-target="hq-5g"]').first.click()
    expect(drawn).to_be_attached()
    expect(page.locator("#decision .called")).to_contain_text("5th Guards Rifle Corps")
    page.keyboard.press("Escape")
    player.by_mouse("unit", "hq-5g")
    page.mouse.move(*player.in_reach("1409"))
    expect(page.locator(".stage [data-called] path.range")).to_be_attached()  # from where it would stand
    assert not player.errors


def test_an_hq_in_the_rail_s_list_shows_its_range_as_soon_as_it_is_pointed_at(
    player: Player, house: House, screens: Path
) -> None:
    """Which HQ supports an attack is chosen in the list: before the click one sees what it reaches."""
    page = player.page
    place = {**ATTACKS["vl"]["place"], "hq-5g": "0906"}
    play = grognard.game("vl").position(step="combat", active="soviet", turn=3, place=place, unchecked=True)
    for verb, target in (("attack", "0909"), ("add_all", None), ("commit", None)):
        play.answer("soviet", verb, target)
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": {"german": "recruit"}})["id"]
    player.game, player.view = "vl", {}
    player.sit(table, "soviet")
    player.until(lambda: player.asked == "support", "support")
    drawn, told = page.locator('.stage [data-called="hq-5g"]'), page.locator("#decision .called")
    option = page.locator('#decision [role=option][data-target="hq-5g"]').first
    if not option.is_visible():
        page.locator("#decision .targets summary").click()
    expect(drawn).to_have_count(0)
    before = option.bounding_box()
    option.hover()
    expect(drawn.locator("path.range")).to_have_attribute("d", re.compile("M"))
    expect(drawn.locator("rect.ring")).to_have_count(2)  # itself and the division that it serves
    expect(told).to_contain_text("5th Guards Rifle Corps")
    expect(option).to_have_attribute("aria-selected", "false")
    assert option.bounding_box() == before, "what is pointed at stays under the pointer"
    page.screenshot(path=screens / "know-hq-listed.png")
    page.mouse.move(200, 400)
    expect(drawn).to_have_count(0)
    page.locator("#decision .targets [role=listbox]").focus()
    page.keyboard.press("ArrowDown")
    expect(drawn).to_be_attached()
    expect(told).to_contain_text("5th Guards Rifle Corps")
    assert not player.given() and not player.errors


def test_a_city_to_deploy_in_shows_its_name_and_how_far_the_block_would_come(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    player.game, player.view = "victory", {}
    player.sit(house.open(game="victory", scenario="quick-start", seats={"blue": "recruit"}), "red")
    player.until(lambda: player.answers, "a question")
    player.give("muster", player.answers["muster"][0])
    player.until(lambda: "deploy" in player.answers, "deployment")
    player.give("deploy", player.answers["deploy"][0])
    hex_, city = next(iter(player.view["ask"]["focus"]["commands"].items()))
    page.mouse.move(*player.in_reach(hex_))
    expect(page.locator(".board .tip .calls b")).to_have_text(city["name"]["en"])
    expect(page.locator(".stage [data-called] path.range")).to_be_attached()
    page.screenshot(path=screens / "know-city.png")
    assert not player.errors


def test_who_plans_sees_the_odds_on_every_target_as_things_stand(player: Player, house: House, screens: Path) -> None:
    page = player.page
    place = {**FRONT, "su-7tk": "6138"}
    bots = {"axis": "recruit"}
    open_at(player, house, "avl", "soviet", "move_units", bots, step="move", active="soviet", place=place)
    shown = page.locator(".stage [data-chance]")
    expect(shown).to_have_count(0)
    page.keyboard.press("p")
    expect(shown).to_have_count(len(player.view["ask"]["focus"]["outlook"]))
    assert player.view["ask"]["focus"]["outlook"]
    page.screenshot(path=screens / "know-plan.png")
    page.keyboard.press("p")
    expect(shown).to_have_count(0)
    assert not player.errors


def test_units_in_a_box_come_first_and_can_be_put_down(player: Player, house: House, screens: Path) -> None:
    page = player.page
    place = {"hq-28a": "box", "su-34g": "box", "de-298": "5841"}
    open_at(
        player, house, "avl", "soviet", "move_units", {"axis": "recruit"},
        turn=2, step="move", active="soviet", place=place,
    )  # fmt: skip
    first = page.locator("#decision .first button")
    expect(first).to_have_count(2)
    player.settled()
    assert any(player.sees(hex_, 0) for hex_ in player.view["ask"]["focus"]["show"])
    page.screenshot(path=screens / "know-box.png")
    player.acts(lambda: first.first.click())
    player.press("put_down")
    player.until(lambda: player.asked == "move_units", "the box again")
    assert not player.errors


def test_a_block_that_is_lost_is_told_why(player: Player, house: House, screens: Path) -> None:
    page = player.page
    place = {"blue-infantry-1": "0503", "red-infantry-1": "0503 from 0603", "red-airborne-1": "0503 flown 3"}
    play = grognard.game("victory").position(place=place, battles={"0503": "red"}, step="combat", dice=[6] * 80)
    for _ in range(60):
        who = play.deciders[0]
        ask = play.ask(who)
        assert ask is not None
        if "give_up" in ask.answers:
            break
        last = play.view(None)["battle"]["round"] == 3
        answers = ask.answers
        if "drop" in answers:
            play.answer(who, "drop", answers["drop"][0])
        elif last and who == "red" and "0603" in answers.get("retreat", ()):
            play.answer(who, "retreat", "0603")
        else:
            play.answer(who, "pass")
    table = house.post("/api/files", {"file": play.journal().plain(), "seats": {"blue": "recruit"}})["id"]
    player.game, player.view = "victory", {}
    player.sit(table, "red")
    player.until(lambda: "give_up" in player.answers, "give_up")
    closed = page.locator("#decision .closed li")
    expect(closed).to_have_count(len(player.view["ask"]["focus"]["closed"]))
    page.screenshot(path=screens / "know-closed.png")
    assert not player.errors


ALONE = {"su-7tk": "6238", "ro-7": "5630"}
"""One unit to move, and nobody beside it to attack afterwards."""


def stop_the_last_unit(player: Player, house: House) -> None:
    words: dict[str, Any] = {"step": "move", "active": "soviet", "place": ALONE, "waits": True}
    open_at(player, house, "avl", "soviet", "move_units", {"axis": "recruit"}, **words)
    player.by_mouse("unit", "su-7tk")
    player.by_mouse("move", "6138")
    player.by_mouse("stop")


def test_a_segment_that_ends_by_itself_says_why_and_waits_for_one_key(
    player: Player, house: House, screens: Path
) -> None:
    page, keys = player.page, player.page.keyboard
    stop_the_last_unit(player, house)
    player.until(lambda: player.answers == {"go_on": [None]}, "the question to go on")
    expect(page.locator("#decision .headline")).to_have_text("No unit can attack: none is beside an enemy")
    expect(page.locator("#decision .buttons .primary")).to_contain_text("Go on")
    page.screenshot(path=screens / "know-go-on.png")
    player.acts(lambda: keys.press("u"))
    assert "stop" in player.answers, "the unit is in hand again"
    player.press("stop")
    player.until(lambda: player.answers == {"go_on": [None]}, "the question again")
    player.acts(lambda: keys.press("Enter"))
    assert "go_on" not in player.answers
    assert not player.errors


def test_who_plays_fast_is_not_asked_to_go_on(player: Player, house: House) -> None:
    player.likes(fast=True)
    stop_the_last_unit(player, house)
    player.until(lambda: any('"go_on"' in one for one in player.sent), "the answer that the page gives by itself")
    player.until(lambda: "go_on" not in player.answers, "the next question")
    assert not player.errors


def test_the_end_of_a_movement_in_which_nobody_moved_is_asked_twice(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    player.likes(confirm=True)
    place = {"gfd-9": "1412", "gfd-46": "1413", "fd-28": "1415", "s-343": "0304"}
    words: dict[str, Any] = {"step": "move", "active": "soviet", "place": place, "unchecked": True}
    open_at(player, house, "vl", "soviet", "move_units", {"german": "recruit"}, **words)
    end = page.locator("#decision [data-verb=end_movement]")
    end.click()
    doubt = page.locator("#decision .doubt")
    cost = player.view["ask"]["costs"]["end_movement"][0]
    expect(doubt).to_contain_text(cost["text"]["en"], ignore_case=True)
    expect(doubt).to_contain_text(f"and {cost['count'] - 2} more")
    page.screenshot(path=screens / "know-unmoved.png")
    page.keyboard.press("Escape")
    expect(doubt).to_have_count(0)
    assert player.asked == "move_units" and not player.given()


def test_an_hq_left_alone_where_an_enemy_can_come_is_told_before_movement_ends(player: Player, house: House) -> None:
    page = player.page
    player.likes(confirm=True)
    words: dict[str, Any] = {"step": "move", "active": "soviet", "unchecked": True, "festungs": {"west": 0, "east": 0}}
    place = {"fd-357": "1110", "hq-3c": "1110", "s-343": "1008"}
    open_at(player, house, "vl", "soviet", "move_units", {"german": "recruit"}, place=place, **words)
    player.by_mouse("unit", "fd-357")
    page.mouse.move(*player.in_reach("1111"))
    expect(page.locator('.board .tip [data-consequence="alone"]')).to_contain_text("HQ 3C")
    player.by_mouse("move", "1111")
    player.until(lambda: "stop" in player.answers or player.asked == "move_units", "the rest of its move")
    if "stop" in player.answers:
        player.by_mouse("stop")
    page.locator("#decision [data-verb=end_movement]").click()
    expect(page.locator("#decision .doubt")).to_contain_text("off the map until next turn")
    assert player.asked == "move_units" and not player.errors


def test_points_that_are_left_and_a_secret_option_are_given_away_by_a_second_press_only(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    player.likes(confirm=True)
    place = {"red-infantry-1": "0306", "blue-infantry-1": "0503"}
    open_at(player, house, "victory", "red", "produce", {"blue": "recruit"}, place=place, step="production")
    page.locator("#decision [data-verb=done]").click()
    doubt = page.locator("#decision .doubt")
    expect(doubt).to_contain_text("10 points are not spent yet")
    assert not player.given()
    city = player.answers["build_at"][0]
    page.keyboard.press("Escape")
    page.mouse.move(*player.in_reach(city))
    expect(page.locator(".board .tip .calls")).to_contain_text("left to spend; 1 block of yours here")
    expect(page.locator(".board .tip")).to_contain_text("Click beside it to choose the hex")
    page.screenshot(path=screens / "know-produce.png")

    player.game, player.view = "lb", {}
    scenario = "1-russian-tank-offensive"
    player.sit(house.open(game="lb", scenario=scenario, seats={"russian": "recruit"}), "german")
    player.until(lambda: player.asked == "choose", "the secret option")
    page.locator("#decision .chits button").first.click()
    expect(doubt.locator(".terms")).not_to_be_empty()
    expect(doubt.get_by_role("button", name="Seal it for good")).to_be_visible()
    assert not player.given() and not player.errors
    page.screenshot(path=screens / "know-sealed.png")
