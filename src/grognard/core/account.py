"""The account of a game: points, losses and dice, turn by turn and in all, from what one viewer may see.

The table tells it of one game; the lab writes the same down of thousands, from what nobody may hide after the fact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

DIE = 6

View = Mapping[str, Any]
Losses = dict[str, dict[str, int]]
Worth = Callable[[Mapping[str, Any]], Sequence[float] | None]


class Kind(NamedTuple):
    """What a unit is, as its counter tells: losses are added up by it."""

    side: str
    nation: str
    type: str


class Effect(NamedTuple):
    """What the dice of one event did for who rolled them, and what fair ones would have done in their place."""

    dice: int
    actual: float
    expected: float
    variance: float


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
    """Whose fact it is: of the unit, the army or the side that it names. A side beside a unit may be who scores it."""
    units = [fact["unit"]] if "unit" in fact else fact.get("units") or [""]
    return side_of.get(units[0]) or side_of.get(fact.get("army", "")) or str(fact.get("side", ""))


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
        faces = thrown(one)
        if not faces or (side := _side(one, side_of)) not in rolled:
            continue
        rolled[side] += faces
        if (done := luck(one, worth)) is not None:
            sums = effect[side]
            for name, value in done._asdict().items():
                sums[name] += value
    return {
        side: {
            "rolls": len(found),
            "faces": [found.count(face) for face in range(1, DIE + 1)],
            "effect": effect[side],
        }
        for side, found in rolled.items()
    }


def thrown(fact: Mapping[str, Any]) -> list[int]:
    """The dice that an event tells of."""
    return [fact["die"]] if isinstance(fact.get("die"), int) else list(fact.get("dice", ()))


def luck(fact: Mapping[str, Any], worth: Worth) -> Effect | None:
    """What the dice of an event did; None where they decide nothing that can be counted."""
    rolled = thrown(fact)
    if not rolled or (faces := worth(fact)) is None:
        return None
    fair = sum(faces) / DIE
    spread = sum((each - fair) ** 2 for each in faces) / DIE
    return Effect(len(rolled), sum(faces[face - 1] for face in rolled), len(rolled) * fair, len(rolled) * spread)
