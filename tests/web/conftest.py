"""End-to-end tests: the built page in Debian's Chromium against a real server.

Playwright's loop stays in a process that has once used it, so these tests must come last there: the folder's name sees
to that. Without Chromium or the built page they are skipped, and said to be; where CI is set they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from grognard.table.app import STATIC
from tests.again import once_more
from tests.web.house import House
from tests.web.player import Player

FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
# With each context Chromium would draw the list below its address bar, pages of its own that cost as much as a map.
# Of several lists of what it shall leave only the last holds: this one has to name what Playwright's names, too.
WITHOUT = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
ARGUMENTS = [*FLAGS.split(), f"--disable-features={WITHOUT}"]
SCREENS = Path(__file__).parents[2] / "build" / "screens"
WIDE: ViewportSize = {"width": 1440, "height": 900}
expect.set_options(timeout=20_000)  # two cores draw maps, think for bots and run the tests


def missing() -> str:
    """Why these tests cannot run here, or nothing."""
    if shutil.which("chromium") is None:
        return "there is no chromium here (apt-get install chromium)"
    if not (STATIC / "index.html").is_file():
        return "the page has not been built (make web)"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    once_more(items, Path(__file__).parent)


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if any("tests/web/" in report.nodeid for report in terminalreporter.stats.get("skipped", [])):
        terminalreporter.write_line(f"The end-to-end tests were skipped: {missing()}.", yellow=True)


@pytest.fixture(scope="session", autouse=True)
def _equipped() -> None:
    why = missing()
    if why and os.environ.get("CI"):
        pytest.fail(f"the end-to-end tests must run here, and {why}")
    if why:
        pytest.skip(f"the end-to-end tests need a browser and the page: {why}")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], _equipped: None) -> dict[str, Any]:
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": ARGUMENTS}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "viewport": WIDE, "locale": "en-GB", "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    """A house for its own machine."""
    found = House(tmp_path_factory.mktemp("house"))
    yield found
    found.close()


@pytest.fixture(scope="session")
def inn(tmp_path_factory: pytest.TempPathFactory, _equipped: None) -> Iterator[House]:
    """A public house."""
    found = House(tmp_path_factory.mktemp("inn"), "--public", "--host", "127.0.0.1")
    yield found
    found.close()


@pytest.fixture
def player(page: Page, house: House) -> Player:
    """Somebody at a desk, with a mouse and a keyboard."""
    return Player(page, house.url)


Arriving = Callable[..., Player]


@pytest.fixture
def arriving(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Arriving]:
    """Players who come with a browser of their own."""
    contexts = []

    def come(url: str, **settings: Any) -> Player:
        context = browser.new_context(**{**browser_context_args, **settings})
        contexts.append(context)
        return Player(context.new_page(), url)

    yield come
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def screens() -> Path:
    """Where pictures of the screens are kept: a build artefact."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    return SCREENS
