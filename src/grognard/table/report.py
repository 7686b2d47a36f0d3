"""The account of a game: points, losses and dice, turn by turn and in all, from what one viewer may see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

DIE = 6

View = Mapping[str, Any]
Losses = dict[str, dict[str, int]]
Worth = Callable[[Mapping[str, Any]], Sequence[float] | None]


@dataclass(frozen=True, slots=True)
class TurnSeen:
    """A turn as a viewer saw it: the position at its end, its score, and the facts of what happened in it."""

    turn: Any
    score: Any
    end: View
    facts: Sequence[Mapping[str, Any]]


def account(
    now: View, turns: Sequence[TurnSeen], told_losses: bool = False, worth: Worth = lambda _: None
) -> dict[str, Any]:
    """What a report tells; `now` is the position as it stands. Losses are counted, or told by events; `worth` tells
    what each face of a die was worth."""
    sides = list(dict.fromkeys(player["side"] for player in now["players"]))
    side_of = {player["id"]: player["side"] for player in now["players"]} | {side: side for side in sides}
    side_of |= {piece["id"]: piece["side"] for piece in now["pieces"]}
    by_turn = []
    facts: list[Mapping[str, Any]] = []
    before: Losses = {side: {"steps": 0, "units": 0} for side in sides}
    for one in turns:
        facts += one.facts
        lost = told(facts, side_of, sides) if told_losses else losses(one.end["pieces"], sides)
        rolled = dice(one.facts, side_of, sides, worth)
        by_turn.append(
            {
                "turn": one.turn,
                "score": one.score,
                "losses": {
                    side: {what: lost[side][what] - before[side][what] for what in lost[side]} for side in sides
                },
                "luck": {side: {key: rolled[side][key] for key in ("rolls", "effect")} for side in sides},
            }
        )
        before = lost
    return {
        "turns": by_turn,
        "losses": before if told_losses else losses(now["pieces"], sides),
        "dice": dice(facts, side_of, sides, worth),
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


def told(facts: Sequence[Mapping[str, Any]], side_of: Mapping[str, str], sides: Sequence[str]) -> Losses:
    """Steps and whole units that events told of as lost, by side."""
    lost = {side: {"steps": 0, "units": 0} for side in sides}
    for one in facts:
        if "lost" in one and (side := _side(one, side_of)) in lost:
            lost[side]["steps"] += one["lost"]
            lost[side]["units"] += one.get("gone", 0)
    return lost


def _side(fact: Mapping[str, Any], side_of: Mapping[str, str]) -> str:
    """Whose fact it is: of the side, the army or the first unit that it names."""
    units = fact.get("units") or [""]
    return str(fact.get("side") or side_of.get(fact.get("army", ""), side_of.get(units[0], "")))


def dice(
    facts: Sequence[Mapping[str, Any]], side_of: Mapping[str, str], sides: Sequence[str], worth: Worth
) -> dict[str, Any]:
    """What each side rolled, and what its dice did beside what fair ones would have done in their place.

    An event with dice names its side, or who rolled. Of dice that decide nothing that can be counted only the faces
    are told.
    """
    rolled: dict[str, list[int]] = {side: [] for side in sides}
    effect = {side: {"dice": 0, "actual": 0.0, "expected": 0.0, "variance": 0.0} for side in sides}
    for one in facts:
        thrown = [one["die"]] if isinstance(one.get("die"), int) else one.get("dice", [])
        if not thrown or (side := _side(one, side_of)) not in rolled:
            continue
        rolled[side] += thrown
        if (faces := worth(one)) is not None:
            fair = sum(faces) / DIE
            sums = effect[side]
            sums["dice"] += len(thrown)
            sums["actual"] += sum(faces[face - 1] for face in thrown)
            sums["expected"] += len(thrown) * fair
            sums["variance"] += len(thrown) * sum((each - fair) ** 2 for each in faces) / DIE
    return {
        side: {
            "rolls": len(found),
            "faces": [found.count(face) for face in range(1, DIE + 1)],
            "effect": effect[side],
        }
        for side, found in rolled.items()
    }
