"""The briefing: one screen before the first decision, under a key at any time, on a phone and on one page of paper."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import Arriving
from tests.web.games import at
from tests.web.house import House
from tests.web.player import SCHOOL, Player
from tests.web.test_axe import violations
from tests.web.test_hotseat import choose_chits

PHONE = {"width": 390, "height": 844}
BEGUN = {"avl": ("axis", "soviet"), "vl": ("soviet", "german"), "lb": ("german", "russian"), "victory": ("blue", "red")}
"""By game: who is a bot, and who is you."""
PAGE = re.compile(rb"/Type\s*/Page\b[^s]")


def briefed(player: Player) -> None:
    """He wants to be briefed."""
    player.page.add_init_script(f"sessionStorage.met ?? localStorage.removeItem('{SCHOOL}'); sessionStorage.met = 1")


def briefing(page: Page) -> Locator:
    return page.locator("dialog.briefing")


def new(house: House, game: str = "avl") -> tuple[str, str]:
    bot, you = BEGUN[game]
    return house.open(game=game, seats={bot: "recruit", you: "you"}), you


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(BEGUN))
def test_it_opens_before_the_first_decision_without_scrolling_and_prints_on_one_page(
    player: Player, house: House, game: str, language: str
) -> None:
    page = player.page
    player.game = game
    page.add_init_script(f"localStorage.setItem('grognard.language', '{language}')")
    briefed(player)
    table, seat = new(house, game)
    player.sit(table, seat)
    shown = briefing(page)
    expect(shown.locator(".sheet canvas")).to_be_visible()
    for part in (".body", ".situation", ".told"):
        scrolls = shown.locator(part).evaluate("(on) => on.scrollHeight > on.clientHeight + 1")
        assert not scrolls, f"{part} does not fit"
    assert shown.locator(".primary").count() == 1
    paper = page.pdf(format="A4", margin={"top": "10mm", "right": "10mm", "bottom": "10mm", "left": "10mm"})
    assert len(PAGE.findall(paper)) == 1
    expect(shown).to_be_visible()
    page.keyboard.press("Enter")
    expect(shown).to_have_count(0)
    page.reload()
    player.drawn()
    page.wait_for_timeout(600)
    expect(shown).to_have_count(0)
    assert not player.errors


def test_a_key_opens_it_and_it_tells_where_one_stands(player: Player, house: House) -> None:
    page = player.page
    table = house.post("/api/files", {"file": at("combat"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.decision.get_by_role("button").first.focus()
    page.keyboard.press("b")
    shown = briefing(page)
    expect(shown.get_by_role("button", name="Back to the game")).to_be_focused()
    expect(shown.locator("li[aria-current=step] h3")).to_contain_text("Fight")
    expect(shown.get_by_role("heading", name="Three traps")).to_be_visible()
    page.keyboard.press("b")
    expect(shown).to_have_count(0)
    page.keyboard.press("b")
    shown.get_by_role("button", name="3913 Boguchar").first.click()
    expect(shown).to_have_count(0)
    player.settled()
    assert player.sees("3913", margin=0)
    page.keyboard.press("b")
    shown.get_by_role("button", name=re.compile("^Go to Rostov")).press("Enter")
    player.settled()
    assert player.sees("3435", margin=0)
    page.keyboard.press("b")
    shown.locator(".chip").first.click()
    expect(page.locator("dialog article.here")).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_be_visible()
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    assert not player.errors


def test_nobody_is_briefed_who_looks_on_or_has_decided_already(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    briefed(player)
    table = house.post("/api/files", {"file": at("combat"), "seats": {"axis": "recruit"}})["id"]
    player.sit(table, "soviet")
    player.until(lambda: player.page.evaluate(f"localStorage.getItem('{SCHOOL}') !== null"), "it to be known")
    expect(briefing(player.page)).to_have_count(0)
    onlooker = arriving(house.url)
    briefed(onlooker)
    fresh = house.open(seats={"axis": "recruit", "soviet": "recruit"})
    onlooker.go(f"#/watch/{fresh}")
    onlooker.drawn()
    onlooker.page.wait_for_timeout(600)
    expect(briefing(onlooker.page)).to_have_count(0)


def test_at_one_screen_each_seat_is_briefed_after_its_cover(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    page = player.page
    briefed(player)
    table = house.open(seats={"axis": "you", "soviet": "you"})
    player.go(f"#/table/{table}/soviet")
    expect(briefing(page)).to_contain_text("You are the Soviet command")
    page.keyboard.press("Enter")
    player.drawn()
    for verb in ("historical", "done"):
        player.by_mouse(verb)
    choose_chits(player)
    cover = page.get_by_role("dialog", name="Pass the device")
    expect(cover).to_be_visible()
    expect(briefing(page)).to_have_count(0)
    cover.get_by_role("button", name="I am").click()
    expect(briefing(page)).to_contain_text("You are the Axis command")


def test_before_there_is_a_table_it_is_read_from_the_lobby_and_the_dialog(player: Player) -> None:
    page = player.page
    player.go()
    player.card("Lost Battles").get_by_role("button", name="Briefing: Lost Battles").click()
    shown = briefing(page)
    expect(shown).to_contain_text("Meeting Engagement")
    expect(shown).to_contain_text("You are the Russian command")
    expect(shown.get_by_role("button", name=re.compile("^Go to"))).to_have_count(0)
    shown.get_by_role("button", name="Play this").click()
    dialog = page.get_by_role("dialog", name="New game: Lost Battles")
    dialog.get_by_role("radiogroup", name="German").get_by_text("You").click()
    dialog.get_by_role("radiogroup", name="Russian").get_by_text("Bot").click()
    dialog.get_by_text("Russian Tank Offensive").click()
    dialog.get_by_role("button", name="Briefing").click()
    expect(shown).to_contain_text("Russian Tank Offensive")
    expect(shown).to_contain_text("You are the German command")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    expect(dialog).to_be_visible()
    assert not player.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_by_touch_and_nothing_serious(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme, viewport=PHONE, has_touch=True, is_mobile=True)
    page = player.page
    briefed(player)
    table, seat = new(house)
    player.go(f"#/table/{table}/{seat}")
    shown = briefing(page)
    expect(shown.locator(".sheet canvas")).to_be_visible()
    assert not violations(page)
    assert shown.locator(".body").evaluate("(on) => on.scrollWidth <= on.clientWidth")
    shown.get_by_role("button", name="Traps").tap()
    expect(shown.get_by_role("heading", name="Three traps")).to_be_in_viewport()
    page.wait_for_timeout(600)  # it scrolls to them
    expect(shown.get_by_text("You are the Soviet command")).to_have_count(1)  # in the bar, and not again
    beginning = shown.get_by_role("button", name=re.compile("^Begin: \\S"))  # with what
    for button in (shown.get_by_role("button", name="Close", exact=True), beginning):
        expect(button).to_be_in_viewport()  # bar and foot keep their places, and so do the chips
    begin = beginning.bounding_box()
    assert begin and begin["y"] > 740
    expect(shown.get_by_role("button", name="Traps", pressed=True)).to_be_in_viewport()
    shown.get_by_role("button", name="Win", exact=True).tap()
    page.locator("dialog.briefing .body").evaluate("(on) => on.scrollTo(0, 0)")
    shown.get_by_role("button", name="Enlarge").tap()
    shown.locator(".large").get_by_role("button", name=re.compile("^Go to Rostov")).tap()
    expect(shown).to_have_count(0)
    player.drawn()
    assert not player.errors


EDGES = """(shown) => { const lowest = (name, n = 0) => shown.querySelectorAll(name)[n].getBoundingClientRect().bottom;
  return { ruler: lowest('.ruler'), traps: [lowest('.beware li'), lowest('.beware li', 1)],
           fold: shown.querySelector('footer').getBoundingClientRect().top }; }"""


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", list(BEGUN))
def test_on_a_phone_the_ruler_and_two_traps_stand_over_the_fold(
    house: House, arriving: Arriving, game: str, language: str
) -> None:
    player = arriving(house.url, viewport=PHONE, has_touch=True, is_mobile=True)
    player.game = game
    player.page.add_init_script(f"localStorage.setItem('grognard.language', '{language}')")
    briefed(player)
    table, seat = new(house, game)
    player.go(f"#/table/{table}/{seat}")
    shown = briefing(player.page)
    expect(shown.locator(".sheet canvas")).to_be_visible()
    expect(shown.locator(".beware li")).to_have_count(3)
    edges = shown.evaluate(EDGES)
    assert max(edges["ruler"], *edges["traps"]) <= edges["fold"], edges
    assert shown.locator(".body").evaluate("(on) => on.scrollTop === 0 && on.scrollWidth <= on.clientWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious_at_a_desk(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    briefed(player)
    for game in ("avl", "victory"):
        table, seat = new(house, game)
        player.game = game
        player.go(f"#/table/{table}/{seat}")
        expect(briefing(player.page).locator(".sheet canvas")).to_be_visible()
        assert not violations(player.page)
