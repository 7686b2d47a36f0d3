"""Offering a game: what one chooses, how it will stand in the house; on the desktop, and in Japanese on the phone."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.table.members import club
from tests.table.serving import Server, served
from tests.table.test_profiles import account, finished, written
from tests.table.test_rating import member
from tests.web.conftest import Arriving
from tests.web.test_axe import violations
from tests.web.test_open_seats import PHONE
from tests.web.test_profiles import DAY, fits, sign_in

AT_A_TABLE = re.compile("#/table/")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[Server]:
    """A house where some have played for weeks; Erich follows Georgi."""
    folder = tmp_path_factory.mktemp("offer")
    with club(folder) as inn:
        people = [member(inn, name) for name in ("Erich", "Georgi", "Anna", "Ivan", "Mara", "Ines")]
        accounts = [account(inn, one) for one in people]
        for n in range(42):
            axis, soviet = accounts[n % 6], accounts[(n + 1 + n % 4) % 6]
            won = ("soviet",) if n % 7 in (0, 2, 3, 5) else ("axis",)
            written(inn, replace(finished(n, axis, soviet, won), ended_at=time.time() - (80 - n) * DAY))
        assert people[0].ask("PUT", "/api/account/following/people/Georgi").status_code == 204
    with served(folder, "--public", "--host", "127.0.0.1", "--accounts") as found:
        yield found


def at_the_front(arriving: Arriving, house: Server, name: str, **settings: Any) -> Page:
    page = arriving(house.url, **settings).page
    sign_in(page, house, name)
    page.goto(house.url)
    page.reload()
    return page


def segment(dialog: Locator, group: str, words: str) -> Locator:
    return dialog.get_by_role("radiogroup", name=group).get_by_text(words, exact=True)


def offers(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = page.evaluate("fetch('/api/offers').then((found) => found.json())")
    return found


def clear(page: Page) -> None:
    """Take one's own tables away."""
    page.evaluate(
        "async () => { for (const one of await (await fetch('/api/tables')).json())"
        " await fetch(`/api/tables/${one.id}`, { method: 'DELETE' }); }"
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_one_sees_beside_ones_choices_how_it_will_stand(
    house: Server, arriving: Arriving, screens: Path, scheme: str
) -> None:
    page = at_the_front(arriving, house, "Erich", color_scheme=scheme)
    page.get_by_role("button", name="Offer a game…").click()
    dialog = page.get_by_role("dialog", name="Offer a game")
    stands = dialog.locator("dl")
    dialog.get_by_role("radiogroup", name="Game").get_by_text("A Victory Lost").click()
    expect(
        dialog.get_by_text(re.compile(r"Here the \w+ side has won \d+ % of 42 rated games \(\d+–\d+ %\)"))
    ).to_be_visible()
    expect(stands).to_contain_text("either side, by lot")
    expect(stands).to_contain_text("90 min + 30 s a move")
    expect(stands).to_contain_text("anyone with a name")
    expect(stands.get_by_text(re.compile(r"^Erich 1\d\d\d"))).to_be_visible()
    segment(dialog, "Your side", "Soviet").click()
    expect(stands).to_contain_text("Axis")
    segment(dialog, "Who may accept", "Names near me").click()
    expect(dialog.get_by_text(re.compile(r"of the 6 who played it in the last 90 days would fit"))).to_be_visible()
    dialog.get_by_role("slider", name="from").press("ArrowLeft")
    expect(stands.get_by_text(re.compile(r"^\d+–\d+, names$"))).to_be_visible()
    page.screenshot(path=screens / f"offer-{scheme}.png")
    assert not violations(page)

    segment(dialog, "Days a move", "5").click()
    expect(stands).to_contain_text("5 days a move")
    rated = dialog.get_by_role("switch", name="Rated")
    expect(rated).to_be_checked()
    dialog.get_by_role("radio", name="No clock").check()
    expect(rated).to_be_disabled()
    expect(dialog.get_by_text("A rated game needs a clock.")).to_be_visible()
    expect(stands).to_contain_text("no, friendly")
    segment(dialog, "Minutes for the game", "Other…").click()
    dialog.get_by_label("Minutes", exact=True).fill("25")
    dialog.get_by_label("Seconds added a move").fill("5")
    dialog.get_by_label("Seconds added a move").blur()
    expect(stands).to_contain_text("25 min + 5 s a move")
    dialog.get_by_role("button", name="Options").click()
    expect(dialog.locator(".options")).to_be_visible()
    page.screenshot(path=screens / f"offer-options-{scheme}.png")
    assert not violations(page)

    dialog.get_by_role("radiogroup", name="Game", exact=True).get_by_text("Victory", exact=True).click()
    dialog.get_by_label("Scenario").select_option("two-front-war-3")
    expect(dialog.get_by_role("radiogroup", name="Your side", exact=True)).to_have_count(0)
    dialog.get_by_role("radiogroup", name="Red").get_by_text("Bot").click()
    expect(dialog.get_by_text("A rated game is between people.")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 700})
    page.screenshot(path=screens / f"offer-three-{scheme}.png")
    assert not violations(page)


