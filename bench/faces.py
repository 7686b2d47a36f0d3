"""The research faces beside their peers, in one run: steps per second of random agents. Part of `make bench`.

Every loop is the same for us and for the peer: look at what the agent is given, choose any action of the mask, step. A
round is the same work each time: so many steps from the same seed, enough for whole games. Rounds are played in turns,
processor time alone counts, and the best of each is compared; the median tells how quiet the machine was.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from statistics import median
from types import ModuleType
from typing import Any

import numpy as np

from grognard.core.registry import game_ids
from grognard.lab.env import aec_env, sampler, seat_env, spiel_name
from grognard.lab.env.match import Match

PEER = "PettingZoo chess"
AIM = 10
"""The AEC face beside the peer."""
SIDE_BY_SIDE = 16
"""Games of the sampler."""
PEERS, OURS, QUICK = 600, 5_000, 20_000
"""Steps of a round: of PettingZoo's chess, of ours, of what is written in C++."""
Rate = Callable[[], float]
"""Plays a round; steps per second."""


def any_action(mask: Any, rng: Random) -> int:
    (legal,) = mask.view(np.bool_).nonzero()
    return int(legal[int(rng.random() * len(legal))])


def aec_rate(env: Any, steps: int) -> Rate:
    """PettingZoo's cycle: `last`, then `step`; a game that is done begins anew."""

    def rate() -> float:
        rng, left, start = Random(1), steps, time.process_time()
        env.reset(seed=1)
        while left:
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.reset()
                continue
            env.step(any_action(seen["action_mask"], rng))
            left -= 1
        return steps / (time.process_time() - start)

    return rate


def seat_rate(env: Any, steps: int) -> Rate:
    """Gymnasium's loop; the bots' answers are no steps."""

    def rate() -> float:
        rng, start = Random(1), time.process_time()
        seen, _ = env.reset(seed=1)
        for _ in range(steps):
            seen, _, ended, cut, _ = env.step(any_action(seen["action_mask"], rng))
            if ended or cut:
                seen, _ = env.reset()
        return steps / (time.process_time() - start)

    return rate


def spiel_rate(name: str, steps: int) -> Rate:
    """OpenSpiel's loop: legal actions, chance outcomes, apply; without observations, which it leaves to the caller."""
    import pyspiel

    game = pyspiel.load_game(name)

    def rate() -> float:
        rng, left, start = Random(1), steps, time.process_time()
        state = game.new_initial_state()
        while left:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                state.apply_action(rng.choice(state.chance_outcomes())[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                left -= 1
        return steps / (time.process_time() - start)

    return rate


def engine_rate(game: str, steps: int) -> Rate:
    """The engine alone, with the same choice by chance and nothing shown: what no face can be quicker than."""
    match = Match(game)

    def rate() -> float:
        rng, start = Random(1), time.process_time()
        match.reset(seed=1)
        for _ in range(steps):
            if match.done:
                match.reset()
            match.step(rng.choice(match.spaces.actions.legal(match.offer)))
        return steps / (time.process_time() - start)

    return rate


def sampler_rate(game: str, steps: int) -> Rate:
    """Games side by side, one action in each."""
    games = sampler(game, SIDE_BY_SIDE)

    def rate() -> float:
        rng, start = Random(1), time.process_time()
        games.reset(seed=1)
        for _ in range(steps // SIDE_BY_SIDE):
            games.step([any_action(mask, rng) for mask in games.masks])
        return steps / (time.process_time() - start)

    return rate


def pettingzoo_chess() -> Any:
    """PettingZoo's chess; it imports pygame, which it needs for drawing alone."""
    if find_spec("pygame") is None:
        sys.modules["pygame"] = ModuleType("pygame")
    from pettingzoo.classic import chess_v6

    return chess_v6.env()


def contestants() -> dict[str, Rate]:
    """By name: everybody who is measured."""
    found = {
        PEER: aec_rate(pettingzoo_chess(), PEERS),
        "OpenSpiel chess": spiel_rate("chess", QUICK),
        "OpenSpiel backgammon": spiel_rate("backgammon", QUICK),
    }
    for game in game_ids():
        env = aec_env(game)
        found[f"{game}, engine alone"] = engine_rate(game, OURS)
        found[f"{game}, AEC"] = aec_rate(env, OURS)
        found[f"{game}, sampler of {SIDE_BY_SIDE}"] = sampler_rate(game, OURS)
        found[f"{game}, seat against Random"] = seat_rate(seat_env(game, env.possible_agents[0], "random"), OURS)
        found[f"{game}, OpenSpiel"] = spiel_rate(spiel_name(game), OURS)
    return found


def table(rates: dict[str, list[float]]) -> str:
    peer, usually = max(rates[PEER]), median(rates[PEER])
    lines = [
        "| face | steps per second, best | median | beside PettingZoo chess, best | median | aim |",
        "|---|---|---|---|---|---|",
    ]
    for name, measured in rates.items():
        best, usual = max(measured), median(measured)
        aim = f">= {AIM}: {'yes' if best >= AIM * peer else 'no'}" if name.endswith(", AEC") else ""
        lines.append(f"| {name} | {best:,.0f} | {usual:,.0f} | {best / peer:.1f} | {usual / usually:.1f} | {aim} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    rounds = parser.parse_args().rounds
    warnings.simplefilter("ignore")
    all_of = contestants()
    rates: dict[str, list[float]] = {name: [] for name in all_of}
    for _ in range(rounds):
        for name, rate in all_of.items():
            rates[name].append(rate())
    print(table(rates))


if __name__ == "__main__":
    main()
