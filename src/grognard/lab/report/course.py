"""What a run came to, few enough lines to be kept: who won, when it ended, points by turn, and who held what when."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from grognard.lab.report import report
from grognard.lab.runs.read import Run

Course = dict[str, Any]
FIRST: Final = ("number", "points", "turn", "answers")
"""What is kept of the first game."""


def course(run: Run) -> Course:
    """A run of one arm. Points are a tenth, half and nine tenths of the games' by turn; places the share of games
    in which a side holds them, by turn, for those that change hands in some; the first game tells whether the bots
    would play the same today."""
    (told,) = report([run]).arms
    sides = [side["id"] for side in told["sides"]]
    ended = ("winners", "level", "games")
    points = {side: told["points"].get(side, []) for side in sides}
    first = run.row(min(run.numbers()))
    return {
        "game": told["game"]["id"],
        "scenario": told["scenario"]["id"],
        "seats": told["seats"],
        "seed": told["seed"],
        "games": told["games"],
        "won": {side: told["wins"][side]["games"] for side in sides},
        "endings": [{key: one[key] for key in ended} for one in told["endings"]],
        "last_turn": {str(one["turn"]): one["games"] for one in told["length"]["by_turn"]},
        "points": {side: [[one["q10"], one["q50"], one["q90"]] for one in points[side]] for side in sides},
        "first": {key: first[key] for key in FIRST},
        "places": {_name(place): _held(place, sides) for place in told["places"] if place["swing"] > 0},
    }


def _name(place: Mapping[str, Any]) -> str:
    return str(place["names"]["en"] if place["named"] else place["hex"])


def _held(place: Mapping[str, Any], sides: list[str]) -> dict[str, list[float]]:
    return {side: [round(turn[side], 3) for turn in place["by_turn"]] for side in sides}
