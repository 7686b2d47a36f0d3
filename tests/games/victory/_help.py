"""What every rules test of Victory says again and again: place blocks, ask, answer, and be refused.

A test reads as an adjudication: `pos` places the blocks, `may` and `offered` tell what is allowed, `refused` states the
clause that forbids an answer and proves that nothing has changed. Map north lies above map east, unless a test says so;
Red's home is the north, Blue's the east.
"""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ask import IllegalAnswer, Target
from grognard.core.dice import FastDice, ForcedDice, in_order
from grognard.core.play import Play
from grognard.games.victory import GAME
from grognard.games.victory.state import PLACES, VictoryState

Answer = str | tuple[str, Target]


def pos(place: dict[str, str], **words: Any) -> Play:
    """A position from plain words, see `grognard.games.victory.position`."""
    return GAME.position(place=place, **words)


def state_of(play: Play[VictoryState]) -> VictoryState:
    return play.state


def number(play: Play, unit: str) -> int:
    return state_of(play).game.blocks.numbers[unit]


def hexes(play: Play, board: int) -> set[str]:
    return set(state_of(play).game.ground.grid.list_names(board))


# ---- reading the map


def where(play: Play, unit: str) -> str:
    place = state_of(play).hex_of[number(play, unit)]
    return PLACES[place] if place < len(PLACES) else state_of(play).game.ground.grid.name(place)


def steps(play: Play, *units: str) -> list[int]:
    return [state_of(play).steps[number(play, unit)] for unit in units]


def happened(play: Play, key: str) -> list[dict[str, Any]]:
    return [dict(event.message.args) for event in play.events if event.message.key == key]


def at_sea(play: Play, unit: str) -> bool:
    return bool(state_of(play).afloat >> number(play, unit) & 1)


# ---- asking and answering


def player_of(play: Play, unit: str) -> str:
    """Who decides for a block; in these tests armies are called like their players."""
    return next(name for name in sorted(play.roster.ids, key=len, reverse=True) if unit.startswith(f"{name}-"))


def offered(play: Play, player: str, verb: str) -> set[Target]:
    ask = play.ask(player)
    return set() if ask is None else set(ask.answers.get(verb, ()))


def may(play: Play, unit: str, verb: str = "move") -> set[Target]:
    """Where a block that is not moving yet may go."""
    copy = play.clone()
    copy.answer(player_of(play, unit), "unit", unit)
    return offered(copy, player_of(play, unit), verb)


def go(play: Play, unit: str, *answers: Answer) -> None:
    """Move a block: hexes are normal moves, anything else is said in full."""
    player = player_of(play, unit)
    play.answer(player, "unit", unit)
    for answer in answers:
        if isinstance(answer, str):
            play.answer(player, "move", answer)
        else:
            play.answer(player, *answer)
    if play.legal(player, "stop"):
        play.answer(player, "stop")


def barred(play: Play, unit: str, verb: str, target: Target, rule: str) -> None:
    """A block that is not moving yet may not do this, by this clause."""
    copy = play.clone()
    copy.answer(player_of(play, unit), "unit", unit)
    refused(copy, player_of(play, unit), verb, target, rule=rule)


def act(play: Play, *answers: Answer) -> None:
    """Whoever is asked answers; for battles, where one player at a time is."""
    for answer in answers:
        (player,) = play.deciders
        verb, target = (answer, None) if isinstance(answer, str) else answer
        play.answer(player, verb, target)


def asked(play: Play) -> tuple[str, str | None]:
    """Who is asked, and about which block."""
    (player,) = play.deciders
    ask = play.ask(player)
    assert ask is not None
    return player, play.view(player)["ask"]["focus"].get("unit")


def end_moves(play: Play) -> None:
    """Everybody ends his move."""
    while play.result is None and len(play.deciders) == 1 and play.legal(play.deciders[0], "end_move"):
        play.answer(play.deciders[0], "end_move")


def refused(play: Play, player: str, verb: str, target: Target = None, *, rule: str) -> None:
    """The answer is illegal, this clause forbids it, and the position is the same after it was tried."""
    before = state_of(play).clone()
    assert not play.legal(player, verb, target), f"{verb} {target} is allowed"
    reasons = [reason.rule for reason in play.why(player, verb, target)]
    assert rule in reasons, f"{verb} {target}: refused by {reasons}, not by {rule}"
    with pytest.raises(IllegalAnswer):
        play.answer(player, verb, target)
    assert state_of(play) == before


def through_combat(play: Play, answer: str = "pass", limit: int = 200) -> None:
    """Everybody passes, retreats where he must and takes what he has to, until no battle is being fought."""
    for _ in range(limit):
        if play.result is not None or (state_of(play).fight is None and not state_of(play).battles):
            return
        (player,) = play.deciders
        ask = play.ask(player)
        assert ask is not None
        prefer = (
            answer,
            "battle",
            "pass",
            "hit",
            "turn",
            "give_up",
            "retreat",
            "land_at",
            "withdraw",
            "scramble",
            "done",
        )
        verb = next((one for one in prefer if one in ask.answers), next(iter(ask.answers)))
        play.answer(player, verb, ask.answers[verb][0])
    raise AssertionError("the battle does not end")


HOPE: dict[str, str] = {
    "red-fighter-1": "1005", "red-airborne-1": "0306", "red-marine-1": "0705", "red-battleship-1": "0506",
    "blue-infantry-1": "0707", "blue-dive-bomber-1": "0707 at 3", "blue-fighter-1": "0909 at 3",
}  # fmt: skip
"""The movement example's blocks."""


def entry(play: Play, unit: str, target: str) -> str | None:
    """The hex from which a block would enter another, by the path that is previewed; None where it cannot."""
    copy = play.clone()
    player = player_of(play, unit)
    copy.answer(player, "unit", unit)
    if not copy.legal(player, "move", target):
        return None
    found: str = copy.preview(player, "move", target)["path"][-2]
    return found


def after_supply(place: dict[str, str], **words: Any) -> Play:
    """A position after its Supply Phase, nobody having declared a beachhead."""
    play = pos(place, step="supply", **words)
    while play.view(None)["phase"] == "supply":
        for player in play.deciders:
            play.answer(player, "done")
    return play


def next_dice(play: Play, *faces: int) -> None:
    """Force the dice that are rolled next."""
    state = state_of(play)
    state.dice = ForcedDice(in_order(faces, state.rolls), FastDice(0))
