"""Bots in the other seats of a match: each thinks with positions imagined from its own view, as in `lab.simulate`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from grognard.core.ask import random_answer
from grognard.core.game import SetupError
from grognard.lab.env.match import NOBODY, Match
from grognard.lab.simulate import Mind
from grognard.players import Bot, bot
from grognard.players.patience import Patience


class Opponents:
    """Those who answer for every seat but one."""

    def __init__(self, match: Match, seat: str, bots: str | Mapping[str, str]) -> None:
        if seat not in match.seats:
            raise SetupError(f'there is no player "{seat}" here; the players are {", ".join(match.seats)}')
        self.match = match
        self.seat = match.roster.number(seat)
        others = [one for one in match.seats if one != seat]
        given = dict.fromkeys(others, bots) if isinstance(bots, str) else dict(bots)
        if {*given} != {*others}:
            raise SetupError(f"bots are named for {', '.join(others)}, not for {', '.join(given) or 'nobody'}")
        self._names = given
        self._bots: dict[int, Bot] = {
            match.roster.number(one): bot(name, match.game.id, match.scenario.id) for one, name in given.items()
        }
        self.sit_down(0)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies have the same thoughts to come, but remember no plan: they look at the position anew."""
        thoughts = {number: rng.getstate() for number, rng in self._thoughts.items()}
        return _seated, (self.match, self.match.seats[self.seat], self._names, thoughts)

    def sit_down(self, seed: int) -> None:
        """Begin a game: nothing is remembered of the last."""
        self._thoughts = {number: Random(f"{seed}/{self.match.seats[number]}") for number in self._bots}
        self._minds = {number: Mind() for number in self._bots}
        self._patience = {number: Patience() for number in self._bots}
        for one in self._bots.values():
            one.memory = None

    def heard(self) -> None:
        """Another has answered: what was imagined may no longer stand."""
        for mind in self._minds.values():
            mind.forget()

    def play_on(self) -> None:
        """Answer until the seat that is not a bot's is asked, or the game is done."""
        match = self.match
        while match.asked not in (NOBODY, self.seat):
            player, state = match.asked, match.state
            answer, secret = self._answer(player), state.lanes is not None
            match.answer(answer)
            self._minds[player].answered(state, player, answer)
            if not secret or state.lanes is None:
                for number, mind in self._minds.items():
                    if number != player:
                        mind.forget()

    def _answer(self, player: int) -> int:
        match, rng = self.match, self._thoughts[player]
        if not self._patience[player].with_bot(match.state, player):
            return random_answer(match.offer, rng)
        seen = self._minds[player].position(match.game, match.state, player, rng)
        return self._bots[player].choose(seen, player, rng)


def _seated(match: Match, seat: str, names: Mapping[str, str], thoughts: Mapping[int, tuple[Any, ...]]) -> Opponents:
    """Opponents as they were written down."""
    found = Opponents(match, seat, names)
    for number, kept in thoughts.items():
        found._thoughts[number].setstate(kept)
    return found
