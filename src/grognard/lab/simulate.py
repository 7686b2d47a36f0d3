"""Bots among themselves: many games, on several processes, with the same results however many there are.

Game number i is played with a seed made from (seed, i) alone. Each bot sees only positions imagined from its own view.
"""

from __future__ import annotations

import gc
import hashlib
import logging
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from grognard.core.ask import random_answer
from grognard.core.dice import FastDice
from grognard.core.game import Deals, Game, Scenario, SetupError
from grognard.core.registry import game
from grognard.core.state import State
from grognard.lab.beginning import Overlay, Start, beginning, game_of
from grognard.players import Bot, bot
from grognard.players.patience import Patience

log = logging.getLogger(__name__)

DEAF = (signal.SIGINT, signal.SIG_IGN)
"""A worker does not hear Ctrl-C: it is for whoever asked for the games."""
SELDOM = 200_000
"""New things after which Python's collector looks for rubbish during a game, of which play leaves none."""


@dataclass(frozen=True)
class Outcome:
    """How one game ended."""

    number: int
    seed: int
    seats: Mapping[str, str]
    """player -> bot"""
    winners: tuple[str, ...]
    """The winning sides; none for a draw."""
    level: str
    points: Mapping[str, int]
    turn: int | None
    answers: int


@dataclass(frozen=True)
class Pairing:
    """One game to be played: everything a worker needs."""

    game: str
    scenario: str | None
    options: Mapping[str, Any] | None
    number: int
    seed: int
    seats: Mapping[str, str]
    start: Start | None = None
    """The moment that is played on from; None for the scenario's own beginning."""
    data: Overlay | None = None


