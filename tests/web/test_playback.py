"""The playback of all four games: cards of dice, nobody in flight when a beat ends, cuts instead of motion for whoever
wishes them, backs that cannot be told apart, and silence."""

from __future__ import annotations

import json
import re
from functools import cache
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

import grognard
from grognard.players import bot
from tests.web.conftest import Arriving
from tests.web.games import hope, looked_on
from tests.web.house import House
from tests.web.player import Player

SEATS = {"avl": ("axis", "soviet"), "vl": ("german", "soviet"), "lb": ("german", "russian"), "victory": ("blue", "red")}
DICE = {
    "avl": {"combat"},
    "vl": {"combat"},
    "lb": {"combat_final_ground", "combat_ranged_artillery", "combat_initial_armored"},
    "victory": {"fires"},
}
"""What a die is rolled for in each game."""
SHORT = 30

# Headlines of cards, as they are told.
HEADLINES = """window.headlines = []; new MutationObserver(() => {
  const one = document.querySelector('section.card h2')?.textContent;
  if (one && headlines.at(-1) !== one) headlines.push(one);
}).observe(document, {subtree: true, childList: true, characterData: true});"""
# Counters that set out in a beat, known by its place on the track, and those that were on their way when it ended.
FLIGHTS = """window.flights = []; window.late = []; { const go = Element.prototype.animate;
  const beat = () => document.querySelector('[role=slider]')?.getAttribute('aria-valuenow') ?? 'after';
  Element.prototype.animate = function (...all) { const one = go.apply(this, all);
    if (this.dataset?.unit && document.querySelector('[data-veil]'))
      flights.push({unit: this.dataset.unit, from: beat(), one});
    return one; };
  new MutationObserver(() => late.push(...flights
    .filter(({from, one}) => from !== beat() && one.playState === 'running')
    .map(({unit, from}) => `${unit} of ${from} in ${beat()}`)))
    .observe(document, {subtree: true, attributes: true, attributeFilter: ['aria-valuenow']}); }"""
MOVING = "document.querySelector('.stage').getAnimations({ subtree: true }).length"
BACKS = """[...document.querySelectorAll('.stage [data-unit^="unknown:"]')].map((one) => one.innerHTML)"""
UNITS = "[...document.querySelectorAll('[data-unit]')].map((one) => one.dataset.unit)"
SOUNDS = """window.sounds = 0; { const Real = window.AudioContext;
  window.AudioContext = class extends Real { constructor() { super(); window.sounds += 1; } }; }"""


def veil(page: Page) -> Locator:
    return page.locator("[data-veil]")


def track(page: Page) -> Locator:
    return page.get_by_role("slider", name="Where the playback stands")


def over(player: Player, seconds: float = 90) -> None:
    player.until(lambda: not veil(player.page).count(), "the playback to end", seconds)


def shown(player: Player, house: House, game: str, file: dict[str, Any], looked: int) -> Page:
    """Somebody who is shown what the others did since his log was so long."""
    seat, enemy = SEATS[game]
    player.game = game
    table = house.post("/api/files", {"file": file, "seats": {enemy: "recruit"}})["id"]
    player.page.add_init_script(f"localStorage.setItem('grognard.shown.{table}.{seat}', '{looked}')")
    player.sit(table, seat)
    return player.page


def rolled_in_avl(keys: list[str]) -> bool:
    return rolled("avl", keys)


def rolled_in_vl(keys: list[str]) -> bool:
    return rolled("vl", keys)


def rolled_in_lb(keys: list[str]) -> bool:
    return rolled("lb", keys)


def rolled_in_victory(keys: list[str]) -> bool:
    return rolled("victory", keys)


def rolled(game: str, keys: list[str]) -> bool:
    return len(keys) <= SHORT and any(key.removeprefix("event.") in DICE[game] for key in keys)


ROLLED = {"avl": rolled_in_avl, "vl": rolled_in_vl, "lb": rolled_in_lb, "victory": rolled_in_victory}


@pytest.mark.parametrize("game", SEATS)
def test_every_die_has_its_card_in_every_game(game: str, player: Player, house: House) -> None:
    file, looked = looked_on(game, SEATS[game][0], ROLLED[game])
    player.likes(pace="brisk")
    player.page.add_init_script(HEADLINES)
    page = shown(player, house, game, file, looked)
    told = player.view["log"][looked - player.view["log_length"] :]
    rolls = [one for one in told if one["key"].removeprefix("event.") in DICE[game]]
    assert rolls
    expect(page.get_by_label("Die or chit").get_by_role("heading")).to_be_visible(timeout=60_000)
    over(player)
    headlines = "\n".join(page.evaluate("headlines"))
    for one in rolls:
        figures = f"Die {one['die']} on {one['column'].replace('-', '–')}" if "column" in one else one["text"]["en"]
        assert figures.lower() in headlines.lower(), (figures, headlines)
    assert not player.errors


