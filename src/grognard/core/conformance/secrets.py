"""What a player may not know does not show: not in his view, his refusals or his previews, and not in his log.

A log is made of the past, which dealing anew leaves alone. So it is tested as it is written: the same answer is given
in a position in which what he cannot know is different, or others choose in secret otherwise, and where what he sees
then is the same, so must be what he was told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered, random_answer
from grognard.core.conformance.answers import dead_end
from grognard.core.conformance.copies import accepts, with_state
from grognard.core.conformance.seen import as_sent, everything_seen
from grognard.core.game import Game
from grognard.core.play import SPECTATOR, Play
from grognard.core.snapshot import canonical
from grognard.core.state import Event, State
from grognard.core.view import view

MOST_IN_A_LANE = 2_000
"""Secret choices of one player that go on longer than this are left."""
DEALS = 3
"""How often a position is dealt anew, to see whether anything is."""
EVERY = 4
"""One answer in so many is looked at for that."""
OFTEN = 5
"""In so many positions players must see different things before it is taken for one with secrets."""


def secrets_hold(play: Play, rng: Random) -> list[str]:
    """Two positions that differ only in what a player may not know look, ask and refuse alike, byte by byte.

    A spectator knows no more than any player, so he must not see a difference either.
    """
    faults = []
    before = canonical(play.state)
    in_public = everything_seen(play, SPECTATOR)
    for number, player in enumerate(play.roster.ids):
        truth = everything_seen(play, player)
        for _ in range(2):
            other = with_state(play, _otherwise(play.state, number, rng))
            if everything_seen(other, player) != truth:
                faults.append(f"what {player} sees depends on what {player} may not know")
            if everything_seen(other, SPECTATOR) != in_public:
                faults.append(f"what a spectator sees depends on what {player} may not know")
    if canonical(play.state) != before:
        faults.append("imagining changed the true position")
    return faults


def _otherwise(state: State, player: int, rng: Random) -> State:
    """What a player cannot know dealt anew, and what he is offered himself worked out again from that."""
    other: State = state.game.imagine(state, player, rng)
    other.seen_by(player).settle()
    return other


# ---- the log


def told_alike(play: Play, player: int, answer: int, rng: Random) -> list[str]:
    """An answer is told to a viewer alike whatever lies hidden from him, where what he sees then is alike."""
    if play.state.lanes is not None:
        return []  # what is done in a lane is told as all lanes commit: `choices_told_alike`
    viewer = rng.randrange(len(play.roster.ids))
    other = _otherwise(play.state, viewer, rng)
    other.dice = play.state.dice
    if other.lanes is not None or not offered(other.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK):
        return []
    courses = [_course(state, [(player, answer)]) for state in (play.state, other)]
    return _told_apart(play, courses, (viewer, None))


def choices_told_alike(play: Play, rng: Random) -> list[str]:
    """Where one player chooses in secret otherwise and others see no difference after, they are told none."""
    lanes = play.state.lanes
    if lanes is None:
        return []
    for chooser in lanes:
        chosen = {one: _choices(play.state, one, rng) for one in lanes}
        otherwise = chosen | {chooser: _choices(play.state, chooser, rng)}
        courses = [
            _course(play.state, [(one, answer) for one, answers in given.items() for answer in answers])
            for given in (chosen, otherwise)
        ]
        others = [one for one in range(len(play.roster.ids)) if one != chooser]
        if faults := _told_apart(play, courses, (*others, None)):
            return faults
    return []


def _choices(state: State, player: int, rng: Random) -> list[int]:
    """Answers of one player, at random, until his own lane is done."""
    copy, given = state.clone(), list[int]()
    while player in copy.deciders and copy.barrier == state.barrier and len(given) < MOST_IN_A_LANE:
        if dead_end(copy):
            break
        given.append(random_answer(copy.ask(player), rng))
        copy.apply(player, given[-1])
    return given


Course = tuple[State, list[Event]]
"""Where answers led, and what was told on the way."""


def _course(state: State, answers: Sequence[tuple[int, int]]) -> Course | None:
    """None where the answers do not fit together: `lanes_hold` tells of it."""
    copy, told = state.clone(), list[Event]()
    copy.events = told
    return (copy, told) if all(accepts(copy, player, answer) for player, answer in answers) else None


def _told_apart(play: Play, courses: Sequence[Course | None], viewers: Sequence[int | None]) -> list[str]:
    """Viewers who are told of two courses what they cannot see to be different."""
    one, other = courses
    if one is None or other is None:
        return []
    faults = []
    for viewer in viewers:
        first, second = ([event.message for event in course[1] if event.visible(viewer)] for course in (one, other))
        if first != second and _looks(play, one[0], viewer) == _looks(play, other[0], viewer):
            key = next((a.key for a, b in zip(first, second, strict=False) if a != b), "the number of lines")
            who = "a spectator" if viewer is None else play.roster.ids[viewer]
            faults.append(f"the log tells {who} what {who} may not know: {key}")
    return faults


def _looks(play: Play, state: State, viewer: int | None) -> bytes:
    """A position as a viewer sees it, without a log."""
    shown: Mapping[str, Any] = view(with_state(play, state), viewer)
    return as_sent(dict(shown) | {"can_undo": None, "can_redo": None})


# ---- dealing anew


def hidden_is_dealt(game: Game, seed: int, scenario: str | None = None, answers: int = 300) -> list[str]:
    """Where players see different things there is something hidden, and `deal_hidden` deals it anew."""
    rng, apart = Random(seed), 0
    state = game.fast_state(seed, scenario)
    players = range(len(game.scenario(scenario).roster.ids))
    for number in range(answers):
        if state.over or dead_end(state):
            state = game.fast_state(seed + number, scenario)
            if dead_end(state):
                return []  # fuzzing tells of it
        if number % EVERY == 0 and state.lanes is None and _seen_apart(state, players):
            apart += 1
            if any(_deals(state, player, rng) for player in players for _ in range(DEALS)):
                return []
        player = rng.choice(state.deciders)
        state.apply(player, random_answer(state.ask(player), rng))
    return ["players see different things, but deal_hidden deals nothing anew"] if apart >= OFTEN else []


def _seen_apart(state: State, players: Sequence[int]) -> bool:
    return len({as_sent(state.game.view(state.seen_by(one), one)) for one in players}) > 1


def _deals(state: State, player: int, rng: Random) -> bool:
    dealt = state.clone()
    state.game.deal_hidden(dealt, player, rng)
    return canonical(dealt) != canonical(state)
