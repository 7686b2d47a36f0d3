"""Two members seek a game in the browser and are paired; on the desktop and on the phone, in both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import House
from tests.web.test_account import PASSWORD
from tests.web.test_axe import violations
from tests.web.test_open_seats import PHONE


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    found = House(tmp_path_factory.mktemp("seek"), "--public", "--host", "127.0.0.1", "--accounts")
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


@pytest.fixture
def contexts(browser: Browser) -> Iterator[list[BrowserContext]]:
    found = [
        browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce"),
        browser.new_context(viewport=PHONE, locale="ja-JP", reduced_motion="reduce"),
    ]
    yield found
    for one in found:
        one.close()


def member(context: BrowserContext, club: House, name: str) -> Page:
    page = context.new_page()
    page.goto(f"{club.url}/#/")
    body = {"name": name, "password": PASSWORD}
    sent = {"method": "POST", "headers": {"content-type": "application/json"}, "body": json.dumps(body)}
    assert page.evaluate("(sent) => fetch('/api/account/register', sent).then((found) => found.status)", sent) == 201
    page.reload()
    return page


def test_two_members_seek_and_are_paired(club: House, contexts: list[BrowserContext], screens: Path) -> None:
    desk, phone = contexts
    erich, anna = member(desk, club, "erich"), member(phone, club, "anna")

    erich.get_by_role("button", name="Seek a game…").click()
    dialog = erich.get_by_role("dialog")
    dialog.get_by_label("Game").select_option("lb")
    dialog.get_by_role("radiogroup", name="Clock").get_by_text("45 min + 15 s").click()
    expect(dialog.get_by_role("checkbox", name="Rated")).to_be_checked()
    assert not violations(erich)
    erich.screenshot(path=screens / "seek-dialog.png")
    dialog.get_by_role("button", name="Seek", exact=True).click()
    bar = erich.get_by_role("region", name="Seek a game")
    expect(bar).to_contain_text("Seeking Lost Battles")
    expect(bar).to_contain_text("1400–1600")
    assert not violations(erich)
    erich.screenshot(path=screens / "seeking.png")

    # he thinks better of it, and seeks again
    bar.get_by_role("button", name="Stop seeking").click()
    expect(bar).to_have_count(0)
    erich.get_by_role("button", name="Seek a game…").click()
    dialog.get_by_label("Game").select_option("lb")
    dialog.get_by_role("button", name="Seek", exact=True).click()
    expect(bar).to_be_visible()
    assert "erich" not in anna.locator("main").inner_text(), "nobody sees who waits"

    anna.get_by_role("button", name="相手を探す…").click()
    sheet = anna.get_by_role("dialog")
    sheet.get_by_label("ゲーム").select_option("lb")
    expect(sheet.get_by_role("radiogroup", name="あなたの陣営")).to_contain_text("ドイツ")
    anna.screenshot(path=screens / "seek-phone-ja.png")
    assert not violations(anna)
    assert anna.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    sheet.get_by_role("button", name="探す", exact=True).click()

    at_table = re.compile(r"#/table/[^/]+/(german|russian)")
    expect(erich).to_have_url(at_table, timeout=15_000)
    expect(anna).to_have_url(at_table, timeout=15_000)
    tables = {page.url.split("/table/")[1].split("/")[0] for page in (erich, anna)}
    assert len(tables) == 1 and erich.url != anna.url
    expect(erich.get_by_role("list", name="Seats")).to_contain_text("anna")
    erich.screenshot(path=screens / "paired.png")


def test_a_seat_for_a_level_says_so(club: House, contexts: list[BrowserContext], screens: Path) -> None:
    host = member(contexts[0], club, "katya")
    host.get_by_role("button", name="Offer a game…").click()
    host.get_by_role("radiogroup", name="Game").get_by_text("Lost Battles").click()
    host.get_by_role("radiogroup", name="Days a move").get_by_text("3", exact=True).click()
    host.get_by_role("radiogroup", name="Who may accept").get_by_text("Names near me").click()
    expect(host.get_by_role("slider", name="from")).to_have_value("1350")
    host.get_by_role("slider", name="from").fill("1510")
    assert not violations(host)
    host.screenshot(path=screens / "offer-level.png")
    host.get_by_role("button", name="Put it up").click()
    expect(host).to_have_url(re.compile("#/table/"))
    anna = member(contexts[1], club, "boris")
    anna.get_by_role("button", name="すべて", exact=True).click()  # at first only what fits him is shown
    row = anna.get_by_role("row").filter(has_text="katya")
    expect(row).to_contain_text("1510〜1650")
    expect(row).to_contain_text("レートの範囲外")
    anna.screenshot(path=screens / "open-seat-level-phone-ja.png")


def test_a_bot_steps_in_and_hands_over_when_the_host_agrees(
    club: House, contexts: list[BrowserContext], screens: Path
) -> None:
    host = member(contexts[0], club, "olga")
    host.get_by_role("button", name="Offer a game…").click()
    host.get_by_role("radiogroup", name="Game").get_by_text("Lost Battles").click()
    host.get_by_role("radiogroup", name="Days a move").get_by_text("3", exact=True).click()
    host.get_by_role("switch", name="A bot plays if nobody comes").check()
    host.get_by_role("group", name="A bot plays").get_by_label("after").select_option("1")
    expect(host.get_by_role("switch", name="Rated")).to_be_disabled()
    assert not violations(host)
    host.screenshot(path=screens / "offer-bot.png")
    host.get_by_role("button", name="Put it up").click()
    expect(host).to_have_url(re.compile("#/table/"))

    expect(host.get_by_role("dialog")).to_be_visible()  # the briefing, at one's first table of a game
    host.keyboard.press("Escape")
    expect(host.get_by_role("dialog")).to_have_count(0)

    late = member(contexts[1], club, "ivan")
    row = late.get_by_role("row").filter(has_text="olga")
    expect(row).to_contain_text("あと1分で")
    asking = row.get_by_role("button", name="交代を申し込む")
    expect(asking).to_be_visible(timeout=90_000)
    asking.click()
    expect(row).to_contain_text("申込済み")
    expect(host.get_by_role("alert").filter(has_text="ivan would like to take over")).to_be_visible(timeout=15_000)
    host.screenshot(path=screens / "offer-bot-asked.png")
    host.get_by_role("button", name="Agree").click()
    expect(host.get_by_role("list", name="Seats")).to_contain_text("ivan")
    expect(row).to_have_count(0)
