"""What a table needs is asked for before the page's scripts are there: nothing is lost, doubled or answered unseen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.web.house import House
from tests.web.player import Player

SCRIPTS = "**/assets/start-*.js"
MAP = "**/api/games/*/map*"
SPOKEN = ".table ~ [aria-live=assertive]"
# What is spoken at the first frame that has a place for it, and whether the question stands there when words come.
LISTENS = f"""window.frames_ = []; (function frame() {{ const place = document.querySelector('{SPOKEN}');
  if (place) frames_.push([place.textContent !== '', document.getElementById('decision') !== null]);
  if (frames_.length < 3000) requestAnimationFrame(frame); }})()"""


def held(page: Page, pattern: str) -> Callable[[], None]:
    """Nothing that fits comes before what is returned is called."""
    page.route(pattern, lambda route: None)
    return lambda: page.unroute(pattern)  # what waits goes on then


@pytest.fixture
def table(house: House) -> str:
    return house.open(seats={"axis": "recruit"})


@pytest.fixture
def lines(player: Player) -> list[WebSocket]:
    found: list[WebSocket] = []
    player.page.on("websocket", lambda line: found.append(line))
    return found


def test_who_goes_elsewhere_before_the_table_is_there_does_not_stay_at_it(
    player: Player, table: str, lines: list[WebSocket]
) -> None:
    page = player.page
    let_come = held(page, SCRIPTS)
    player.go(f"#/table/{table}/soviet")
    player.until(lambda: player.updates == 1, "the line that is opened ahead")
    page.evaluate("location.hash = '#/'")
    let_come()
    expect(player.card()).to_be_visible()
    player.until(lambda: lines[0].is_closed(), "the line to be closed")
    page.evaluate(f"location.hash = '#/table/{table}/soviet'")
    player.drawn()
    assert len(lines) == 2 and not lines[1].is_closed()
    assert not player.errors


def test_a_table_that_is_there_at_once_has_one_line_and_asks_for_nothing_twice(
    player: Player, table: str, lines: list[WebSocket]
) -> None:
    asked: list[str] = []
    player.page.on("request", lambda request: asked.append(request.url))
    player.sit(table, "soviet")
    expect(player.decision).to_be_visible()
    assert len(lines) == 1 and player.updates == 1
    paths = [url.removeprefix(player.url).partition("?")[0] for url in asked]
    assert [paths.count(f"/api/games{one}") for one in ("", "/avl/map", "/avl/words")] == [1, 1, 1]
    assert not player.errors


def test_a_map_that_failed_to_come_ahead_is_asked_for_again(player: Player, table: str) -> None:
    page = player.page
    let_come = held(page, SCRIPTS)
    page.route(MAP, lambda route: route.abort())
    with page.expect_event("requestfailed"):
        player.go(f"#/table/{table}/soviet")
    page.unroute(MAP)
    let_come()
    player.drawn()
    expect(player.decision).to_be_visible()


def test_a_table_whose_styles_do_not_come_is_not_shown_without_them(player: Player, table: str) -> None:
    page = player.page
    page.route("**/assets/tables-*.css", lambda route: route.abort())
    player.go(f"#/table/{table}/soviet")
    again = page.get_by_role("alert").get_by_role("button", name="Try again")
    expect(again).to_be_visible()
    expect(page.locator(".table")).to_have_count(0)
    page.unroute("**/assets/tables-*.css")
    again.click()
    player.drawn()
    assert page.locator(".rail").bounding_box()


def test_no_key_answers_a_question_that_is_not_on_the_page_yet_nor_is_it_spoken(player: Player, table: str) -> None:
    page, keys = player.page, player.page.keyboard
    page.add_init_script(LISTENS)
    let_come = held(page, MAP)
    player.go(f"#/table/{table}/soviet")
    expect(page.locator(".top")).to_be_visible()
    assert player.decision.count() == 0, "the map has not come, and the rest waits for it"
    keys.press("Enter")
    page.wait_for_timeout(200)
    assert player.given() == []
    let_come()
    player.drawn()
    expect(player.decision).to_be_visible()
    expect(page.locator(SPOKEN)).to_contain_text("It is your decision")
    words, stands = zip(*page.evaluate("frames_"), strict=True)
    assert not words[0], "a place that comes with its words is not read out"
    assert stands[words.index(True)]
    player.acts(lambda: keys.press("Enter"))
    assert len(player.given()) == 1
    assert not player.errors


def test_an_address_that_names_no_table_is_told(player: Player) -> None:
    player.go("#/table/a%23b/soviet")
    expect(player.page.get_by_text("You cannot look at this table")).to_be_visible()
