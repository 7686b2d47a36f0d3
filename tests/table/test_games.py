"""What there is to play: every game with its opening, and no game that cannot be played."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints, entry_points
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import grognard
from grognard.core import registry
from grognard.players.veteran import SECONDS
from grognard.school.lesson import lessons
from grognard.table import games
from tests.core.toy import ToyGame
from tests.table.guests import Guest, opened


class FaultyGame(ToyGame):
    """Loads well and cannot begin."""

    id = "faulty"

    def initial(self, *_: Any) -> Any:
        raise KeyError("no such\ncounter")


FAULTY = FaultyGame()
THIRD_PARTY = [
    EntryPoint("absent", "tests.core.nowhere:GAME", registry.GROUP),
    EntryPoint("broken", "tests.table.test_games:BROKEN[0]", registry.GROUP),
    EntryPoint("faulty", "tests.table.test_games:FAULTY", registry.GROUP),
]


def forget() -> None:
    for known in (registry.game_ids, registry.game, games.offered, games.opening):
        known.cache_clear()


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Games of other people beside ours, none of them sound."""
    ours = list(entry_points(group=registry.GROUP))
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints([*ours, *THIRD_PARTY]))
    forget()
    yield
    forget()


@pytest.mark.usefixtures("installed")
def test_a_game_that_cannot_be_played_is_left_out_with_one_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ours = [one for one in registry.game_ids() if one not in {point.name for point in THIRD_PARTY}]
    with caplog.at_level(logging.WARNING), opened(tmp_path) as inn:
        home = inn.guest()
        for _ in range(2):
            found = [one["id"] for one in home.get("/api/games").json()]
        assert found == ours
        for what in ("map", "words", "rules", "setup"):
            assert home.get(f"/api/games/faulty/{what}").status_code == 404
            assert home.get(f"/api/games/avl/{what}").status_code == 200
    told = [one.getMessage() for one in caplog.records]
    assert len(told) == 3 and not any("\n" in one for one in told)
    assert [one.split()[1] for one in told] == ["absent", "broken", "faulty"]


@pytest.mark.parametrize("game_id", grognard.game_ids())
def test_every_game_tells_its_opening_as_anybody_may_see_it(home: Guest, game_id: str) -> None:
    (card,) = [one for one in home.get("/api/games").json() if one["id"] == game_id]
    assert card["setup"] is True
    found = home.get(f"/api/games/{game_id}/setup").json()
    assert set(found) == {"pieces"}
    assert found == home.get(f"/api/games/{game_id}/setup?scenario={card['scenarios'][0]['id']}").json()
    play = grognard.game(game_id).new(seed=games.PICTURED)
    begun = play.view(None)["pieces"]
    standing = {piece["side"] for piece in begun if piece["on_map"]}
    # who has to deploy first is shown deployed; nobody looks into a hand of blocks
    assert (found["pieces"] == begun) == (standing == set(play.roster.sides))
    assert {piece["side"] for piece in found["pieces"] if piece["on_map"]} == set(play.roster.sides)
    if game_id == "victory":
        shown = [piece for piece in found["pieces"] if not piece.get("hidden")]
        assert shown == [], "no block of an army that is deployed is turned up"


@pytest.mark.parametrize("game_id", grognard.game_ids())
def test_a_card_names_the_lessons_in_their_order(home: Guest, game_id: str) -> None:
    (card,) = [one for one in home.get("/api/games").json() if one["id"] == game_id]
    taught = lessons(grognard.game(game_id))
    assert taught and [one["id"] for one in card["lessons"]] == [one.id for one in taught]
    first = {"id": taught[0].id, "order": 1, "minutes": taught[0].minutes, "title": taught[0].title.as_json()}
    assert card["lessons"][0] == first


def test_there_is_no_opening_of_what_is_not_there(home: Guest) -> None:
    assert home.get("/api/games/chess/setup").status_code == 404
    assert home.get("/api/games/avl/setup?scenario=seelöwe").status_code == 404
    assert home.get(f"/api/games/avl/setup?scenario={'x' * 65}").status_code == 422


def test_a_map_is_the_one_that_its_options_lay_out(home: Guest) -> None:
    def laid(**options: Any) -> Any:
        return map_of({"scenario": "quick-start", "options": json.dumps(options)})

    def map_of(query: dict[str, str]) -> Any:
        return home.get(f"/api/games/victory/map?{urlencode(query)}")

    whole = laid(maps="north,random/west:180,south", map_seed=7).json()
    assert len(whole["joined"]) == 4
    assert whole == laid(maps="north,random/west:180,south", map_seed=7).json()
    assert whole != laid(maps="north,random/west:180,south", map_seed=8).json()
    play = grognard.game("victory").new("quick-start", {"maps": "north,random/west:180,south", "map_seed": 7})
    assert whole == json.loads(json.dumps(play.game.map.document))
    for refused in ({"maps": "north,atlantis"}, {"map_seed": -1}, {"map_seed": 10**30}, {"turns": "x"}, {"no": 1}):
        assert laid(**refused).status_code == 422, refused
    for unread in ("[]", "{", "[" * 2000, "1"):
        assert map_of({"options": unread}).status_code == 422, unread


def test_a_table_tells_what_its_map_was_laid_out_by(home: Guest) -> None:
    wanted = {"maps": "east,west", "turns": 3}
    table = home.post("/api/tables", {"game": "victory", "scenario": "quick-start", "options": wanted}).json()
    assert wanted.items() <= table["options"].items()


def test_an_option_that_is_one_of_a_few_values_tells_them_in_words(home: Guest) -> None:
    lb = next(one for one in home.get("/api/games").json() if one["id"] == "lb")
    told = {option["id"]: option.get("choices") for option in lb["scenarios"][0]["options"]}
    assert told["s1_x15"] == [
        {"value": "fortifications", "words": {"en": "fortifications", "ja": "陣地"}},
        {"value": "supply", "words": {"en": "artillery supply", "ja": "砲兵補給"}},
    ]
    assert [one["words"]["ja"] for one in told["s1_german_extra_supply"]] == ["0", "12", "24"]
    assert told["engineer_bridges_only"] is None


def test_a_scenario_tells_in_which_seats_nobody_looks_ahead(home: Guest) -> None:
    """And for how long in the others, where it is not all the time."""
    found = {
        (game["id"], one["id"]): (one["bots"], one["ahead"])
        for game in home.get("/api/games").json()
        for one in game["scenarios"]
    }
    for (game_id, scenario), (bots, ahead) in found.items():
        looking = [one for one in bots if one in SECONDS]
        if not looking:
            assert ahead is None
            continue
        assert ahead["bots"] == looking
        told = grognard.game(game_id).scenario(scenario)
        sides = {player.side for player in told.roster.players}
        seldom = {side: turns for side, turns in ahead["last_turns"].items() if 0 <= turns < told.turns}
        assert seldom == ahead["last_turns"] and seldom.keys() <= sides
        assert any(turns > 0 for turns in (seldom.get(side, told.turns) for side in sides)), "or why is he there"
    assert found["vl", "campaign"][1] == {"bots": ["veteran", "grognard"], "last_turns": {}}