def moves_and_fights(keys: list[str]) -> bool:
    return len(keys) <= SHORT and {"event.moved", "event.combat"} <= set(keys)


def test_nobody_is_in_flight_when_a_beat_ends(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion="no-preference")
    player.likes(pace="normal")
    player.page.add_init_script(FLIGHTS)
    page = shown(player, house, "avl", *looked_on("avl", "axis", moves_and_fights))
    over(player)
    page.keyboard.press("a")  # from its beginning, with the map drawn
    expect(veil(page)).to_be_visible()
    over(player)
    assert page.evaluate("flights.length") > 10, "somebody went"
    assert page.evaluate("late") == []
    assert not player.errors


def landed(player: Player, house: House) -> Page:
    """Blue, to whom Red's landing at Hope is played: hidden blocks come from sea and air."""
    page = shown(player, house, "victory", hope(6), 0)
    expect(veil(page)).to_be_visible()
    return page


def test_with_reduced_motion_each_beat_is_a_cut_and_none_is_left_out(player: Player, house: House) -> None:
    player.likes(pace="brisk")
    player.page.add_init_script("window.steps = []; window.moving = 0;" + HEADLINES)
    page = landed(player, house)
    page.keyboard.press("Escape")
    over(player)
    page.keyboard.press("a")
    expect(veil(page)).to_be_visible()
    last = int(track(page).get_attribute("aria-valuemax") or 0)
    seen: list[int] = []
    while veil(page).count():
        at = page.evaluate(f"[document.querySelector('[role=slider]')?.getAttribute('aria-valuenow'), {MOVING}]")
        assert at[1] == 0, "nothing glides, shakes or fades"
        if at[0] and (not seen or seen[-1] != int(at[0])):
            seen.append(int(at[0]))
        page.wait_for_timeout(40)
    assert seen == sorted(seen) and seen[-1] == last and len(seen) > last // 2, (seen, last)
    assert any("fires" in one for one in page.evaluate("headlines"))
    assert not player.errors


def test_enter_presses_the_primary_button_while_others_are_being_shown(player: Player, house: House) -> None:
    player.likes(pace="slow")
    page = landed(player, house)
    page.keyboard.press("k")
    player.until(lambda: player.asked, "Blue to be asked")
    primary = player.view["ask"]["primary"]
    assert veil(page).count() and primary in player.answers
    player.acts(lambda: page.keyboard.press("Enter"), "Enter")
    assert player.given()[-1]["verb"] == primary
    assert not player.errors


def test_no_frame_tells_one_hidden_block_from_another(player: Player, house: House) -> None:
    """In every beat their backs are drawn alike, and of all of them the same came over the line but the place."""
    films: list[str] = []
    player.page.on("response", lambda heard: films.append(heard.text()) if "/film?" in heard.url else None)
    player.likes(pace="slow")
    page = landed(player, house)
    page.keyboard.press("k")
    track(page).focus()
    page.keyboard.press("Home")
    last, beats = int(track(page).get_attribute("aria-valuemax") or 0), 0
    for _ in range(last):
        drawn = page.evaluate(BACKS)
        assert len({re.sub(r'(id|href|url\(#)[="#]*[\w-]+', "", one) for one in drawn}) <= 1, drawn
        beats += bool(drawn)
        assert not [one for one in page.evaluate(UNITS) if one.startswith("red-")]
        page.keyboard.press("ArrowRight")
    assert beats > 1, "backs are seen in several beats"
    player.until(lambda: films, "the film")
    film = json.loads(films[0])
    pieces = [film["view"]["pieces"], *(frame["change"].get("pieces", {}) for frame in film["frames"])]
    backs = [one for known in pieces for one in known.values() if one.get("hidden")]
    apart = {"id", "where", "on_map"}
    facts = {json.dumps({k: v for k, v in one.items() if k not in apart}, sort_keys=True) for one in backs}
    assert backs and len(facts) == 1, facts
    for text in [*films, *player.frames]:
        assert '"red-' not in text, "a name of Red's order of battle"
    assert not player.errors


