"""What a player cannot know, dealt anew: for bots that think ahead without cheating (3.0c, 7.1.3).

An imagined position agrees with the player's own view; only chits that he has no right to see change places.
"""

from __future__ import annotations

from random import Random

from grognard.games.avl.counters import AXIS, SOVIET
from grognard.games.avl.state import AWAY, CUP, INACTIVE, PLAYED, REMOVED, AvlState
from grognard.hex.grid import bits, mask


def deal_hidden(state: AvlState, player: int, rng: Random) -> None:
    """Put the opponent's hidden chits somewhere they could lie."""
    if player == AXIS:
        _deal_soviet_chits(state, rng)
        _deal_plan(state, rng)
    else:
        _deal_between(state, rng, state.game.chits.of_side[AXIS])


def _deal_between(state: AvlState, rng: Random, chits: int) -> None:
    """Which of these face-down chits are in the cup and which in the inactive pool is anybody's guess.

    A rejected Manstein chit is known to be in the cup: everybody saw it go back (7.2.2d).
    """
    places = state.chit_places()
    cup = places[CUP] & chits & ~state.seen_chits
    face_down = bits(cup | places[INACTIVE] & chits)  # in an order that does not tell where they lie
    _deal(state, rng, face_down, cup.bit_count())


def _deal(state: AvlState, rng: Random, face_down: list[int], in_cup: int) -> None:
    rng.shuffle(face_down)
    chits = state.chits
    for number, chit in enumerate(face_down):
        chits[chit] = CUP if number < in_cup else INACTIVE


def _deal_soviet_chits(state: AvlState, rng: Random) -> None:
    """The Axis player knows how many Soviet chits there are and which have ever been face up; STAVKA is always one."""
    chits = state.game.chits
    others = chits.of_side[SOVIET] & ~(1 << chits.stavka)
    places = state.chit_places()
    owned = others & ~places[AWAY]
    played = places[PLAYED] & others
    known = state.seen_chits & owned
    # a chit whose HQ is out of the game went with it; any other unseen one may have been picked instead
    possible = [chit for chit in bits(others & ~known) if not _gone(state, chit)]
    unseen = owned.bit_count() - known.bit_count()
    picked = known | mask(rng.sample(possible, min(unseen, len(possible))))
    in_cup = (places[CUP] & others).bit_count()
    for chit in bits(others ^ played):
        state.chits[chit] = AWAY
    _deal(state, rng, bits(picked & ~played), in_cup)


def _deal_plan(state: AvlState, rng: Random) -> None:
    """15.0.2b he knows that there is a plan for the next turn, not what is in it."""
    if state.planned:
        chits = state.game.chits
        owned = bits(chits.of_side[SOVIET] & ~(1 << chits.stavka) & ~state.holds(AWAY))
        state.planned = mask(rng.sample(owned, min(state.game.soviet_com - 1, len(owned))))


def _gone(state: AvlState, chit: int) -> bool:
    return state.hex_of[state.game.chits.hq[chit]] == REMOVED
