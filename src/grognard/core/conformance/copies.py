"""Copies, snapshots and private lanes: what happens to one does not touch another."""

from __future__ import annotations

import json
from random import Random

from grognard.core.ask import NotOffered, random_answer
from grognard.core.conformance.answers import dead_end
from grognard.core.conformance.seen import seen_by_all
from grognard.core.play import Play
from grognard.core.snapshot import canonical, restore, snapshot
from grognard.core.state import State

FURTHER = 12
"""How many answers a copy plays on, to see that it leaves the original alone and goes the same way."""
MOST_IN_LANES = 30_000
"""Secret choices that go on longer than this never end."""


def clone_is_independent(play: Play, rng: Random) -> list[str]:
    """What happens to a copy does not touch the original, nor what it shows."""
    before = canonical(play.state), seen_by_all(play)
    copy = play.clone()
    for _ in range(FURTHER):
        if copy.result is not None or dead_end(copy.state):
            break
        player = rng.choice(copy.state.deciders)
        copy.apply(player, random_answer(copy.state.ask(player), rng))
    untouched = (canonical(play.state), seen_by_all(play)) == before
    return [] if untouched else ["playing on with a clone changed the original"]


def snapshot_holds(play: Play, rng: Random) -> list[str]:
    """A position stored and restored is the same position, shows and offers the same, and goes on alike."""
    state = play.state.clone()
    plain = json.loads(json.dumps(snapshot(state)))
    fresh = play.game.initial(play.scenario, state.options, state.dice)
    restore(fresh, plain)
    if fresh != state or canonical(fresh) != canonical(state):
        return ["a restored snapshot differs from the position it was taken of"]
    if seen_by_all(with_state(play, fresh)) != seen_by_all(with_state(play, state)):
        return ["a restored snapshot shows another position"]
    for _ in range(FURTHER):
        if any(fresh.ask(player) != state.ask(player) for player in state.deciders):
            return ["a restored snapshot offers other answers"]
        if state.over or dead_end(state):
            break
        player = rng.choice(state.deciders)
        answer = random_answer(state.ask(player), rng)
        state.apply(player, answer)
        fresh.apply(player, answer)
        if canonical(fresh) != canonical(state):
            return ["a restored snapshot goes on otherwise"]
    return []


def with_state(play: Play, state: State) -> Play:
    """The same game, with this position in it."""
    copy = play.clone()
    copy.state = state
    return copy


def lanes_hold(play: Play, rng: Random) -> list[str]:
    """Private lanes hold no chance, do not touch each other, and commit alike in whatever order they are answered."""
    lanes = play.state.lanes
    if lanes is None:
        return []
    first, second = play.state.clone(), play.state.clone()
    first.events, second.events = [], []  # as at a table, where answers that do not go together are found out
    given: list[tuple[int, int]] = []
    # the common barrier rises when all lanes are committed
    while first.barrier == play.state.barrier and len(given) < MOST_IN_LANES and not dead_end(first):
        for player, lane in (first.lanes or {}).items():
            if chance(lane.state) != chance(first):
                return [f"a die is rolled or something revealed in a private lane, by player {player}"]
        player = rng.choice(first.deciders)
        given.append((player, random_answer(first.ask(player), rng)))
        if not accepts(first, *given[-1]):
            return ["one player's secret choice stands in another's way"]
    for player, answer in sorted(given, key=lambda one: -one[0]):
        if not accepts(second, player, answer):
            return ["one player's secret choice stands in another's way"]
    return [] if canonical(first) == canonical(second) else ["lanes answered in another order commit otherwise"]


def accepts(state: State, player: int, answer: int) -> bool:
    try:
        state.apply(player, answer)
    except NotOffered:
        return False
    return True


def chance(state: State) -> tuple[int, int]:
    """What rises with every die and every reveal."""
    return state.rolls, state.barrier
