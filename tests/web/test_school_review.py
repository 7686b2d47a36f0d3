"""The review of a game that is over, as a page: read by day and by night, on a desk and on a phone."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import httpx2
import pytest
from playwright.sync_api import expect

import grognard
from grognard.players import bot
from grognard.school import review
from grognard.table.reviews import reviewed
from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player
from tests.web.test_axe import violations
from tests.web.test_phone import PHONE

WIDE: dict[str, Any] = {}


@cache
def played() -> dict[str, Any]:
    """The file of a game that chance played to its end."""
    play, chance, rng = grognard.game("vl").new(None, {}, "9"), bot("random"), Random(2)
    while play.result is None:
        player = play.state.deciders[0]
        play.apply(player, chance.choose(play.state, player, rng))
    return play.journal().plain()


@cache
def document() -> dict[str, Any]:
    """Its review, thought of as little as can be: what is looked at here is the page."""
    with pytest.MonkeyPatch.context() as patch:
        for name, few in (("FAIR", 1), ("CLOSE", 1), ("DICE", 2), ("SURE", 0.0)):
            patch.setattr(review, name, few)
        return {"state": "done", **reviewed(played(), "soviet")}


def placed(house: House, table: str) -> dict[str, Any]:
    """The same with its places inside the replay of a table, which runs automatic steps together."""
    length = httpx2.get(f"{house.url}/api/tables/{table}/replay?seat=soviet").json()["length"]
    moved = {
        name: [{**one, "step": min(one["step"], length - n)} for n, one in enumerate(document()[name])]
        for name in ("decisions", "well")
    }
    return {**document(), **moved}


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["desk", "phone"])
def test_nothing_serious_in_a_review(house: House, arriving: Arriving, screen: dict[str, Any], scheme: str) -> None:
    player = arriving(house.url, **{**screen, "color_scheme": scheme})
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    found = placed(house, table)
    page.route("**/review?*", lambda route: route.fulfill(json=found))
    player.go(f"#/review/{table}/soviet")
    expect(page.locator(".parts dt")).to_have_count(5)
    lines = page.locator("aside article")
    expect(lines).to_have_count(len([one for one in document()["decisions"] if one["by"] == "soviet"]))
    assert lines.count(), "there are decisions to look at"
    expect(lines.first.locator(".picture canvas").first).to_be_visible()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not player.errors


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["desk", "phone"])
def test_a_review_in_japanese(house: House, arriving: Arriving, screen: dict[str, Any]) -> None:
    player = arriving(house.url, **screen)
    page = player.page
    page.add_init_script("localStorage.setItem('grognard.language', 'ja')")
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    found = placed(house, table)
    page.route("**/review?*", lambda route: route.fulfill(json=found))
    player.go(f"#/review/{table}/soviet")
    expect(page.locator("[data-closing]")).to_have_text("".join(one["ja"] for one in found["closing"]))
    expect(page.locator("aside article h3").first).to_contain_text(found["decisions"][0]["did"]["ja"])
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not player.errors


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_while_it_is_thought_of_the_page_says_so(house: House, arriving: Arriving, scheme: str) -> None:
    player = arriving(house.url, color_scheme=scheme)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    page.route(
        "**/review?*", lambda route: route.fulfill(status=202, json={"state": "thinking", "seconds": 7, "most": 600})
    )
    player.go(f"#/review/{table}/soviet")
    expect(page.locator("[data-waited]")).to_contain_text("7")
    assert violations(page) == []


def test_a_review_ends_in_words_and_with_a_lesson(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    found = placed(house, table)
    page.route("**/review?*", lambda route: route.fulfill(json=found))
    player.go(f"#/review/{table}/soviet")
    expect(page.locator("[data-closing]")).to_contain_text(found["closing"][0]["en"])
    expect(page.locator("aside article h3").first).to_contain_text(found["decisions"][0]["did"]["en"])
    expect(page.get_by_role("link", name=f"Lesson {found['lesson']['order']}")).to_have_attribute(
        "href", f"#/learn/vl/{found['lesson']['id']}"
    )
    assert not player.errors


def test_a_review_that_cannot_be_had_says_why(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    unable = {"state": "unable", "why": "replay", "about": "answer 7 is refused", "most": 240}
    page.route("**/review?*", lambda route: route.fulfill(json=unable))
    player.go(f"#/review/{table}/soviet")
    expect(page.locator("[data-unable='replay']")).to_contain_text("answer 7 is refused")


def pieces_at(house: House, table: str, step: int) -> Any:
    return httpx2.get(f"{house.url}/api/tables/{table}/replay/{step}?seat=soviet").json()["pieces"]


def comes_to_the_moment(house: House, player: Player, table: str, step: int) -> None:
    """He sits at a table of his own that stands as the other one stood at that step."""
    player.page.wait_for_url(f"{house.url}/#/table/**")
    opened = player.page.url.split("/table/")[1].split("/")[0]
    assert opened != table
    player.drawn()
    assert pieces_at(house, opened, 0) == pieces_at(house, table, step)
    assert not player.errors


@pytest.mark.parametrize("screen", [WIDE, PHONE], ids=["desk", "phone"])
def test_one_plays_on_from_any_moment_of_a_replay(house: House, arriving: Arriving, screen: dict[str, Any]) -> None:
    player = arriving(house.url, **screen)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "random"}})["id"]
    player.go(f"#/replay/{table}/soviet")
    onward = page.get_by_role("button", name="Play on from here")
    expect(onward).to_be_disabled()  # it is over there
    page.get_by_role("slider", name="Position in the game").fill("60")
    expect(page.get_by_text("Step 60 of")).to_be_visible()
    expect(onward).to_be_enabled()
    onward.focus()
    page.keyboard.press("Enter")
    comes_to_the_moment(house, player, table, 60)


def test_who_only_looks_on_plays_on_from_nowhere(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "random"}})["id"]
    player.go(f"#/replay/{table}")
    expect(player.page.get_by_role("heading", name="Dice luck")).to_be_visible()
    expect(player.page.get_by_role("link", name="Review")).to_be_visible()
    expect(player.page.get_by_role("button", name="Play on from here")).to_have_count(0)


@pytest.mark.parametrize("kind", ["the others' decisions", "done well"])
def test_one_plays_on_from_what_others_did_and_from_what_was_done_well(
    house: House, arriving: Arriving, kind: str
) -> None:
    player = arriving(house.url)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "random"}})["id"]
    found = placed(house, table)
    bad = next(one for one in found["decisions"] if one["by"] == "german")
    gain = {name: -figure for name, figure in bad["cost"].items()}
    found["well"] = [{name: bad[name] for name in ("by", "turn", "whole", "step", "did", "story")} | {"gain": gain}]
    page.route("**/review?*", lambda route: route.fulfill(json=found))
    player.go(f"#/review/{table}/soviet")
    of_side = page.get_by_role("button", name="German, Random")
    of_side.click()
    expect(of_side).to_have_attribute("aria-pressed", "true")
    row, where = ("well", ".praise") if kind == "done well" else ("decisions", "article")
    theirs = [one for one in found[row] if one["by"] == "german"]
    lines = page.locator(f"aside {where}")
    expect(lines).to_have_count(len(theirs))
    expect(lines.first).to_contain_text(theirs[0]["did"]["en"])
    lines.first.get_by_role("button", name="Play on from here").click()
    comes_to_the_moment(house, player, table, theirs[0]["step"])


def test_a_decision_is_drawn_on_its_map_and_its_cost_is_the_turns(house: House, arriving: Arriving) -> None:
    player = arriving(house.url)
    page = player.page
    table = house.post("/api/files", {"file": played(), "seats": {"soviet": "you", "german": "you"}})["id"]
    found = placed(house, table)
    mine = [one for one in found["decisions"] if one["by"] == "soviet"]
    fought = {"ways": [["1108", "1008"]], "target": "1008", "column": "5/2"}
    better = {**mine[0]["better"], "ways": [["1107", "1008"]], "target": "1008", "column": "4/1"}
    mine[0] |= {"drawn": fought, "better": better}
    page.route("**/review?*", lambda route: route.fulfill(json=found))
    player.go(f"#/review/{table}/soviet")
    card = page.locator("aside article").first
    for kind, column in (("done", "5/2"), ("better", "4/1")):
        drawn = card.locator(f"[data-drawn={kind}]")
        expect(drawn.locator(".head")).to_have_count(1)
        expect(drawn.locator(f"[data-column='{column}']")).to_be_visible()
    expect(card).to_contain_text("the whole turn cost")
    assert not player.errors
