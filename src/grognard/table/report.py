"""The account of a game: points, losses and dice, turn by turn and in all, from what one viewer may see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DIE = 6

View = Mapping[str, Any]
Losses = dict[str, dict[str, int]]


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A turn as a viewer saw it: the position at its end, its score, and the facts of what happened in it."""

    turn: Any
    score: Any
    end: View
    facts: Sequence[Mapping[str, Any]]


def account(now: View, turns: Sequence[TurnSeen]) -> dict[str, Any]:
    """What a report tells; `now` is the position as it stands."""
    sides = list(dict.fromkeys(player["side"] for player in now["players"]))
    side_of = {piece["id"]: piece["side"] for piece in now["pieces"]}
    told = []
    before: Losses = {side: {"steps": 0, "units": 0} for side in sides}
    for one in turns:
        lost = losses(one.end["pieces"], sides)
        rolled = dice(one.facts, side_of, sides)
        told.append(
            {
                "turn": one.turn,
                "score": one.score,
                "losses": {
                    side: {what: lost[side][what] - before[side][what] for what in lost[side]} for side in sides
                },
                "luck": {side: {key: rolled[side][key] for key in ("rolls", "total", "expected")} for side in sides},
            }
        )
        before = lost
    return {
        "turns": told,
        "losses": losses(now["pieces"], sides),
        "dice": dice([fact for one in turns for fact in one.facts], side_of, sides),
        "result": now["result"],
    }


def losses(pieces: Sequence[View], sides: Sequence[str]) -> Losses:
    """Steps and whole units that are gone, by side."""
    lost = {side: {"steps": 0, "units": 0} for side in sides}
    for piece in pieces:
        if "full_steps" in piece and piece["side"] in lost:
            lost[piece["side"]]["steps"] += piece["full_steps"] - piece["steps"]
            lost[piece["side"]]["units"] += piece["steps"] == 0
    return lost


def dice(facts: Sequence[Mapping[str, Any]], side_of: Mapping[str, str], sides: Sequence[str]) -> dict[str, Any]:
    """What each side rolled beside what fair dice give: an event with a die names its side, or who rolled."""
    rolled: dict[str, list[int]] = {side: [] for side in sides}
    for one in facts:
        units = one.get("units") or [""]
        side = one.get("side", side_of.get(units[0], ""))
        if isinstance(one.get("die"), int) and side in rolled:
            rolled[side].append(one["die"])
    return {
        side: {
            "rolls": len(found),
            "total": sum(found),
            "expected": len(found) * (DIE + 1) / 2,
            "faces": [found.count(face) for face in range(1, DIE + 1)],
        }
        for side, found in rolled.items()
    }
