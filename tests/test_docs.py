"""The site tells the truth: what its pages name is there, and what games show is in its tables."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from docs import generated
from grognard.core.conformance.spoken import random_answers
from grognard.core.conformance.words import catalogue
from grognard.core.game import ENGINE_LOCALE, Game
from grognard.core.words import LANGUAGES
from two_fords import GAME as EXAMPLE

PAGES = sorted(generated.DOCS.rglob("*.md"))
OUTSIDE = [generated.ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
GAMES = [*(grognard.game(name) for name in grognard.game_ids()), EXAMPLE]
ANSWERS = 120


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(generated.DOCS).as_posix())
def test_every_line_of_a_page_that_names_code_can_be_filled(page: Path) -> None:
    assert "\n::: " not in f"\n{generated.expand(page.read_text(encoding='utf-8'))}"


@pytest.mark.parametrize("line", ["::: doc grognard.core.step.Stop", "::: shape Peace", "::: table grognard.Game"])
def test_a_page_that_names_what_is_not_there_is_refused(line: str) -> None:
    with pytest.raises(generated.Unknown):
        generated.expand(f"# Title\n\n{line}\n")


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=lambda page: page.relative_to(generated.ROOT).as_posix())
def test_files_and_pictures_that_a_page_links_to_are_there(page: Path) -> None:
    links = LINK.findall(page.read_text(encoding="utf-8"))
    assert [link for link in links if "://" not in link and not (page.parent / link).exists()] == []


@pytest.mark.parametrize("first", ["README.md", "docs/index.md"])
def test_who_begins_to_read_is_led_to_every_page_and_to_the_notebook(first: str) -> None:
    begin = generated.ROOT / first
    found, waiting = {begin}, [begin]
    while waiting:
        page = waiting.pop()
        links = LINK.findall(page.read_text(encoding="utf-8")) if page.suffix == ".md" else []
        linked = {(page.parent / link).resolve() for link in links if "://" not in link}
        new = {one for one in linked - found if one.is_relative_to(generated.DOCS)}
        found |= new
        waiting += new
    wanted = {*PAGES, *generated.DOCS.rglob("*.ipynb")}
    assert {one.relative_to(generated.ROOT).as_posix() for one in wanted - found} == set()


@pytest.mark.parametrize("first", ["README.md", "docs/index.md"])
def test_the_first_page_itself_names_what_is_there_for_researchers(first: str) -> None:
    page = generated.ROOT / first
    linked = {Path(link).name for link in LINK.findall(page.read_text(encoding="utf-8"))}
    assert {"lab.md", "balance.md", "research.md", "notebook.ipynb"} <= linked


def _rows(page: str, heading: str) -> set[str]:
    """The words in code type in the first column of the table below a heading."""
    text = (generated.DOCS / "reference" / page).read_text(encoding="utf-8").partition(f"## {heading}\n")[2]
    rows = [line for line in text.partition("\n## ")[0].splitlines() if line.startswith("| `")]
    return {word for row in rows for word in re.findall(r"`([^`]+)`", row.split("|")[1])}


def test_the_page_of_words_lists_the_groups_that_there_are() -> None:
    folders = [ENGINE_LOCALE, *(game.folder / "locale" for game in GAMES)]
    groups = {key.partition(".")[0] for language in LANGUAGES for key in catalogue(*folders).keys(language)}
    assert _rows("words.md", "Groups") == groups


# ---- what is shown


def _shown(game: Game, scenario: str) -> Iterator[tuple[str, Any]]:
    """(shape, something of that shape) from the positions of a random game."""
    play, rng = game.new(scenario, seed=1), Random(1)
    for player in random_answers(play, rng, ANSWERS):
        view = play.view(player)
        yield "View", view
        yield from (("Piece", piece) for piece in view["pieces"])
        yield from (("Marker", marker) for marker in view["markers"])
        yield from (("Track", track) for track in view["tracks"])
        ask = view["ask"]
        yield "Ask", ask
        yield "Focus", ask["focus"]
        yield from _odds(ask["focus"].get("odds"))
        verb = rng.choice(list(ask["answers"]))
        told = play.preview(player, verb, rng.choice(ask["answers"][verb]))
        yield from _odds(told) if "ratio" in told or "by_die" in told else [("preview", told)]


def _odds(odds: Any) -> Iterator[tuple[str, Any]]:
    if odds:
        yield "Odds", odds
        yield from (("Group", group) for key in ("groups", "defence_groups") for group in odds.get(key, ()))
        yield from _odds(odds.get("initial"))


def _unknown(found: Iterable[tuple[str, Any]]) -> set[str]:
    known = {name: {key.name for key in shape.keys} for name, shape in generated.shapes().items()}
    known["preview"] = _rows("view.md", "Previews")
    unknown = {f"{shape}.{key}" for shape, one in found for key in one if key not in known[shape]}
    return unknown - _rows("view.md", "Further keys")


@pytest.mark.parametrize(
    ("game", "scenario"), [(game, scenario) for game in GAMES for scenario in list(game.scenarios)[:2]],
    ids=lambda one: one if isinstance(one, str) else one.id,
)  # fmt: skip
def test_what_games_show_is_in_the_tables_of_the_site(game: Game, scenario: str) -> None:
    assert _unknown(_shown(game, scenario)) == set()
