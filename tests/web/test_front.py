"""The front page of a house with names: my games by haste, the bar, and what everybody may look at."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import House
from tests.web.player import Player
from tests.web.test_account import PASSWORD
from tests.web.test_axe import violations
from tests.web.test_open_seats import PHONE

DESK = {"width": 1440, "height": 900}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    flags = ("--public", "--host", "127.0.0.1", "--accounts", "--delay", "0")
    found = House(tmp_path_factory.mktemp("front"), *flags)
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


@pytest.fixture
def come(browser: Browser) -> Iterator[Any]:
    contexts: list[BrowserContext] = []

    def arrive(**settings: Any) -> BrowserContext:
        wanted = {"viewport": DESK, "locale": "en-GB", "reduced_motion": "reduce"} | settings
        contexts.append(browser.new_context(**wanted))
        return contexts[-1]

    yield arrive
    for one in contexts:
        one.close()


def send(page: Page, path: str, body: Any, method: str = "POST") -> Any:
    asked = {"method": method, "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
    return page.evaluate(
        "([path, asked]) => fetch(path, asked).then((told) => (told.status === 204 ? null : told.json()))",
        [path, asked],
    )


def member(context: BrowserContext, club: House, name: str) -> Page:
    page = context.new_page()
    page.goto(f"{club.url}/#/settings")
    send(page, "/api/account/register", {"name": name, "password": PASSWORD})
    return page


def front(page: Page, club: House) -> None:
    page.goto(f"{club.url}/#/")
    page.reload()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()


def test_my_games_stand_by_haste_and_j_opens_the_most_urgent(club: House, come: Any, screens: Path) -> None:
    kestrel = member(come(), club, "kestrel")
    for clock in ({"days": 3}, {"minutes": 45, "increment": 15}, None):
        table = {"game": "lb", "seats": {"russian": "recruit"}, "clock": clock}
        assert "id" in send(kestrel, "/api/tables", table)
    front(kestrel, club)
    rows = kestrel.get_by_role("region", name="My games").get_by_role("listitem")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="your move").first).to_be_visible()
    bar = kestrel.get_by_role("banner")
    for way in ("Play", "Watch", "Learn", "Tournaments", "Archive"):
        expect(bar.get_by_role("link", name=way, exact=True)).to_be_visible()
    assert not violations(kestrel)
    kestrel.screenshot(path=screens / "front.png")
    kestrel.keyboard.press("/")
    kestrel.keyboard.type("kes")
    expect(bar.get_by_role("link", name="kestrel player")).to_be_visible()
    kestrel.keyboard.press("Escape")
    kestrel.get_by_role("heading", name="My games").click()
    kestrel.keyboard.press("j")
    expect(kestrel).to_have_url(re.compile("#/table/"))


@pytest.mark.parametrize(("scheme", "size"), [("light", DESK), ("dark", DESK), ("light", PHONE), ("dark", PHONE)])
def test_nothing_serious_on_the_club_pages(club: House, come: Any, screens: Path, scheme: str, size: Any) -> None:
    page = come(color_scheme=scheme, viewport=size).new_page()
    for where in ("", "watch", "learn", "archive", "tournaments", "account"):
        page.goto(f"{club.url}/#/{where}")
        page.reload()
        expect(page.get_by_role("banner")).to_be_visible()
        page.wait_for_timeout(1200)
        assert not violations(page), where
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], where
        page.screenshot(path=screens / f"club-{where or 'front'}-{scheme}-{size['width']}.png")
    if size is PHONE:
        foot = page.get_by_role("navigation").filter(has_text="Me")
        for way in ("Play", "Watch", "Learn", "Tournaments", "Me"):
            box = foot.get_by_role("link", name=way, exact=True).bounding_box()
            assert box is not None and box["height"] >= 44


def test_a_table_is_shown_when_its_player_agrees_and_a_player_is_followed(
    club: House, come: Any, screens: Path
) -> None:
    name = f"mara{token_hex(3)}"  # another one where the test is tried again in the same house
    mara, guest = member(come(), club, name), member(come(), club, f"ivan{token_hex(3)}")
    table = send(mara, "/api/tables", {"game": "lb", "seats": {"russian": "recruit"}})["id"]
    mara.goto(f"{club.url}/#/table/{table}/german")
    expect(mara.get_by_role("dialog")).to_be_visible()  # the briefing, at one's first table of a game
    mara.keyboard.press("Escape")
    mara.get_by_role("button", name="Menu").click()
    expect(mara.get_by_text("Nobody is shown this game.")).to_be_visible()
    mara.get_by_role("button", name="Let everybody look on").click()
    expect(mara.get_by_text("all who play agree")).to_be_visible()

    guest.goto(f"{club.url}/#/people/{name}")
    guest.get_by_role("button", name="Follow", exact=True).click()
    expect(guest.get_by_role("button", name="Unfollow")).to_be_visible()
    guest.goto(f"{club.url}/#/watch")
    expect(guest.get_by_role("region", name="Players you follow")).to_contain_text(name)
    guest.screenshot(path=screens / "watch.png")
    guest.goto(f"{club.url}/#/shown/{table}")
    Player(guest, club.url).drawn()
    expect(guest.get_by_role("banner")).to_contain_text("as everybody is shown it")
    assert not violations(guest)
    guest.screenshot(path=screens / "shown.png")
