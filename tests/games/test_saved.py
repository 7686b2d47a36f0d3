"""Saved games of before: whatever file a step stands in today, its name in a snapshot, and so the digest, stays."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard
from grognard.core.snapshot import from_plain, snapshot, stored_name
from grognard.core.step import RECORDS
from tests.games.lb._help import position as lb
from tests.games.victory._help import pos as victory

GAMES = grognard.game_ids()
NAMES = (Path(__file__).parent / "records.txt").read_text(encoding="utf-8").split()
"""What saved games hold, by game: a name goes only with its rule, when the game's version changes."""

every_game = pytest.mark.parametrize("name", GAMES)


def home_of(name: str) -> str:
    return type(grognard.game(name)).__module__.rpartition(".")[0]


def stored(name: str) -> list[str]:
    """Every record of a game as its snapshots call it."""
    home = home_of(name)
    return [stored_name(cls, home) for key, cls in RECORDS.items() if key.startswith(f"{home}.")]


@every_game
def test_every_record_keeps_the_name_that_saved_games_know_it_by(name: str) -> None:
    wanted = {f"grognard.games.{one}" for one in NAMES if one.startswith(f"{name}.")}
    assert wanted
    assert wanted - {*stored(name)} == set()


@every_game
def test_no_two_records_of_a_game_share_a_name(name: str) -> None:
    names = stored(name)
    assert len({one.rpartition(".")[2] for one in names}) == len(names)


def test_a_battle_is_stored_by_the_names_of_its_files_alone() -> None:
    place = {"red-infantry-1": "0707", "blue-infantry-1": "0707 from 0708"}
    plain = snapshot(victory(place, step="round", fight={"hex": "0707", "by": "blue"}, stop=True).state)
    assert plain["stack"][-1]["record"] == "grognard.games.victory.combat.BeginRound"
    assert plain["fight"]["record"] == "grognard.games.victory.state.Fight"


def test_an_announced_attack_comes_back_from_the_name_of_its_file() -> None:
    place = {"su-tank-bde#1": "2010", "ge-inf-bn#1": "2110"}
    announced = {"attacks": [{"on": ["2110"], "by": ["su-tank-bde#1"]}]}
    state = lb(place, step="final_segment", active="russian", announced=announced, stop=True).state
    (plain,) = snapshot(state)["ground_attacks"]["tuple"]
    assert plain["record"] == "grognard.games.lb.attacks.Attack"
    assert (from_plain(plain),) == state.ground_attacks
