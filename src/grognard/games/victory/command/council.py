"""Chapter 10.5: war councils of teams. Posts change hands by the politician's word, by vote, or by a coup.

Each commander has one vote and the politician two. At the start of a turn all players of a team are asked at once and
each speaks once; a motion is voted on before anybody else speaks. It passes with more than half of all votes of the
team, a coup with those of all commanders, and as soon as nobody can change the outcome the rest need not vote. What is
said stays within the team: the others see that it confers, and who commands what when it is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from grognard.core.ask import Offer
from grognard.core.state import EVERYONE
from grognard.core.step import AnyOf, Record, Step
from grognard.core.words import Message
from grognard.games.victory import verbs
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits

POLITICIAN = "politician"
VOTES = {POLITICIAN: 2}
"""10.5b everybody else has one."""


def war_councils(state: VictoryState) -> list[Step[Any]]:
    """10.5a a council of each team."""
    if not state.game.posts:
        return []
    return [OpenCouncil(army.number) for army in state.game.armies]


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


def known_posts(state: VictoryState, side: int | None) -> tuple[int, ...]:
    """By player: his post as this side, or a spectator, knows it: a council tells others nothing before its end."""
    step = state.stack[-1] if state.stack else None
    if isinstance(step, AnyOf):
        step = step.questions[0][1]
    if isinstance(step, WarCouncil | Vote) and state.game.side_of[step.council.army] != side:
        return step.council.posts
    return tuple(state.posts)


def _ids(state: VictoryState) -> tuple[str, ...]:
    return state.game.scenarios[state.game.row.id].roster.ids


def _all_at_once(questions: list[tuple[int, Step[Any]]]) -> Step[Any]:
    return questions[0][1] if len(questions) == 1 else AnyOf(tuple(questions))


# ---- the council


@dataclass(frozen=True, slots=True)
class Council(Record):
    """A team in conference: who has still to speak, and everybody's post when it began."""

    army: int
    open: tuple[int, ...]
    posts: tuple[int, ...]

    def team(self, state: VictoryState) -> tuple[int, ...]:
        return state.game.armies[self.army].players

    def tell(self, state: VictoryState, key: str, rule: str, **args: Any) -> None:
        """Within the team."""
        state.tell(key, rule, to=sum(1 << player for player in self.team(state)), **args)

    def exchange(self, state: VictoryState, one: int, other: int) -> None:
        state.posts[one], state.posts[other] = state.posts[other], state.posts[one]
        for player in (one, other):
            self.tell(state, "event.post", "10.5b", player=_ids(state)[player], word=post_of(state, player))


@dataclass(frozen=True, slots=True)
class OpenCouncil(Step[VictoryState]):
    """A team meets: that much everybody sees."""

    army: int
    automatic = True

    def run(self, state: VictoryState) -> None:
        army = state.game.armies[self.army]
        state.tell("event.council", "10.5a", army=army.id)
        state.push(Conferring(Council(self.army, army.players, tuple(state.posts))))


@dataclass(frozen=True, slots=True)
class Conferring(Step[VictoryState]):
    """All who have not spoken may speak; when all have, the others learn who commands what."""

    council: Council
    automatic = True

    def run(self, state: VictoryState) -> None:
        council = self.council
        if council.open:
            state.push(_all_at_once([(player, WarCouncil(player, council)) for player in council.open]))
            return
        team = council.team(state)
        others = EVERYONE & ~sum(1 << player for player in team)
        for player in team:
            if state.posts[player] != council.posts[player]:
                state.tell("event.post", "10.5b", to=others, player=_ids(state)[player], word=post_of(state, player))


@dataclass(frozen=True, slots=True)
class WarCouncil(Step[VictoryState]):
    """One player's say: transfer commanders, propose a transfer, call a coup, or nothing."""

    player: int
    council: Council
    words = "council"

    def circle(self, state: VictoryState) -> tuple[int, ...]:
        return self.council.team(state)

    def offer(self, state: VictoryState) -> Offer:
        army = self.council.army
        numbers = sum(1 << number for number in pairs(state, army))
        offer: Offer = {verbs.PASS: verbs.YES}
        if post_of(state, self.player) == POLITICIAN:
            offer[verbs.TRANSFER] = numbers
        else:
            offer[verbs.PROPOSE] = numbers
            if politician(state, army) is not None:
                offer[verbs.COUP] = verbs.YES
        return offer

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        council = replace(self.council, open=tuple(one for one in self.council.open if one != self.player))
        state.replace(Conferring(council))
        ids = _ids(state)
        if verb == verbs.TRANSFER:  # 10.5b for cause: nobody votes
            council.exchange(state, *pairs(state, council.army)[target])
        elif verb == verbs.PROPOSE:
            one, other = (ids[player] for player in pairs(state, council.army)[target])
            council.tell(state, "event.motion", "10.5a", player=ids[self.player], player_one=one, player_other=other)
            state.push(Ballot(council, self.player, target, coup=False, ayes=1 << self.player))
        elif verb == verbs.COUP:
            council.tell(state, "event.coup_called", "10.5b", player=ids[self.player])
            state.push(Ballot(council, self.player, 0, coup=True, ayes=1 << self.player))

    def prompt(self, state: VictoryState) -> Message:
        return state.message("prompt.council", "10.5a", word=post_of(state, self.player))

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        """Who would exchange posts, by the number of the answer; and what each vote counts."""
        ids = _ids(state)
        found = pairs(state, self.council.army).items()
        return {
            "pairs": {str(number): [ids[one], ids[other]] for number, (one, other) in found},
            "posts": {ids[player]: post_of(state, player) for player in self.council.team(state)},
        }

    def primary(self, state: VictoryState) -> int | None:
        return verbs.PASS

    def why(self, state: VictoryState, verb: int, target: int) -> list[Message]:
        if verb in (verbs.TRANSFER, verbs.PROPOSE) and verb in self.offer(state):
            return [state.message("why.no_such_exchange", "10.5a")]
        if verb in (verbs.TRANSFER, verbs.COUP):
            return [state.message("why.not_your_right", "10.5b")]
        return []


