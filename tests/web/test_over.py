"""A finished game: the result at the table, the replay and the report."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.web.games import finished
from tests.web.house import House
from tests.web.player import Player


def test_a_finished_game(player: Player, house: House, screens: Path, tmp_path: Path) -> None:
    page = player.page
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished()), encoding="utf-8")
    player.go()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a game file").click()
    chooser.value.set_files(file)

    # opening a finished game leads to its replay
    slider = page.get_by_role("slider", name="Position in the game")
    expect(page.get_by_role("heading", name="Dice luck")).to_be_visible()
    player.drawn()
    length = int(slider.get_attribute("max") or 0)
    assert length > 500 and int(slider.input_value()) == length
    page.screenshot(path=screens / "replay.png")
    turns = page.get_by_role("group", name="Turns").get_by_role("button")
    assert turns.count() > 3
    turns.nth(2).click()
    expect(turns.nth(2)).to_have_attribute("aria-current", "step")
    assert 0 < int(slider.input_value()) < length
    page.get_by_role("button", name="To the end").click()
    page.get_by_role("button", name="One step back").click()
    expect(slider).to_have_value(str(length - 1))
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".scrub")).to_contain_text("Turn 1")
    page.get_by_role("button", name="Play", exact=True).click()
    player.until(lambda: int(slider.input_value()) > 2, "the replay to go on")
    page.get_by_role("button", name="Pause").click()
    slider.fill(str(length // 2))
    expect(page.get_by_text(f"Step {length // 2} of {length}")).to_be_visible()
    page.screenshot(path=screens / "replay-middle.png")

    table = page.url.split("/replay/")[1].split("/")[0]
    player.sit(table, "soviet")
    expect(player.decision.get_by_role("heading")).to_contain_text("victory")
    page.screenshot(path=screens / "over.png")
    with page.expect_download() as download:
        player.decision.get_by_role("button", name="Save the game file").click()
    saved = json.loads(Path(download.value.path()).read_text(encoding="utf-8"))
    assert saved == json.loads(file.read_text(encoding="utf-8"))
    player.decision.get_by_role("link", name="After-action report").click()
    expect(page.get_by_role("heading", name="Steps lost")).to_be_visible()
    house.open(seats={"axis": "recruit"})
    player.go()
    expect(page.get_by_role("link", name="your move").first).to_be_visible()
    page.screenshot(path=screens / "lobby.png")
    assert not player.errors


# Arrows of a fight, and the words under the map: how wide and how high their box is, and how high a line of it.
STRIKES = "document.querySelectorAll('.stage [data-strike]').length"
CAPTION = """(() => { const words = document.querySelector('.caption > span:last-child');
  const { width, height } = words.getBoundingClientRect();
  return [width, height, parseFloat(getComputedStyle(words).lineHeight), words.textContent.trim().length]; })()"""


def test_a_replay_has_arrows_where_somebody_fights_and_its_words_run_from_left_to_right(
    player: Player, house: House, screens: Path
) -> None:
    page = player.page
    table = house.post("/api/files", {"file": finished(), "seats": {}})["id"]
    player.go(f"#/replay/{table}/soviet")
    player.drawn()
    slider = page.get_by_role("slider", name="Position in the game")
    told = page.evaluate(f"fetch('/api/tables/{table}/replay?seat=soviet').then(r => r.json())")
    first = told["combats"][0]
    for size in ({"width": 1440, "height": 900}, {"width": 390, "height": 844}):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        slider.fill(str(first))
        expect(page.get_by_text(f"Step {first} of {told['length']}")).to_be_visible()
        player.until(lambda: page.evaluate(STRIKES), "the arrows")
        width, height, line, letters = page.evaluate(CAPTION)
        assert letters > 20 and height < 5 * line and width > 4 * height, (width, height, line)
        page.screenshot(path=screens / f"replay-fight-{size['width']}.png")
    slider.fill("0")
    player.until(lambda: not page.evaluate(STRIKES), "no arrow where nobody fights")
    assert not player.errors
