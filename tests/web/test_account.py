"""A name in a house with accounts: taken by passkey with Chromium's own authenticator, by password, on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.house import House
from tests.web.test_axe import violations

PASSWORD = "eleven lancers at dawn"
PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    """A public house with accounts, under a name: a bare address has no passkeys."""
    found = House(tmp_path_factory.mktemp("club"), "--public", "--host", "127.0.0.1", "--accounts")
    found.url = found.url.replace("127.0.0.1", "localhost")
    yield found
    found.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    found = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-GB", reduced_motion="reduce")
    yield found
    found.close()


def authenticator(page: Page) -> tuple[Any, str]:
    """A device that knows its owner and says yes."""
    line = page.context.new_cdp_session(page)
    line.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    return line, line.send("WebAuthn.addVirtualAuthenticator", {"options": options})["authenticatorId"]


def take(page: Page, name: str) -> None:
    page.get_by_label("Name", exact=True).fill(name)
    expect(page.get_by_text("This name is free.")).to_be_visible()


def with_password(page: Page, url: str, name: str) -> None:
    page.goto(f"{url}/#/account")
    take(page, name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Use a password").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_register_by_passkey_sign_out_and_in_again(club: House, context: BrowserContext) -> None:
    page = context.new_page()
    line, device = authenticator(page)
    page.goto(club.url)
    page.get_by_role("link", name="Sign in").click()
    take(page, "kestrel")
    assert not violations(page)
    page.get_by_role("button", name="Create a passkey for kestrel").click()
    expect(page.get_by_role("heading", name="kestrel")).to_be_visible()
    assert len(line.send("WebAuthn.getCredentials", {"authenticatorId": device})["credentials"]) == 1
    expect(page.get_by_text("Chrome · Linux").first).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in", exact=True).click()
    assert not violations(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("heading", name="kestrel")).to_be_visible()
    page.get_by_role("link", name="Lobby").first.click()
    expect(page.get_by_role("link", name="kestrel")).to_be_visible()


def test_a_device_that_says_no_leaves_the_other_way(club: House, context: BrowserContext) -> None:
    page = context.new_page()
    line, device = authenticator(page)
    line.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.goto(f"{club.url}/#/account")
    take(page, "plover")
    page.get_by_role("button", name="Create a passkey for plover").click()
    expect(page.get_by_role("alert")).to_have_text("No passkey was made or shown. Try again or use a password.")
    expect(page.get_by_label("Name", exact=True)).to_have_value("plover")


def test_a_name_that_is_taken_says_so_while_it_is_written(
    club: House, browser: Browser, context: BrowserContext
) -> None:
    with_password(context.new_page(), club.url, "sparrow")
    other = browser.new_context(locale="en-GB")
    page = other.new_page()
    page.goto(f"{club.url}/#/account")
    page.get_by_label("Name", exact=True).fill("SPARR0W")
    expect(page.get_by_text("That name is taken, or looks like one that is.")).to_be_visible()
    page.get_by_label("Name", exact=True).fill("heron")
    page.get_by_label("Password", exact=True).fill("passwordpassword")
    page.get_by_role("button", name="Use a password").click()
    expect(page.get_by_role("alert")).to_contain_text("leaked somewhere")
    other.close()


def test_a_visitors_games_come_along(club: House, browser: Browser, context: BrowserContext) -> None:
    with_password(context.new_page(), club.url, "lapwing")
    other = browser.new_context(locale="en-GB")
    page = other.new_page()
    page.goto(club.url)
    page.evaluate(
        "fetch('/api/tables', {method: 'POST', headers: {'content-type': 'application/json'}, "
        "body: JSON.stringify({game: 'avl', seats: {soviet: 'recruit'}})}).then(told => told.status)"
    )
    page.goto(f"{club.url}/#/account")
    expect(page.get_by_role("heading", name="What you had before stays yours")).to_be_visible()
    expect(page.get_by_text("A Victory Lost")).to_be_visible()
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.get_by_label("Name", exact=True).fill("lapwing")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in with the password").click()
    page.get_by_role("button", name="Bring these along").click()
    expect(page.get_by_role("status")).to_have_text("1 game is yours now.")
    assert not violations(page)
    expect(page.get_by_role("button", name="Bring these along")).to_have_count(0)
    other.close()


def test_sessions_end_and_the_name_goes(club: House, browser: Browser, context: BrowserContext) -> None:
    page = context.new_page()
    with_password(page, club.url, "curlew")
    other = browser.new_context(locale="en-GB")
    second = other.new_page()
    second.goto(f"{club.url}/#/account")
    second.get_by_role("button", name="Sign in", exact=True).click()
    second.get_by_label("Name", exact=True).fill("curlew")
    second.get_by_label("Password", exact=True).fill(PASSWORD)
    second.get_by_role("button", name="Sign in with the password").click()
    expect(second.get_by_role("heading", name="curlew")).to_be_visible()
    page.reload()
    ends = page.get_by_role("button", name="Sign out: Chrome · Linux")
    expect(ends).to_have_count(2)
    ends.nth(1).click()
    expect(ends).to_have_count(1)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert "grognard-account/1" in download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Delete the name…").click()
    page.get_by_label("Write curlew to show that you mean it").fill("curlew")
    assert not violations(page)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Take a name in this house")).to_be_visible()
    other.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_in_japanese(club: House, browser: Browser, scheme: Any) -> None:
    phone = browser.new_context(**PHONE, locale="ja-JP", color_scheme=scheme)
    page = phone.new_page()
    authenticator(page)
    page.goto(club.url)
    page.get_by_role("link", name="サインイン").click()
    page.get_by_label("名前", exact=True).fill(f"老兵{scheme}")
    expect(page.get_by_text("この名前は使えます。")).to_be_visible()
    assert not violations(page)
    page.get_by_role("button", name=f"老兵{scheme}のパスキーを作る").click()
    expect(page.get_by_role("heading", name=f"老兵{scheme}")).to_be_visible()
    assert not violations(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing lies beyond the edge"
    phone.close()


def test_a_house_without_accounts_shows_nothing_of_them(inn: House, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(inn.url)
    expect(page.locator("article.card").first).to_be_visible()
    assert page.get_by_role("link", name="Sign in").count() == 0
    page.goto(f"{inn.url}/#/account")
    expect(page.get_by_role("heading", name="This house has no accounts")).to_be_visible()
