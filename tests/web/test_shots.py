"""A battle of blocks: dice fall in the tray beside the block that fires, and who is struck turns there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.web.conftest import Arriving
from tests.web.games import hope
from tests.web.house import House
from tests.web.player import Player
from tests.web.victory import fight, tray

SEEN = """window.volleys = new Set(); window.turns = [];
  const look = () => {
    document.querySelectorAll('[data-volley]').forEach((one) => volleys.add(one.dataset.volley));
    for (const one of document.querySelectorAll('[data-turned]')) {
      const block = one.closest('[data-unit]');
      const arcs = [...document.querySelectorAll('[data-arc]')].map((arc) => arc.dataset.arc);
      turns.push({unit: block?.dataset.unit, lost: Number(one.dataset.turned), text: block?.textContent, arcs});
    }
  };
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});"""


def sits(player: Player, house: House, answers: int, **likes: Any) -> Player:
    """As Red in the battle of Hope, whose block is to fire."""
    player.game = "victory"
    player.likes(**likes)
    player.page.add_init_script(SEEN)
    player.sit(house.post("/api/files", {"file": hope(answers), "seats": {"blue": "recruit"}})["id"], "red")
    player.until(lambda: player.asked == "combat_turn", "Red's block to act")
    return player


@pytest.fixture
def fires(arriving: Arriving, house: House) -> Player:
    return sits(arriving(house.url, reduced_motion="no-preference"), house, 0, pace="slow")


def lane(player: Player, unit: str) -> Locator:
    """A block's place in the tray, with the dice beside it."""
    return tray(player).locator(".post").filter(has=player.page.locator(f'[data-unit="{unit}"]'))


def shot_of(player: Player) -> dict[str, Any]:
    return next(one for one in player.view["log"] if one["key"] == "event.fires")


def fired(player: Player) -> tuple[Locator, dict[str, Any], dict[str, int]]:
    """The block that is to fire does. Its dice, the shot as it is told, and how strong everybody was."""
    unit = player.view["battle"]["acting"]
    strong = {one["id"]: one["steps"] for one in player.view["battle"]["units"]}
    fight(player)
    player.until(lambda: any(one["key"] == "event.fires" for one in player.view["log"]), "the shot")
    return lane(player, unit).locator("[data-volley]"), shot_of(player), strong


def shows(dice: Locator, shot: dict[str, Any]) -> None:
    """The dice have fallen, as they were rolled, with a ring around every hit."""
    expect(dice).to_have_attribute("data-volley", "fallen")
    expect(dice.get_by_role("img", name=" ".join(map(str, shot["dice"])), exact=True)).to_be_visible()
    expect(dice.locator(".hit")).to_have_count(shot["hits"])
    expect(dice.locator(".missed")).to_have_count(len(shot["dice"]) - shot["hits"])


def test_dice_fall_beside_who_fires_and_who_is_struck_turns(fires: Player, screens: Path) -> None:
    page, desk = fires.page, tray(fires)
    dice, shot, strong = fired(fires)
    expect(dice).to_have_attribute("data-volley", "falls")
    expect(desk.locator("[data-arc]")).to_have_count(0)
    page.screenshot(path=screens / "shot-falls.png")
    shows(dice, shot)
    struck = {one["id"]: one["steps"] for one in fires.view["battle"]["units"] if one.get("steps") != strong[one["id"]]}
    # who is struck turns for a quarter of a second: it is noted when it happens
    fires.until(lambda: page.evaluate("turns.length") > 0, "the block that is struck")
    page.screenshot(path=screens / "shot-struck.png")
    (turn,) = {(one["unit"], one["lost"]) for one in page.evaluate("turns")}
    name, lost = turn
    assert name in struck and 0 < lost <= shot["hits"]
    seen = page.evaluate("turns.at(-1)")
    assert seen["arcs"] == [name]
    assert f"{strong[name]} ▸ {strong[name] - lost} step" in seen["text"]
    assert page.evaluate("[...volleys]") == ["falls", "fallen"]
    assert not fires.errors


def test_a_shot_is_skipped(fires: Player) -> None:
    dice, _, _ = fired(fires)
    expect(dice).to_have_attribute("data-volley", "falls")
    fires.page.keyboard.press("Space")
    expect(tray(fires).locator('[data-volley="falls"]')).to_have_count(0)
    fires.until(lambda: fires.asked, "Red to be asked again", 60)
    while fires.page.locator("[data-veil]").count():  # what Blue did meanwhile
        fires.page.keyboard.press("Space")
        fires.page.wait_for_timeout(150)
    expect(tray(fires).locator(".answering")).to_be_visible()
    assert not fires.errors


def test_the_question_is_answered_while_a_shot_is_shown(fires: Player) -> None:
    fired(fires)
    fires.until(lambda: fires.asked, "Red to be asked again", 60)
    page = fires.page
    if not page.locator("[data-veil]").count():
        page.keyboard.press("a")
    expect(page.locator("[data-veil]")).to_be_visible()
    page.keyboard.press("k")
    expect(tray(fires).locator("button.fighter")).to_have_count(0)  # what is past cannot be clicked
    fires.acts(fires.decision.get_by_role("button", name=fires.word("verb.pass")).first.click)
    expect(page.locator("[data-veil]")).to_have_count(0)
    assert not fires.errors


def test_with_reduced_motion_the_dice_lie_there_at_once(arriving: Arriving, house: House) -> None:
    player = sits(arriving(house.url), house, 0, pace="slow")
    dice, shot, _ = fired(player)
    shows(dice, shot)
    expect(tray(player).locator("[data-arc]")).to_have_count(1)
    assert player.page.evaluate("[...volleys]") == ["fallen"]
    assert not player.errors
