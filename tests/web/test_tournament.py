"""A small tournament in the browser: made, entered, played to its end, and the rating seen to move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import House
from tests.web.test_account import PHONE, with_password
from tests.web.test_axe import violations

# Answers anything at a table until its game is over, as the page's own visitor.
PLAY = """([table, seat]) => new Promise((over) => {
  const line = new WebSocket(`${location.origin.replace("http", "ws")}/api/tables/${table}/live?seat=${seat}`);
  let ask = null, seq = 0, id = 0, waiting = false;
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const answer = () => {
    if (!ask || waiting) return;
    const verb = any(Object.keys(ask.answers));
    waiting = true;
    line.send(JSON.stringify({ type: "answer", id: ++id, seq, verb, target: any(ask.answers[verb]) }));
  };
  setInterval(answer, 120);
  line.onmessage = (event) => {
    for (const told of [JSON.parse(event.data)].flat()) {
      if (told.id === id) waiting = false;
      if (told.type !== "view" && told.type !== "update") continue;
      const fresh = told.view ?? told.set ?? {};
      seq = told.seq;
      if ("ask" in fresh) ask = fresh.ask;
      if (fresh.result) { line.close(); over(true); }
    }
  };
})"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("cup"), "--public", "--host", "127.0.0.1", "--accounts")
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce")
    yield found
    found.close()


def read(page: Page, tournament: str) -> Any:
    return page.evaluate("(id) => fetch(`/api/tournaments/${id}`).then((found) => found.json())", tournament)


def test_enter_and_finish_a_small_tournament_and_see_the_rating_move(
    club: House, context: BrowserContext, browser: Browser, screens: Path
) -> None:
    page = context.new_page()
    with_password(page, club.url, "kestrel")
    page.goto(club.url)
    page.get_by_role("link", name="Tournaments").click()
    expect(page.get_by_text("There is no tournament yet.")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="Make a tournament…").click()
    page.get_by_label("What it is called").fill("Winter Cup")
    page.get_by_role("combobox", name="Game").select_option("lb")
    page.get_by_role("combobox", name="Scenario").select_option("4-german-mobile-defense")
    page.get_by_text("Round robin", exact=True).click()
    assert not violations(page)
    page.screenshot(path=screens / "tournament-make.png")
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name="Winter Cup")).to_be_visible()
    tournament = page.url.rsplit("/", 1)[1]
    page.get_by_role("button", name="Enter", exact=True).click()
    expect(page.get_by_role("button", name="Withdraw")).to_be_visible()
    page.get_by_role("combobox", name="bot").select_option("random")
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_text("2 players")).to_be_visible()
    assert not violations(page)
    page.screenshot(path=screens / "tournament-open.png")
    page.get_by_role("button", name="Pair the first round now").click()
    expect(page.get_by_role("heading", name="Round 1 of 1")).to_be_visible()

    played = 0
    for _ in range(60):
        told = read(page, tournament)
        if told["stage"] == "over":
            break
        mine = [game for pair in told["pairings"][0]["pairs"] for game in pair["games"] if game["seat"]]
        going = next((game for game in mine if not game["score"] and game["table"]), None)
        if going is None:
            page.wait_for_timeout(1000)
            continue
        if played == 0:
            page.get_by_role("link", name="Play your move").or_(page.get_by_role("link", name="Go there")).first.click()
            page.wait_for_url("**/table/**")
            page.go_back()
            expect(page.get_by_role("heading", name="Standings")).to_be_visible()
            page.screenshot(path=screens / "tournament-running.png")
        assert page.evaluate(PLAY, [going["table"], going["seat"]])
        played += 1
        page.wait_for_timeout(1000)
    assert played == 2, "with both sides"

    expect(page.get_by_text("won by").first).to_be_visible(timeout=20_000)
    row = page.get_by_role("row").filter(has_text="kestrel")
    expect(row).to_contain_text("?", timeout=30_000)  # a rating that is provisional: it has moved from nothing
    page.get_by_role("row").filter(has_text="Random").get_by_role("button").press("Enter")
    expect(page.get_by_role("heading", name="Why Random stands")).to_be_visible()
    assert not violations(page)
    page.screenshot(path=screens / "tournament.png", full_page=True)

    phone = browser.new_context(**PHONE, locale="ja-JP", reduced_motion="reduce")
    reader = phone.new_page()
    reader.goto(f"{club.url}/#/tournaments")
    reader.get_by_role("link", name="Winter Cup").click()
    expect(reader.get_by_role("heading", name="順位表")).to_be_visible()
    assert not violations(reader)
    assert reader.evaluate("document.documentElement.scrollWidth") <= 390
    reader.screenshot(path=screens / "tournament-phone-ja.png", full_page=True)
    phone.close()
