"""What the browser words by itself: it is given the words of verbs, options, steps and combat results."""

from __future__ import annotations

import pytest

from grognard.core.conformance.words import WORKSHOP
from grognard.core.registry import game, game_ids
from grognard.table.games import PRINTED
from tests.table.guests import Guest


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_browser_is_given_the_words_of_every_combat_result(home: Guest, language: str) -> None:
    words = home.get("/api/games/avl/words").json()[language]
    rows = game("avl").files.tables.crt.rows.values()  # type: ignore[attr-defined]  # a table of this game
    for code in {code for row in rows for code in row}:
        assert words[f"result.{code}"]


def test_rulings_are_served_in_both_languages(home: Guest) -> None:
    clauses = {one["id"]: one for one in home.get("/api/games/avl/rules").json()}
    assert clauses["9.2"]["ruling"].startswith("Declaration") and clauses["9.2"]["ruling_ja"].startswith("ルール")
    assert clauses["1.3a"]["ruling"] is None and clauses["1.3a"]["ruling_ja"] is None


def test_an_overlay_that_only_one_game_has_is_named_by_it(home: Guest) -> None:
    words = home.get("/api/games/vl/words").json()
    assert (words["en"]["overlay.ring"], words["ja"]["overlay.ring"]) == ("Ring", "包囲網")


@pytest.mark.parametrize("name", game_ids())
def test_no_clause_speaks_the_language_of_the_workshop(home: Guest, name: str) -> None:
    for clause in home.get(f"/api/games/{name}/rules").json():
        texts = [clause[key] or "" for key in ("title", "says", "ruling", "title_ja", "says_ja", "ruling_ja")]
        assert not any(WORKSHOP.search(text) for text in texts), clause["id"]


@pytest.mark.parametrize("name", game_ids())
def test_every_clause_without_a_printed_number_has_a_name(home: Guest, name: str) -> None:
    clauses = home.get(f"/api/games/{name}/rules").json()
    words = home.get(f"/api/games/{name}/words").json()
    for clause in clauses:
        if not PRINTED.fullmatch(clause["id"]):
            assert words["en"][f"rule.{clause['id']}"] == clause["title"]
            assert words["ja"][f"rule.{clause['id']}"] == clause["title_ja"]


def test_a_clause_of_ours_under_a_printed_number_is_called_by_its_name(home: Guest) -> None:
    words = home.get("/api/games/victory/words").json()
    assert (words["en"]["rule.6.opt.3"], words["ja"]["rule.6.opt.3"]) == ("Pursuit", "追撃")
    assert "rule.6.31a" not in words["en"] and "rule.10.5b" not in words["en"]
