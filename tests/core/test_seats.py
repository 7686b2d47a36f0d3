"""Players, sides and their order."""

from __future__ import annotations

import pytest

from grognard.core.seats import MOST_PLAYERS, Roster
from tests.core.toy import GAME

TEAMS = Roster.of({"anna": "north", "boris": "south", "clara": "north", "dmitri": "east"})


def test_players_keep_their_seat_order() -> None:
    assert TEAMS.ids == ("anna", "boris", "clara", "dmitri")
    assert [TEAMS.number(player) for player in TEAMS.ids] == [0, 1, 2, 3]


def test_sides_are_named_once_in_seat_order() -> None:
    assert TEAMS.sides == ("north", "south", "east")


def test_allies_are_the_players_of_a_side_with_himself() -> None:
    assert [TEAMS.allies(number) for number in range(4)] == [(0, 2), (1,), (0, 2), (3,)]


def test_an_unknown_player_is_told_who_plays() -> None:
    with pytest.raises(ValueError, match='there is no player "eve" here; the players are anna, boris, clara, dmitri'):
        TEAMS.number("eve")


@pytest.mark.parametrize("count", [0, 1, MOST_PLAYERS + 1])
def test_a_game_has_two_to_eight_players(count: int) -> None:
    with pytest.raises(ValueError, match=f"2 to 8 players, not {count}"):
        Roster.of({str(number): "side" for number in range(count)})


def test_every_scenario_has_its_own_roster() -> None:
    sizes = {name: (len(one.roster.players), len(one.roster.sides)) for name, one in GAME.scenarios.items()}
    assert sizes == {"three": (3, 3), "teams": (4, 2), "eight": (8, 3)}
    assert [player["side"] for player in GAME.new("teams").view()["players"]] == ["north", "south", "north", "south"]