def test_it_is_silent_unless_sound_is_wished(arriving: Arriving, house: House) -> None:
    for likes, heard in (({}, 0), ({"sound": True}, 1)):
        player = arriving(house.url)
        player.likes(pace="brisk", **likes)
        player.page.add_init_script(SOUNDS)
        page = landed(player, house)
        expect(page.get_by_label("Die or chit").get_by_role("heading")).to_be_visible(timeout=60_000)
        assert page.evaluate("sounds") == heard
        assert not player.errors


@cache
def asked_for_support() -> dict[str, Any]:
    """A game of bots in which the German player has to say how he supports a defence, with odds to look at."""
    play, rng = grognard.game("vl").new(seed=3), Random(1)
    recruit = bot("recruit", "vl")
    for _ in range(2000):
        ask = play.ask("german")
        if ask is not None and "no_more_support" in ask.answers:
            return play.journal().plain()
        number = play.state.deciders[0]
        play.apply(number, recruit.choose(play.game.imagine(play.state, number, rng), number, rng))
    raise AssertionError("nobody is attacked")


def test_what_tells_how_it_ended_waits_for_the_film_but_the_question_does_not(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion="no-preference")
    player.game = "vl"
    player.likes(pace="slow", bar=True)
    page = player.page
    table = house.post("/api/files", {"file": asked_for_support(), "seats": {"soviet": "recruit"}})["id"]
    player.sit(table, "german")
    player.until(lambda: player.asked == "support", "the question")
    # once more, as somebody comes back who has not seen the attack
    page.evaluate(f"localStorage.setItem('grognard.shown.{table}.german', '{player.view['log_length'] - 8}')")
    page.reload()
    expect(veil(page)).to_be_visible()
    page.keyboard.press("k")
    odds, bar = page.get_by_role("region", name="Modifiers"), page.locator(".evaluation")
    spoken = page.locator("[aria-live=assertive]")
    prompt = player.view["ask"]["prompt"]["text"]["en"]
    expect(player.decision.get_by_role("button", name=player.word("verb.no_more_support"))).to_be_enabled()
    expect(spoken).to_contain_text("It is your decision")
    expect(spoken).not_to_contain_text(prompt)
    expect(odds).to_have_count(0)
    expect(bar).to_have_count(0)
    page.keyboard.press("Space")
    expect(veil(page)).to_have_count(0)
    expect(odds).to_be_visible()
    expect(spoken).to_contain_text(prompt)
    expect(bar).to_be_visible()
    assert not player.errors


COUNTERS = "document.querySelectorAll('.stage [data-unit]').length"


def test_who_comes_back_sees_nobody_before_his_film_is_there(player: Player, house: House) -> None:
    file, looked = looked_on("avl", "axis", rolled_in_avl)
    player.likes(pace="slow")
    held: list[Route] = []
    player.page.route("**/film?*", lambda route: held.append(route))
    page = shown(player, house, "avl", file, looked)
    player.until(lambda: held, "the film to be asked for")
    assert page.evaluate(COUNTERS) == 0
    held[0].continue_()
    expect(veil(page)).to_be_visible()
    player.until(lambda: page.evaluate(COUNTERS) > 0, "the counters")
    assert not player.errors


def test_the_table_does_not_step_in_between_two_parts_of_a_film(arriving: Arriving, house: House) -> None:
    player = arriving(house.url, reduced_motion="no-preference", viewport={"width": 390, "height": 844})
    player.likes(pace="brisk")
    held: list[Route] = []

    def cut(route: Route) -> None:
        """Of what happened one frame, as if the rest had not happened yet; the rest is kept back."""
        if "again" in parts:
            return held.append(route)
        parts.append("again")
        answer = route.fetch()
        told = answer.json()
        told["frames"] = told["frames"][:1]
        told["length"] = told["view"]["log_length"] + len(told["frames"][0]["log"])
        route.fulfill(response=answer, json=told)

    parts: list[str] = []
    player.page.route("**/film?*", cut)
    file, looked = looked_on("avl", "axis", rolled_in_avl)
    page = shown(player, house, "avl", file, looked)
    player.until(lambda: held, "the second part to be asked for", 60)
    page.wait_for_timeout(400)
    expect(veil(page)).to_be_visible()
    expect(page.locator("section.sheet.peek")).to_be_visible()
    held[0].continue_()
    over(player)
    assert not player.errors
