"""Chapter 10.5: war councils of teams. Posts change hands by the politician's word, by vote, or by a coup.

Each commander has one vote and the politician two. Every player of a team is asked once at the start of a turn; a
motion is voted on at once, in seat order, and passes with more than half of all votes of the team.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.core.ask import Offer
from grognard.core.step import Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits

POLITICIAN = "politician"
VOTES = {POLITICIAN: 2}
"""10.5b everybody else has one."""


def war_councils(state: VictoryState) -> list[Step[Any]]:
    """10.5a the players of each team in seat order."""
    if not state.game.posts:
        return []
    return [WarCouncil(player, army.number) for army in state.game.armies for player in army.players]


def post_of(state: VictoryState, player: int) -> str:
    return state.game.posts[state.posts[player]]


def votes_of(state: VictoryState, player: int) -> int:
    """10.5b two for the politician, one for each commander."""
    return VOTES.get(post_of(state, player), 1)


def politician(state: VictoryState, army: int) -> int | None:
    players = state.game.armies[army].players
    return next((player for player in players if post_of(state, player) == POLITICIAN), None)


def pairs(state: VictoryState, army: int) -> dict[int, tuple[int, int]]:
    """Commanders who could exchange posts, by number: eight times the first seat of the team plus the second."""
    players = state.game.armies[army].players
    found = {}
    for i, one in enumerate(players):
        for j, other in enumerate(players):
            if i < j and POLITICIAN not in (post_of(state, one), post_of(state, other)):
                found[i * 8 + j] = (one, other)
    return found


def exchange(state: VictoryState, one: int, other: int) -> None:
    state.posts[one], state.posts[other] = state.posts[other], state.posts[one]
    ids = state.game.scenarios[state.game.row.id].roster.ids
    for player in (one, other):
        state.tell("event.post", "10.5b", player=ids[player], word=post_of(state, player))


@dataclass(frozen=True, slots=True)
class WarCouncil(Step[VictoryState]):
    """One player's say: transfer commanders, propose a transfer, call a coup, or nothing."""

    player: int
    army: int
    words = "council"

    def offer(self, state: VictoryState) -> Offer:
        numbers = sum(1 << number for number in pairs(state, self.army))
        offer: Offer = {verbs.PASS: verbs.YES}
        if post_of(state, self.player) == POLITICIAN:
            offer[verbs.TRANSFER] = numbers
        else:
            offer[verbs.PROPOSE] = numbers
            if politician(state, self.army) is not None:
                offer[verbs.COUP] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        state.pop()
        ids = state.game.scenarios[state.game.row.id].roster.ids
        if verb == verbs.TRANSFER:  # 10.5b for cause: nobody votes
            exchange(state, *pairs(state, self.army)[target])
        elif verb == verbs.PROPOSE:
            one, other = pairs(state, self.army)[target]
            state.tell("event.motion", "10.5a", player=ids[self.player], player_one=ids[one], player_other=ids[other])
            self._call(state, target, coup=False)
        elif verb == verbs.COUP:
            state.tell("event.coup_called", "10.5b", player=ids[self.player])
            self._call(state, 0, coup=True)

    def _call(self, state: VictoryState, pair: int, coup: bool) -> None:
        head = politician(state, self.army)
        voters = [
            one for one in state.game.armies[self.army].players if one != self.player and not (coup and one == head)
        ]
        state.push(Ballot(self.army, self.player, pair, coup, tuple(voters), 1 << self.player))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.council", "10.5a", word=post_of(state, self.player))

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        """Who would exchange posts, by the number of the answer; and what each vote counts."""
        ids = state.game.scenarios[state.game.row.id].roster.ids
        found = pairs(state, self.army).items()
        return {
            "pairs": {str(number): [ids[one], ids[other]] for number, (one, other) in found},
            "posts": {ids[player]: post_of(state, player) for player in state.game.armies[self.army].players},
        }

    def primary(self, state: VictoryState) -> int | None:
        return verbs.PASS

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.TRANSFER, verbs.COUP):
            return [state.message("why.not_your_right", "10.5b")]
        return []


@dataclass(frozen=True, slots=True)
class Ballot(Step[VictoryState]):
    """The votes are called one by one and counted."""

    army: int
    caller: int
    pair: int
    coup: bool
    voters: tuple[int, ...]
    ayes: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        if self.voters:
            state.push(Vote(self.voters[0], self))
            return
        players = state.game.armies[self.army].players
        head = politician(state, self.army)
        if self.coup:  # 10.5b unanimous, of the three commanders
            commanders = [player for player in players if player != head]
            passed = all(self.ayes >> player & 1 for player in commanders)
        else:
            total = sum(votes_of(state, player) for player in players)
            passed = 2 * sum(votes_of(state, player) for player in bits(self.ayes)) > total
        state.tell("event.motion_passed" if passed else "event.motion_failed", "10.5b" if self.coup else "10.5a")
        if passed and self.coup:
            assert head is not None
            exchange(state, self.caller, head)
        elif passed:
            exchange(state, *pairs(state, self.army)[self.pair])


@dataclass(frozen=True, slots=True)
class Vote(Step[VictoryState]):
    """One player's vote."""

    player: int
    ballot: Ballot
    words = "vote"

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.AYE: verbs.YES, verbs.NAY: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        old = self.ballot
        ayes = old.ayes | (1 << self.player if verb == verbs.AYE else 0)
        state.replace(Ballot(old.army, old.caller, old.pair, old.coup, old.voters[1:], ayes))
        ids = state.game.scenarios[state.game.row.id].roster.ids
        word = "aye" if verb == verbs.AYE else "nay"
        state.tell("event.vote", "10.5a", player=ids[self.player], word=word, count=votes_of(state, self.player))

    def prompt(self, state: VictoryState) -> Message:
        ids = state.game.scenarios[state.game.row.id].roster.ids
        if self.ballot.coup:
            return state.message("prompt.vote_coup", "10.5b", player=ids[self.ballot.caller])
        one, other = pairs(state, self.ballot.army)[self.ballot.pair]
        return state.message("prompt.vote", "10.5a", player_one=ids[one], player_other=ids[other])

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        """How the vote stands: who has spoken, what each one's word counts, and how much is needed."""
        ids = state.game.scenarios[state.game.row.id].roster.ids
        old = self.ballot
        head = politician(state, old.army)
        players = [one for one in state.game.armies[old.army].players if not (old.coup and one == head)]
        count = {player: 1 if old.coup else votes_of(state, player) for player in players}
        said = {player: None if player in old.voters else bool(old.ayes >> player & 1) for player in players}
        total = sum(count.values())
        return {
            "posts": {ids[player]: post_of(state, player) for player in players},
            "ballot": {
                "votes": [{"player": ids[one], "count": count[one], "aye": said[one]} for one in players],
                "needed": total if old.coup else total // 2 + 1,
            },
        }
