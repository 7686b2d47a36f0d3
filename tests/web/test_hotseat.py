"""Two people at one screen: a cover before each secret choice, and nothing of it left behind."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.opening import answer_for
from tests.web.player import Player


def test_hotseat(player: Player, screens: Path) -> None:
    page = player.page
    player.go()
    player.choose()
    for side in ("Axis", "Soviet"):
        page.get_by_role("radiogroup", name=side).get_by_text("You").click()
    page.get_by_role("button", name="Start at one screen").click()
    player.drawn()
    player.by_mouse("historical")
    player.by_mouse("done")
    first = player.view["viewer"]
    chosen = choose_chits(player)

    cover = page.get_by_role("dialog", name="Pass the device")
    expect(cover).to_be_visible()
    page.screenshot(path=screens / "pass.png")
    seen = page.locator("body").inner_text()
    assert not [chit for chit in chosen if chit in seen], "the cover hides what was chosen"
    assert player.view["viewer"] == first, "the next one's secrets are not even fetched yet"
    cover.get_by_role("button", name="I am").click()
    player.until(lambda: player.view["viewer"] != first, "the other seat")
    second = player.view["viewer"]
    player.drawn()
    assert not [chit for chit in chosen if chit in page.locator("aside").inner_text()]
    choose_chits(player)
    cover.get_by_role("button", name="I am").click()

    # then the table goes from one to the other by itself; Axis units retreat by clicks too
    player.until(lambda: player.asked == "special_combat", "the special combat")
    asked: set[tuple[str, str]] = set()
    for _ in range(40):
        player.until(lambda: player.asked, "a question")
        if player.asked == "move_units":
            break
        asked.add((player.view["viewer"], player.asked))
        player.by_mouse(*answer_for(player))
    assert ("axis", "retreat") in asked and ("soviet", "losses") in asked and ("soviet", "advance") in asked
    assert {first, second} == {"axis", "soviet"}
    assert not player.errors


def choose_chits(player: Player) -> list[str]:
    """Three chits for the cup."""
    player.until(lambda: player.asked == "select_chits", "the chits of the turn")
    for _ in range(3):
        player.by_mouse("select_chit", player.answers["select_chit"][0])
    chosen: list[str] = player.answers["return_chit"]
    player.page.locator("#decision").get_by_role("button", name="Done").click()
    return chosen
