"""What a player cannot know, dealt anew: for bots that think ahead without cheating (3.0c, 7.1.3).

An imagined position agrees with the player's own view; only chits that he has no right to see change places.
"""

from __future__ import annotations

from random import Random

from grognard.games.avl.counters import AXIS, SOVIET
from grognard.games.avl.state import AWAY, CUP, INACTIVE, PLAYED, REMOVED, AvlState
from grognard.hex.grid import bits


def imagine(state: AvlState, player: int, rng: Random) -> AvlState:
    """A copy in which the opponent's hidden chits lie somewhere they could lie."""
    seen = state.seen_by(player)
    assert isinstance(seen, AvlState)
    other = seen.clone()
    if player == AXIS:
        _deal_soviet_chits(other, rng)
    else:
        _deal_between(other, rng, state.game.chits.of_side[AXIS])
    other.planned = 0 if player == AXIS else other.planned
    return other


def _deal_between(state: AvlState, rng: Random, chits: int) -> None:
    """Which of these face-down chits are in the cup and which in the inactive pool is anybody's guess."""
    cup = bits(state.holds(CUP, chits))
    down = cup + bits(state.holds(INACTIVE, chits))
    rng.shuffle(down)
    for number, chit in enumerate(down):
        state.chits[chit] = CUP if number < len(cup) else INACTIVE


def _deal_soviet_chits(state: AvlState, rng: Random) -> None:
    """The Axis player knows how many Soviet chits there are and which have ever been face up; STAVKA is always one."""
    chits = state.game.chits
    others = chits.of_side[SOVIET] & ~(1 << chits.stavka)
    owned = bits(others & ~state.holds(AWAY))
    played = state.holds(PLAYED, others)
    known = state.seen_chits & others & ~state.holds(AWAY)
    # a chit whose HQ is out of the game went with it; any other unseen one may have been picked instead
    possible = [chit for chit in bits(others & ~known) if not _gone(state, chit)]
    unseen = len(owned) - known.bit_count()
    picked = known | sum(1 << chit for chit in rng.sample(possible, min(unseen, len(possible))))
    in_cup = len(bits(state.holds(CUP, others)))
    for chit in bits(others):
        state.chits[chit] = PLAYED if played >> chit & 1 else AWAY
    down = bits(picked & ~played)
    rng.shuffle(down)
    for number, chit in enumerate(down):
        state.chits[chit] = CUP if number < in_cup else INACTIVE


def _gone(state: AvlState, chit: int) -> bool:
    return state.hex_of[state.game.chits.hq[chit]] == REMOVED
