"""What a playback leads the eye to: the map goes where something happens and comes back, a place that changed hands has
its pennant, a fight without effect is told as clearly as any other; who never chose a pace is shown a brisk one."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import looked_on
from tests.web.house import House
from tests.web.player import SETTINGS, STAGE, Player
from tests.web.test_playback import over, shown, veil

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
CHITS = ("Hollidt", "It8A", "R3A")
SHORT = 60
AFTER = {
    "event.retreats",
    "event.advances",
    "event.eliminated",
    "event.step_lost",
    "event.hq_relocated",
    "event.overrun",
}
"""What may come of a fight."""
# All that cards have said.
CARDS = """window.cards = []; new MutationObserver(() => {
  const one = document.querySelector('section.card')?.textContent;
  if (one && cards.at(-1) !== one) cards.push(one);
}).observe(document, {subtree: true, childList: true, characterData: true});"""
FIELD = """(() => { const box = document.querySelector('.field').getBoundingClientRect();
  return [box.left, box.top, box.right, box.bottom]; })()"""


def fought_before_my_chit(keys: list[str]) -> bool:
    return len(keys) <= SHORT and "event.combat" in keys and keys[-1] == "event.activated"


def nothing_came_of_it(keys: list[str]) -> bool:
    """A fight, and what came next was no part of it."""
    return len(keys) <= SHORT and any(one == "event.combat" and next_ not in AFTER for one, next_ in pairwise(keys))


def place_taken(keys: list[str]) -> bool:
    return len(keys) <= SHORT and "event.taken" in keys


def test_whoever_never_chose_a_pace_is_shown_a_brisk_one(player: Player, house: House) -> None:
    player.page.add_init_script(f"localStorage.removeItem('{SETTINGS}')")
    page = shown(player, house, "avl", *looked_on("avl", "axis", fought_before_my_chit))
    expect(veil(page)).to_be_visible()
    page.keyboard.press("k")
    expect(page.get_by_role("group", name="Playback").get_by_role("combobox")).to_have_value("brisk")


def test_the_map_goes_to_the_fight_and_comes_back(player: Player, house: House) -> None:
    """At first it ends at the question; seen again from there, it goes to the fights and comes back."""
    player.likes(pace="normal")
    file, looked = looked_on("avl", "axis", fought_before_my_chit)
    page = shown(player, house, "avl", file, looked)
    told = player.view["log"][looked - player.view["log_length"] :]
    over(player)
    player.settled()
    before = page.evaluate(STAGE)
    far = [one["hex"] for one in told if one["key"] == "event.combat" and not in_view(player, one["hex"])]
    assert far, "somebody fought elsewhere"
    page.keyboard.press("a")
    expect(veil(page)).to_be_visible()
    player.until(lambda: in_view(player, far[0]) or not veil(page).count(), "the fight to be in view", 60)
    assert veil(page).count(), "while it is played"
    over(player)
    player.until(lambda: page.evaluate(STAGE) == before, "the map to come back")


def in_view(player: Player, hex_: str) -> bool:
    left, top, right, bottom = player.page.evaluate(FIELD)
    x, y = player.point(hex_)
    return bool(left < x < right and top < y < bottom)


def chosen(player: Player, chit: str) -> bool:
    return chit in player.answers.get("return_chit", [])


def test_on_a_phone_the_map_goes_on_to_the_question(arriving: Arriving, house: House) -> None:
    """The Soviet attack before the first chit: its film begins with a line that shows nothing."""
    player = arriving(house.url, reduced_motion="no-preference", **PHONE)
    player.likes(pace="brisk")
    player.sit(house.open(seats={"axis": "you", "soviet": "recruit"}), "axis")
    page = player.page
    for chit in CHITS:
        player.decision.locator(f'[data-target="{chit}"]').first.tap()
        player.until(partial(chosen, player, chit), f"{chit} to be chosen")
    player.until(lambda: "done" in player.answers, "all to be chosen")
    player.decision.get_by_role("button", name="Done").first.tap()
    player.until(lambda: player.asked not in ("", "select_chits"), "the Axis to be asked", 60)
    player.until(lambda: not veil(page).count(), "the playback to end", 60)
    page.wait_for_timeout(1000)
    player.settled()
    targets = [(verb, one) for verb, found in player.answers.items() for one in found if one is not None]
    asked = {one if player.kind(verb) == "hex" else player.where(one) for verb, one in targets}
    assert 2 * sum(in_view(player, hex_) for hex_ in asked) >= min(len(asked), 6), (player.asked, asked)


def test_a_fight_without_effect_is_told_as_clearly(player: Player, house: House) -> None:
    player.likes(pace="brisk")
    player.page.add_init_script(CARDS)
    page = shown(player, house, "avl", *looked_on("avl", "axis", nothing_came_of_it))
    told = "(one) => one.includes('no effect') && one.includes('Nobody loses, nobody moves.')"
    player.until(lambda: bool(page.evaluate(f"cards.some({told})")), "the card to say so", 90)


def test_a_place_that_was_taken_has_its_pennant(player: Player, house: House) -> None:
    player.likes(pace="brisk")
    page = shown(player, house, "vl", *looked_on("vl", "german", place_taken))
    pennant = page.locator("[data-taken]")
    player.until(lambda: bool(pennant.count()), "the pennant", 90)
    over(player)
    expect(pennant.first).to_be_visible()
    expect(pennant.first).to_contain_text("taken")
    page.keyboard.press("w")
    expect(pennant).to_have_count(0)
