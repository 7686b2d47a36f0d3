"""Where the stage is looked at from: a card lies beside the fight it speaks of, a battle on a phone is brought near and
the map comes back after it, and whoever takes up a block of his hand goes on looking at the whole map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import IN_BATTLE, hope, looked_on
from tests.web.house import House
from tests.web.player import STAGE, Player
from tests.web.test_deploying import deploying, focused, units
from tests.web.test_phone import PHONE
from tests.web.test_playback import SEATS, SHORT, shown, veil

# The card of a fight that has been told, and where it lies.
FOUGHT = """(() => { const card = document.querySelector('.place section.card:not(.rolling):not(.draw)');
  const place = card?.querySelector('.label')?.textContent.match(/[0-9]{4}/)?.[0];
  const { left, top, right, bottom } = card?.getBoundingClientRect() ?? {};
  return place ? { place, lies: [left, top, right, bottom] } : null; })()"""


def one_fight(keys: list[str]) -> bool:
    return len(keys) <= SHORT and keys.count("event.combat") == 1


@pytest.mark.parametrize("game", ["vl", "avl"])
def test_the_card_of_a_fight_lies_beside_it(game: str, player: Player, house: House, screens: Path) -> None:
    player.likes(pace="normal")
    page = shown(player, house, game, *looked_on(game, SEATS[game][0], one_fight))
    expect(veil(page)).to_be_visible()
    seen: set[str] = set()
    while veil(page).count():
        found: dict[str, Any] | None = page.evaluate(FOUGHT)
        if found and found["place"] not in seen:
            player.settled()
            left, top, right, bottom = found["lies"]
            x, y = player.point(found["place"])
            if page.evaluate(FOUGHT) == found:
                page.screenshot(path=screens / f"beside-{game}-{found['place']}.png")
                seen.add(found["place"])
                assert not (left < x < right and top < y < bottom), found
        page.wait_for_timeout(30)
    assert seen, "there was a fight"


def size(player: Player) -> float:
    """How wide the whole map is on the screen."""
    player.settled()
    return float(player.page.evaluate(STAGE)[2])


def test_on_a_phone_a_battle_is_brought_near_and_the_map_comes_back(
    arriving: Arriving, house: House, screens: Path
) -> None:
    """Answered shot by shot from the whole map until the battle is over."""
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    table = house.post("/api/files", {"file": hope(0), "seats": {"blue": "random"}})["id"]
    player.sit(table, "red")
    page = player.page
    page.get_by_role("button", name="Whole map").tap()
    page.wait_for_timeout(2200)  # a hand was on the map
    page.screenshot(path=screens / "phone-battle-whole.png")
    whole = size(player)
    for _ in range(60):
        player.until(lambda: player.asked or player.view.get("result"), "a question")
        if not player.view.get("battle"):
            break
        verb = next(one for one in IN_BATTLE if one in player.answers)
        player.give(verb, player.answers[verb][0])
        page.wait_for_timeout(300)
        if player.view.get("battle"):
            assert size(player) > 1.5 * whole, "near"
            assert player.sees(player.view["battle"]["hex"])
            page.screenshot(path=screens / "phone-battle-near.png")
    assert not player.view.get("battle"), "it is over"
    page.wait_for_timeout(800)
    assert abs(size(player) - whole) < 2, "back"


def test_a_block_of_the_hand_is_taken_up_on_the_whole_map(arriving: Arriving, house: House, screens: Path) -> None:
    player = arriving(house.url, **PHONE)
    deploying(player, house)
    page = player.page
    whole = size(player)
    unit = units(player)[0]
    picture = page.locator(f'.hand [data-unit="{unit}"]')
    picture.scroll_into_view_if_needed()
    picture.tap()
    player.until(lambda: focused(player) == unit, "the block to be taken up")
    page.wait_for_timeout(600)
    page.screenshot(path=screens / "phone-taken-up.png")
    assert abs(size(player) - whole) < 2