def test_it_is_put_up_by_enter_and_the_list_says_that_the_lot_decided(
    house: Server, arriving: Arriving, screens: Path
) -> None:
    host, guest = at_the_front(arriving, house, "Erich"), at_the_front(arriving, house, "Anna")
    host.get_by_role("button", name="Offer a game…").click()
    dialog = host.get_by_role("dialog", name="Offer a game")
    expect(dialog.get_by_role("radiogroup", name="Game", exact=True).get_by_role("radio", checked=True)).to_be_focused()
    segment(dialog, "Days a move", "2").click()
    host.keyboard.press("Enter")
    expect(host).to_have_url(AT_A_TABLE)
    row = guest.get_by_role("row").filter(has_text="Erich")
    expect(row).to_contain_text("drawn by lot")
    expect(row).to_contain_text("2 days a move")
    guest.screenshot(path=screens / "offer-by-lot.png")
    (found,) = offers(guest)
    assert found["by_lot"] and found["rated"] and found["player"] not in host.url
    clear(host)


def test_both_sides_are_two_tables_and_whom_one_follows_sees_them_alone(house: Server, arriving: Arriving) -> None:
    host, friend, other = (at_the_front(arriving, house, name) for name in ("Erich", "Georgi", "Anna"))
    host.get_by_role("button", name="Offer a game…").click()
    dialog = host.get_by_role("dialog", name="Offer a game")
    segment(dialog, "Your side", "Both, two games").click()
    segment(dialog, "Days a move", "3").click()
    segment(dialog, "Who may accept", "Whom I follow").click()
    expect(dialog.get_by_text("Only the one person whom you follow sees the seat")).to_be_visible()
    expect(dialog.locator("dl")).to_contain_text("whom Erich follows")
    dialog.get_by_role("button", name="Put it up").click()
    expect(host).to_have_url(AT_A_TABLE)
    expect(host.get_by_text("Whom you follow may take this seat").first).to_be_visible()
    rows = friend.get_by_role("row").filter(has_text="Erich")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("for whom the host follows")
    assert len({one["player"] for one in offers(friend)}) == 2 and not any(one["by_lot"] for one in offers(friend))
    assert offers(other) == []
    clear(host)


def test_in_japanese_on_the_phone_it_is_a_sheet_with_one_line_above_the_button(
    house: Server, arriving: Arriving, screens: Path
) -> None:
    page = at_the_front(arriving, house, "Ines", viewport=PHONE, locale="ja-JP", has_touch=True)
    page.get_by_role("button", name="募集する…").click()
    sheet = page.get_by_role("dialog", name="対戦相手を募集する")
    box = sheet.bounding_box()
    assert box is not None and (box["x"], box["y"]) == (0, 0)
    assert (box["width"], box["height"]) == (PHONE["width"], PHONE["height"]), "the whole screen"
    line = sheet.get_by_role("button", name="募集の見え方")
    expect(line).to_contain_text("抽選で決定")
    expect(sheet.locator("dl")).to_have_count(0)
    line.tap()
    expect(sheet.locator("dl")).to_contain_text("Ines")
    page.screenshot(path=screens / "offer-phone-ja-unfolded.png")
    line.tap()
    page.screenshot(path=screens / "offer-phone-ja.png")
    segment(sheet, "あなたの陣営", "両方（2局）").click()
    expect(line).to_contain_text("1局ずつ両方")
    segment(sheet, "1手の日数", "3").click()
    segment(sheet, "席に着ける人", "リンクのみ").click()
    expect(line).to_contain_text("リンクを持つ人")
    segment(sheet, "席に着ける人", "レートの近い人").click()
    expect(line).to_contain_text(re.compile(r"\d+〜\d+"))
    segment(sheet, "あなたの陣営", "どちらでも").click()
    put_up = sheet.get_by_role("button", name="募集する")
    button = put_up.bounding_box()
    assert button is not None and button["y"] + button["height"] <= PHONE["height"] and button["height"] >= 44
    assert fits(page) and not violations(page)
    sheet.get_by_role("slider", name="上限").scroll_into_view_if_needed()
    page.screenshot(path=screens / "offer-phone-ja-who.png")
    put_up.click()
    expect(page).to_have_url(AT_A_TABLE)
    assert [one["by_lot"] for one in offers(page) if one["mine"]] == [True]
    clear(page)
