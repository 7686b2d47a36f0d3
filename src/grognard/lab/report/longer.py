"""The command that makes a run longer: all that was played, with more games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from shlex import quote
from typing import Any

from grognard.core.game import Game
from grognard.lab.report.figures import Figures
from grognard.lab.runs.folder import DATA, START
from grognard.lab.runs.plan import DEFAULT_BOT

SWITCH = {"True": "on", "False": "off"}


def longer(game: Game, arms: Sequence[Figures], games: int) -> str:
    """What was played in a run, of which these are the arms, with so many games. Data and moment are the run's own."""
    first = arms[0]
    run, moment = Path(first["run"]), first["moment"]
    words = ["grognard", "sim", first["game"]["id"], "--games", str(games)]
    if moment is None:
        words += _arms(game, arms)
    else:  # the saved game brings its scenario and options
        words += ["--from", str(run / START), "--at", str(moment["answers"])]
        words += [] if moment["asking"] is None else ["--as", moment["asking"]]
    for player in _values(player for one in arms for player in one["planned"]):
        bots = _values(one["planned"][player] for one in arms if player in one["planned"])
        if bots != [DEFAULT_BOT]:
            words += [word for bot in bots for word in ("--seat", f"{player}={bot}")]
    if first["swap"]:
        words.append("--swap")
    if first["seed"]:
        words += ["--seed", str(first["seed"])]
    if first["data"] is not None:
        words += ["--data", str(run / DATA)]
    return " ".join(quote(word) for word in [*words, "--out", str(run)])


def _arms(game: Game, arms: Sequence[Figures]) -> list[str]:
    """Scenarios and options; what is so without being named is not."""
    words: list[str] = []
    scenarios = _values(one["scenario"]["id"] for one in arms)
    if scenarios != [game.scenario().id]:
        words += [word for one in scenarios for word in ("--scenario", one)]
    defaults = {id: {one.id: one.default for one in game.scenario(id).options} for id in scenarios}
    for name in arms[0]["options"]:
        if any(one["options"].get(name) != defaults[one["scenario"]["id"]].get(name) for one in arms):
            values = _values(one["options"].get(name) for one in arms)
            words += [word for value in values for word in ("--option", f"{name}={SWITCH.get(str(value), value)}")]
    return words


def games_to_ask(arms: Sequence[Figures], needs: Iterable[int | None]) -> int:
    """How many games to ask for next of a run with these arms: the most that is needed, in hundreds; never fewer than
    were asked for."""
    ways = max(int(one["seatings"]) for one in arms)  # each has its part of an arm's games
    wanted = max((one for one in needs if one), default=0)
    return max(-(-wanted * ways // 100) * 100, int(arms[0]["wanted"]), 100)


def needs(compared: Mapping[str, Any]) -> list[int | None]:
    """The games that each difference between arms needs."""
    return [row.get("games_needed") for row in compared["arms"]]


def _values(found: Iterable[Any]) -> list[Any]:
    """Each value once, in its order."""
    return list(dict.fromkeys(found))
