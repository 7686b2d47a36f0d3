"""A game of a run again, from its row: the same bots answer the same, and it becomes a game that all can look at."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grognard.core.game import SetupError
from grognard.core.journal import Header
from grognard.core.play import Play
from grognard.core.snapshot import snapshot
from grognard.lab.beginning import beginning, game_of
from grognard.lab.runs.read import Run
from grognard.lab.simulate import Outcome, Pairing, play_out


def again(run: Run, number: int) -> Play:
    """Game number so much of a run, played again and found to come out as its row says."""
    row = run.row(number)
    game = run.game
    if run.plan.game_version != game.version:
        raise SetupError(f"{run.path} was played by rules version {run.plan.game_version}, this is {game.version}")
    outcome, play = told_again(replace(run.pairing(number), seed=row["seed"], seats=row["seats"]))
    for name, was, now in differences(row, outcome):
        raise SetupError(f"game {number} of {run.path} does not come out as it was written: {name} {was}, now {now}")
    return play


def told_again(pairing: Pairing) -> tuple[Outcome, Play]:
    """Play a game as a worker does and give the same answers to one that is written down."""
    given: list[tuple[int, int]] = []
    outcome = play_out(pairing, heard=lambda player, answer: given.append((player, answer)))
    game = game_of(pairing.game, pairing.data)
    scenario = game.scenario(pairing.scenario)
    options = game.settle_options(scenario, pairing.options)
    header = Header(game.id, game.version, scenario.id, options, str(pairing.seed), quick=True)
    play = Play.begin(game, header, None if pairing.start is None else snapshot(beginning(pairing)))
    for player, answer in given:
        play.apply(player, answer)
    result = play.result
    if result is None or (result.winners, dict(result.points)) != (outcome.winners, dict(outcome.points)):
        raise SetupError(f"game {pairing.number} does not come out the same when it is written down")
    return outcome, play


def differences(row: dict[str, Any], outcome: Outcome) -> list[tuple[str, Any, Any]]:
    """What a game that was played again came to, where it is not what its row says: name, then and now."""
    now = {
        "winners": list(outcome.winners), "level": outcome.level, "points": dict(outcome.points),
        "turn": outcome.turn, "answers": outcome.answers,
    }  # fmt: skip
    return [(name, row[name], value) for name, value in now.items() if row[name] != value]
