"""A deal of hidden blocks that is used again after a die: it agrees with the view, and is made anew when it must be."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import NamedTuple

import pytest

from grognard.core.game import Deals
from grognard.games.victory import GAME
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.shown.hidden import ROOM, Deal, hidden_units, unknown_to
from grognard.games.victory.state import COMBAT, VictoryState
from grognard.hex.grid import bits
from grognard.players import bot


class Imagined(NamedTuple):
    """What a player thought with, the truth, and what he saw of others."""

    state: VictoryState
    truth: VictoryState
    player: int
    places: int
    """Blocks that he did not see."""


@pytest.fixture(scope="module")
def imagined() -> dict[int, list[Imagined]]:
    """By player: all the positions of Combat Phases in which he was asked, imagined by somebody who keeps his deals."""
    found: dict[int, list[Imagined]] = {0: [], 1: []}
    deals: list[Deals] = [{}, {}]
    rng, officer = Random(3), bot("recruit", "victory")
    state = GAME.fast_state(12, options={"turns": 3})
    while state.result is None:
        assert isinstance(state, VictoryState)
        player = state.deciders[0]
        seen = GAME.imagine(state, player, rng, deals[player])
        if state.phase == COMBAT:
            places = sum(hidden_units(state, army) for army in unknown_to(state, player))
            found[player].append(Imagined(seen.clone(), state.clone(), player, places))
        state.apply(player, officer.choose(seen, player, rng))
    return found


def hidden(state: VictoryState, places: int) -> list[tuple[int, int]]:
    return [(state.hex_of[unit], state.steps[unit]) for unit in bits(places)]


def test_a_deal_that_is_used_again_agrees_with_the_view_and_with_itself(imagined: dict[int, list[Imagined]]) -> None:
    for one in (*imagined[0], *imagined[1]):
        assert GAME.view(one.state, one.player) == GAME.view(one.truth, one.player)
        assert one.state.ask(one.player) == one.truth.ask(one.player)
        assert not one.state.disagreements()


def test_hidden_blocks_stay_as_dealt_while_nothing_about_them_changes(imagined: dict[int, list[Imagined]]) -> None:
    again = anew = 0
    for positions in imagined.values():
        for before, now in pairwise(positions):
            if before.places == now.places and before.truth.hex_of == now.truth.hex_of:
                same = before.truth.turn == now.truth.turn and before.truth.battles == now.truth.battles
                again += same and hidden(before.state, before.places) == hidden(now.state, now.places)
            elif before.places != now.places:
                anew += hidden(before.state, now.places) != hidden(now.state, now.places)
    assert again > 20
    assert anew > 5


def test_a_deal_that_is_used_again_is_not_the_truth(imagined: dict[int, list[Imagined]]) -> None:
    for one in (*imagined[0], *imagined[1]):
        assert hidden(one.state, one.places) != hidden(one.truth, one.places)


def test_hexes_are_as_full_as_was_counted_while_blocks_changed_places(imagined: dict[int, list[Imagined]]) -> None:
    """5.2a by class, and 4.2.CV.a the room that carriers make: counted anew from the deal it is the same."""
    carried = 0
    for number, (_, truth, player, _) in enumerate((*imagined[0][::5], *imagined[1][::5])):
        (army,) = unknown_to(truth, player)
        deal = Deal(truth.clone(), army)
        sort, carries = deal.faces.sort, deal.faces.carries
        bases = {place: crowd[ROOM] for place, crowd in deal.crowds.items()}
        deal._exchange(Random(number))
        for first, crowd in deal.crowds.items():
            places = [place for place in deal.classes if truth.hex_of[place] == truth.hex_of[first]]
            units = {place: deal.dealt.get(place, place) for place in places}
            classes = [deal.classes[place][sort[unit]] for place, unit in units.items()]
            more = sum(carries[unit] - carries[place] for place, unit in units.items())
            assert crowd[:ROOM] == [classes.count(class_) for class_ in (AIR, NAVAL, GROUND)]
            assert crowd[ROOM] == bases[first] + 2 * more
            carried += more != 0
    assert carried
