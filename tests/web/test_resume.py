"""A link from another device: the page says whose it is and asks; what a browser holds already it never loses."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Arriving
from tests.web.house import House
from tests.web.player import Player


def with_a_link(player: Player, name: str) -> tuple[str, str]:
    """A table of somebody's and the link to go on with it elsewhere."""
    player.go()
    table = player.post("/api/tables", {"game": "avl", "seats": {"axis": "random"}, "name": name})["id"]
    return table, f"#/resume/{player.post('/api/me/link', {})['token']}"


def tables(player: Player) -> list[str]:
    return [one["id"] for one in player.page.evaluate("fetch('/api/tables').then(r => r.json())")]


def test_a_link_shows_whose_it_is_and_asks(inn: House, arriving: Arriving, screens: Path) -> None:
    desk, phone = arriving(inn.url), arriving(inn.url)
    table, link = with_a_link(desk, "Katya")
    page = phone.page
    phone.go(link)
    expect(page.get_by_role("listitem")).to_contain_text("A Victory Lost Katya (Soviet)")
    expect(page.get_by_text("Go on only if you made this link yourself")).to_be_visible()
    page.screenshot(path=screens / "resume.png")
    assert tables(phone) == [], "nothing has happened yet"
    page.get_by_role("link", name="back to the lobby").click()
    expect(page.get_by_role("heading", name="New at the table?")).to_be_visible()
    assert tables(phone) == []
    phone.go(link)
    page.get_by_role("button", name="That is me").click()
    expect(page.get_by_role("link", name="your move")).to_be_visible()
    assert tables(phone) == tables(desk) == [table]
    assert not desk.errors and not phone.errors


def test_a_strangers_link_takes_nothing_away(inn: House, arriving: Arriving, screens: Path) -> None:
    stranger, victim = arriving(inn.url), arriving(inn.url)
    theirs, link = with_a_link(stranger, "Erich")
    own, _ = with_a_link(victim, "Katya")
    page = victim.page
    for language, warning in (("en", "would lose it"), ("ja", "それを失います")):
        page.evaluate(f"localStorage.setItem('grognard.language', '{language}')")
        victim.go(link)
        page.reload()
        expect(page.get_by_role("listitem")).to_contain_text("Erich")
        expect(page.get_by_role("alert")).to_contain_text(warning)
        assert page.get_by_role("button").count() == 0
        page.screenshot(path=screens / f"resume-held-{language}.png")
    token = link.rsplit("/", 1)[1]
    script = (
        "(token) => fetch('/api/resume', {method: 'POST', headers: {'content-type': 'application/json'}, "
        "body: JSON.stringify({token})}).then((found) => found.status)"
    )
    assert page.evaluate(script, token) == 409
    assert tables(victim) == [own] and tables(stranger) == [theirs]