# ---- votes


@dataclass(frozen=True, slots=True)
class Ballot(Step[VictoryState]):
    """A motion and the votes so far: all who have not voted are asked, until it is decided."""

    council: Council
    caller: int
    pair: int
    coup: bool
    ayes: int
    nays: int = 0
    automatic = True

    def counts(self, state: VictoryState) -> dict[int, int]:
        """Who has a vote in this, and how many: in a coup each of the commanders (10.5b)."""
        head = politician(state, self.council.army)
        team = self.council.team(state)
        return {one: 1 if self.coup else votes_of(state, one) for one in team if not (self.coup and one == head)}

    def needed(self, state: VictoryState) -> int:
        """10.5a more than half of all votes; 10.5b a coup must be unanimous."""
        total = sum(self.counts(state).values())
        return total if self.coup else total // 2 + 1

    def outcome(self, state: VictoryState) -> bool | None:
        """Whether it is carried; None while votes that are not cast can still decide."""
        counts = self.counts(state)
        ayes, nays = (sum(counts[player] for player in bits(votes)) for votes in (self.ayes, self.nays))
        if ayes >= self.needed(state):
            return True
        return False if sum(counts.values()) - nays < self.needed(state) else None

    def run(self, state: VictoryState) -> None:
        passed = self.outcome(state)
        if passed is None:
            voters = [one for one in self.counts(state) if not (self.ayes | self.nays) >> one & 1]
            state.push(_all_at_once([(player, Vote(player, self)) for player in voters]))
            return
        council = self.council
        council.tell(
            state, "event.motion_passed" if passed else "event.motion_failed", "10.5b" if self.coup else "10.5a"
        )
        if passed and self.coup:
            head = politician(state, council.army)
            assert head is not None
            council.exchange(state, self.caller, head)
        elif passed:
            council.exchange(state, *pairs(state, council.army)[self.pair])


@dataclass(frozen=True, slots=True)
class Vote(Step[VictoryState]):
    """One player's vote."""

    player: int
    ballot: Ballot
    words = "vote"

    @property
    def council(self) -> Council:
        return self.ballot.council

    def circle(self, state: VictoryState) -> tuple[int, ...]:
        return self.council.team(state)

    def offer(self, state: VictoryState) -> Offer:
        return {verbs.AYE: verbs.YES, verbs.NAY: verbs.YES}

    def take(self, state: VictoryState, verb: int, target: int) -> None:
        old, bit = self.ballot, 1 << self.player
        aye = verb == verbs.AYE
        state.replace(replace(old, ayes=old.ayes | bit) if aye else replace(old, nays=old.nays | bit))
        count = old.counts(state)[self.player]
        word = "aye" if aye else "nay"
        self.council.tell(state, "event.vote", "10.5a", player=_ids(state)[self.player], word=word, count=count)

    def prompt(self, state: VictoryState) -> Message:
        ids = _ids(state)
        if self.ballot.coup:
            return state.message("prompt.vote_coup", "10.5b", player=ids[self.ballot.caller])
        one, other = pairs(state, self.council.army)[self.ballot.pair]
        return state.message("prompt.vote", "10.5a", player_one=ids[one], player_other=ids[other])

    def focus(self, state: VictoryState) -> Mapping[str, Any]:
        """How the vote stands: who has spoken, what each one's word counts, and how much is needed."""
        ids, old = _ids(state), self.ballot
        counts = old.counts(state)
        said = {one: bool(old.ayes >> one & 1) if (old.ayes | old.nays) >> one & 1 else None for one in counts}
        return {
            "posts": {ids[player]: post_of(state, player) for player in counts},
            "ballot": {
                "votes": [{"player": ids[one], "count": counts[one], "aye": said[one]} for one in counts],
                "needed": old.needed(state),
            },
        }