def simulate(
    game_id: str,
    seats: Mapping[str, str],
    games: int,
    seed: int = 0,
    jobs: int = 1,
    *,
    swap: bool = False,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    told: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Play `games` games and tell how each ended, in order; `told` hears of each as it ends.

    >>> simulate("avl", {"axis": "recruit", "soviet": "random"}, games=10, jobs=2)  # doctest: +SKIP
    """
    table = game(game_id)
    chosen = table.scenario(scenario)
    table.settle_options(chosen, options)
    if games < 1 or jobs < 1:
        raise SetupError(f"games and jobs are at least 1, not {games} and {jobs}")
    seats = check_seats(game_id, chosen, seats)
    to_play = [
        Pairing(game_id, scenario, options, number, own, given)
        for number, own, given in pairings(seats, games, seed, swap)
    ]
    return play_all(to_play, jobs, told)


def play_all(to_play: Sequence[Pairing], jobs: int, told: Callable[[Outcome], None] | None = None) -> list[Outcome]:
    """Play all of these games and tell how each ended, by number; `told` hears of each as it ends."""
    found = []
    for outcome in _in_process(to_play) if jobs == 1 else _in_pool(to_play, jobs):
        found.append(outcome)
        if told is not None:
            told(outcome)
    return sorted(found, key=lambda outcome: outcome.number)


def check_seats(game_id: str, scenario: Scenario, seats: Mapping[str, str]) -> dict[str, str]:
    """Every player with a bot that can play this scenario, in seat order."""
    roster = scenario.roster
    for player, name in seats.items():
        if player not in roster.ids:
            raise SetupError(f'there is no player "{player}"; the players are {", ".join(roster.ids)}')
        bot(name, game_id, scenario.id)
    missing = [player for player in roster.ids if player not in seats]
    if missing:
        raise SetupError(f"nobody sits for {', '.join(missing)}")
    return {player: seats[player] for player in roster.ids}


def seed_of(seed: int, number: int) -> int:
    """The seed of one game of a series.

    >>> seed_of(0, 1) != seed_of(0, 2) != seed_of(1, 2)
    True
    """
    return int.from_bytes(hashlib.sha256(f"{seed}/{number}".encode()).digest()[:8])


def pairings(
    seats: Mapping[str, str], games: int, seed: int, swap: bool
) -> Iterator[tuple[int, int, Mapping[str, str]]]:
    """(number, seed, seats) of every game; with `swap` each seed is played once per turn of the seats."""
    players, bots = list(seats), list(seats.values())
    turns = len(players) if swap else 1
    for number in range(games):
        deal, turn = divmod(number, turns)
        turned = bots[turn:] + bots[:turn]
        yield number, seed_of(seed, deal), dict(zip(players, turned, strict=True))


def _in_process(to_play: Sequence[Pairing]) -> Iterator[Outcome]:
    return map(play_out, to_play)


def _in_pool(to_play: Sequence[Pairing], jobs: int) -> Iterator[Outcome]:
    with ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=DEAF) as pool:
        waiting = [pool.submit(play_out, pairing) for pairing in to_play]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def play_out(
    pairing: Pairing,
    watch: Callable[[State], None] | None = None,
    heard: Callable[[int, int], None] | None = None,
) -> Outcome:
    """Play one game to its end; `watch` looks at every position before it is answered, `heard` hears each answer."""
    with seldom_swept():
        return _played_out(pairing, watch, heard)


@contextmanager
def seldom_swept() -> Iterator[None]:
    """Python's collector looks for rubbish seldom: by itself it does so after every few hundred new things."""
    usual = gc.get_threshold()
    gc.set_threshold(usual[0] and max(SELDOM, usual[0]), *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)


def _played_out(
    pairing: Pairing, watch: Callable[[State], None] | None, heard: Callable[[int, int], None] | None
) -> Outcome:
    table = game_of(pairing.game, pairing.data)
    roster = table.scenario(pairing.scenario).roster
    bots = [bot(pairing.seats[player]) for player in roster.ids]
    thoughts = [Random(f"{pairing.seed}/{player}") for player in roster.ids]
    minds = [Mind() for _ in roster.ids]
    others = [[other for other in minds if other is not mind] for mind in minds]
    patience = [Patience() for _ in roster.ids]
    state = beginning(pairing)
    answers = 0
    while not state.over:
        if watch is not None:
            watch(state)
        player = state.deciders[0]
        mind = minds[player]
        answer = _answer(table, state, player, bots[player], patience[player], mind, thoughts[player])
        if heard is not None:
            heard(player, answer)
        secret = state.lanes is not None
        state.apply(player, answer)
        mind.answered(state, player, answer)
        if not secret or state.lanes is None:
            for other in others[player]:
                other.forget()
        answers += 1
    result = state.result
    assert result is not None
    return Outcome(
        number=pairing.number,
        seed=pairing.seed,
        seats=pairing.seats,
        winners=result.winners,
        level=result.level,
        points=dict(result.points),
        turn=table.view(state, None).get("turn"),
        answers=answers,
    )


def _answer(table: Game, state: State, player: int, bot: Bot, patience: Patience, mind: Mind, rng: Random) -> int:
    """The bot's answer, or any where it has come back to the same position too often."""
    had = not patience.lost
    if patience.with_bot(state, player):
        return bot.choose(mind.position(table, state, player, rng), player, rng)
    if had:
        log.warning("%s: %s circles at %s: answered at random", table.id, bot.name, state.seen_by(player).stack[-1])
    return random_answer(state.ask(player), rng)


class Mind:
    """What one bot thinks with: a position imagined for it, led on by its own answers until anything else happens.

    While no die is rolled and nothing revealed, its own answers tell it nothing new, so what was dealt may stand where
    dealing is slow; after a die it is dealt again as it was, as far as that still fits.
    """

    __slots__ = ("_chance", "_deals", "_imagined")

    def __init__(self) -> None:
        self._imagined: State | None = None
        self._deals: Deals = {}
        self._chance = (0, 0)

    def position(self, table: Game, state: State, player: int, rng: Random) -> State:
        if self._imagined is None or self._imagined.ask(player) != state.ask(player):
            self._imagined = imagine(table, state, player, rng, self._deals)
            self._chance = state.rolls, state.barrier
        return self._imagined

    def answered(self, state: State, player: int, answer: int) -> None:
        """The bot's answer led to this position."""
        stands = state.game.slow_to_deal and (state.rolls, state.barrier) == self._chance
        if self._imagined is not None and stands:
            self._imagined.apply(player, answer)
        else:
            self.forget()

    def forget(self) -> None:
        self._imagined = None


def imagine(table: Game, state: State, player: int, rng: Random, deals: Deals | None = None) -> State:
    """What a bot may think with: hidden things dealt anew, and dice that are not the game's."""
    imagined: State = table.imagine(state, player, rng, deals)
    imagined.dice = FastDice(rng.getrandbits(64))
    return imagined
