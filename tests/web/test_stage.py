"""Where the stage is looked at from: a card lies beside the fight it speaks of, a battle on a phone is brought near and
the map comes back after it, and whoever takes up a block of his hand goes on looking at the whole map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.games import looked_on
from tests.web.house import House
from tests.web.player import STAGE, Player
from tests.web.test_deploying import deploying, focused, units
from tests.web.test_phone import PHONE, victory_at
from tests.web.test_playback import SEATS, SHORT, over, rolled_in_victory, shown, veil

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
    player = arriving(house.url, **PHONE)
    player.likes(pace="normal")
    page = shown(player, house, "victory", *looked_on("victory", "blue", rolled_in_victory))
    expect(veil(page)).to_be_visible()
    over(player)
    page.keyboard.press("f")
    page.wait_for_timeout(600)
    whole = size(player)
    page.keyboard.press("a")
    expect(veil(page)).to_be_visible()
    player.until(lambda: page.evaluate(STAGE)[2] > 1.5 * whole or not veil(page).count(), "the battle to be near", 60)
    assert veil(page).count(), "while it is played"
    page.wait_for_timeout(500)
    page.screenshot(path=screens / "phone-battle-near.png")
    over(player)
    if not player.view.get("battle"):
        player.until(lambda: abs(page.evaluate(STAGE)[2] - whole) < 2, "the map to come back")


def test_undo_that_is_off_says_why(arriving: Arriving, house: House) -> None:
    """A die has fallen since: by thumb, and by the key."""
    file, seat = victory_at("quick-start", "fire_")
    player = arriving(house.url, **PHONE)
    player.game = "victory"
    player.sit(house.post("/api/files", {"file": file, "seats": {}})["id"], seat)
    page = player.page
    undo = page.get_by_role("button", name="Undo", exact=True)
    expect(undo).to_have_attribute("aria-disabled", "true")
    why = page.get_by_role("alert").filter(has_text="a die was rolled or something was revealed")
    expect(why).to_have_count(0)
    undo.tap(force=True)
    expect(why).to_be_visible()
    page.keyboard.press("Escape")
    expect(why).to_have_count(0)
    page.keyboard.press("u")
    expect(why).to_be_visible()


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
