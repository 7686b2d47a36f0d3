"""Regular at Lost Battles: what it knows that Recruit does not, each lesson in one position."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.movement.line import broken_line
from grognard.games.lb.movement.movement import MoveUnit, MoveUnits, movers
from grognard.games.lb.state import LbState
from grognard.games.lb.supply import supplied_hexes
from grognard.players import bot
from grognard.players.lb import REGULAR, REGULAR_SHEET
from grognard.players.lb.doctrine import LbDoctrine
from grognard.players.lb.goal import best_option
from grognard.players.lb.mend import mend
from grognard.players.lb.standing import standing
from grognard.players.lb.threat import Threats, losses, strikers

S1, S2, S3, S4 = GAME.scenarios
GERMAN, RUSSIAN = 0, 1


def position(place: dict[str, str], **words: Any) -> Play:
    return GAME.position(scenario=S3, place=place, **words)


def state_of(play: Play[LbState]) -> LbState:
    return play.state


def hex_of(play: Play, unit: str) -> int:
    return state_of(play).hex_of[GAME.counters.numbers[unit]]


def move_all(play: Play, level: str) -> None:
    """A bot's answers in a Movement Phase, to its end."""
    player = play.state.deciders[0]
    for _ in range(300):
        if play.state.over or play.state.deciders != (player,):
            return
        if not isinstance(play.state.stack[-1], MoveUnits | MoveUnit):
            return
        answer = bot(level).choose(GAME.imagine(play.state, player, Random(0)), player, Random(0))
        play.apply(player, answer)
        if play.names_of_answer(answer)[0] == "end_movement":
            return
    raise AssertionError("the phase does not end")


# ---- weights by scenario


def test_weights_that_differ_are_of_scenarios_that_there_are() -> None:
    assert set(REGULAR_SHEET.scenarios) <= set(GAME.scenarios)


def test_the_weights_are_those_of_the_scenario_that_is_played() -> None:
    meeting, others = (GAME.fast_state(1, scenario) for scenario in (S3, S4))
    assert REGULAR.weighs(meeting, GERMAN).starve > REGULAR.weighs(others, GERMAN).starve == 0
    recruit = LbDoctrine()
    assert recruit.weighs(meeting, GERMAN) is recruit.weights[GERMAN]


# ---- before anything stands on the map


def test_reinforcements_are_brought_in_where_the_enemy_may_want_a_town() -> None:
    """The panzers come sooner by side A, but by side B they come to Ilyich."""
    state = GAME.fast_state(1, S1)
    number = next(number for number, one in enumerate(state.plan.choices) if one.side == GERMAN)
    options = state.plan.choices[number].row.options
    chosen = [best_option(state, GERMAN, one.weighs(state, GERMAN), number) for one in (LbDoctrine(), REGULAR)]
    assert [options[option] for option in chosen] == ["I", "II"]


# ---- towns count in supply when the game ends


def at_the_end(place: dict[str, str]) -> Play:
    return position(place, active="german", turn=7, step="second_movement")


def in_supply(play: Play, side: int, hex: str) -> bool:
    return bool(supplied_hexes(state_of(play), side) >> GAME.ground.grid.index(hex) & 1)


RAID = {
    "su-su-rgt#1": "0508", "su-corps-hq#1": "0310", "su-tank-bde#1": "1711",
    "ge-mot-inf-bn#1": "0605", "ge-mot-inf-bn#2": "0711", "ge-mot-hq#1": "0804",
}  # fmt: skip


@pytest.mark.parametrize(("level", "supplied"), [("regular", False), ("recruit", True)])
def test_who_moves_last_cuts_a_town_off(level: str, supplied: bool) -> None:
    play = at_the_end(RAID)
    assert in_supply(play, RUSSIAN, "0508")
    move_all(play, level)
    assert in_supply(play, RUSSIAN, "0508") is supplied


def test_who_moves_last_opens_the_line_to_its_own_town() -> None:
    """Tanks on both sides of Ogarev: somebody steps in between them, and the line runs through him; if towns of
    the decisive level weigh less than others. By Regular's own weights here he goes for one of those instead."""
    tanks = {"su-tank-bde#1": "2109", "su-tank-bde#2": "2111", "su-corps-hq#1": "1711"}
    garrison = {"ge-panther-bn#1": "2110", "ge-pzjg-bn#1": "2110", "ge-mot-inf-bn#1": "2409", "ge-mot-hq#1": "2510"}
    play = at_the_end({**tanks, **garrison})
    assert not in_supply(play, GERMAN, "2110")
    move_all(play, "regular:decisive=0.6")
    assert in_supply(play, GERMAN, "2110")
    assert state_of(play).occupied[GERMAN] >> GAME.ground.grid.index("2110") & 1


def test_an_hq_stays_with_the_town_that_has_to_be_in_supply_at_the_end() -> None:
    place = {
        "su-corps-hq#1": "1410", "su-su-rgt#1": "0508", "su-tank-bde#1": "1910", "su-tank-bde#2": "1910",
        "su-tank-bde#3": "2011", "su-tank-bde-late#1": "2011", "ge-panther-bn#1": "2110", "ge-mot-hq#1": "2407",
    }  # fmt: skip

    def way_to_kropotkin(level: str) -> int:
        play = position(place, active="russian", turn=4, step="second_movement")
        move_all(play, level)
        grid = GAME.ground.grid
        return grid.distance(hex_of(play, "su-corps-hq#1"), grid.index("0508"))

    assert way_to_kropotkin("regular") < way_to_kropotkin("recruit")


# ---- danger by the table


def threatened(place: dict[str, str]) -> tuple[LbState, Threats]:
    state = state_of(position(place, active="german", turn=4))
    return state, Threats(strikers(state, RUSSIAN), ())


def test_infantry_on_foot_is_a_threat_at_full_strength_only_close_by() -> None:
    """Three points do not pay for a ZOC: it comes one hex by the minimum move, or rushes and counts half."""
    _, threats = threatened({"su-rifle-rgt#1": "1910"})
    grid = GAME.ground.grid
    found = {}
    for hex in ("2110", "2210", "2310", "2410"):
        found[grid.distance(grid.index("1910"), grid.index(hex))] = threats.at(grid.index(hex)).combat
    assert found == {2: 5.0, 3: 2.5, 4: 2.5, 5: 0.0}


def test_tanks_do_not_drive_tanks_out_of_a_town() -> None:
    tanks = {"su-tank-bde#1": "1910", "su-tank-bde#2": "1910", "su-tank-bde#3": "1911"}
    _, threats = threatened(tanks)
    blow = threats.at(GAME.ground.grid.index("2110"))
    infantry, panther = (losses(GAME, blow, 1.0, 5, hard, 2, 1.0) for hard in (0, 18))
    assert infantry > 0.5 > panther


def test_a_tank_is_worth_more_than_infantry_in_a_town_that_tanks_threaten() -> None:
    place = {
        "su-tank-bde#1": "1910", "su-tank-bde#2": "1910", "su-tank-bde#3": "1911", "su-corps-hq#1": "1711",
        "ge-mot-inf-bn#1": "2110", "ge-mot-inf-bn#2": "2309", "ge-panther-bn#1": "2309", "ge-mot-hq#1": "2407",
    }  # fmt: skip
    state = state_of(position(place, active="german", turn=4))
    view = REGULAR.outlook(state, GERMAN)
    town, here = (GAME.ground.grid.index(hex) for hex in ("2110", "2309"))

    def gain(unit: str) -> float:
        number = GAME.counters.numbers[unit]
        return standing(state, view, number, town) - standing(state, view, number, here)

    assert gain("ge-panther-bn#1") > gain("ge-mot-inf-bn#2")


# ---- a torn line


@pytest.mark.parametrize(("shifts", "first"), [(1, None), (2, ("su-rifle-rgt#4", "2308"))])
def test_a_line_that_nobody_can_close_alone_is_closed_by_two(shifts: int, first: tuple[str, str] | None) -> None:
    """Who waits at 2513 cannot come to the gap at 2308: his neighbour at 2311 does, and he steps in there."""
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != 3}
    rest = {"su-rifle-rgt#3": "2513", "su-rifle-hq#1": "2611", "ge-mot-inf-bn#1": "0510"}
    play = GAME.position(scenario=S4, place={**line, **rest}, active="russian", turn=4)
    state = state_of(play)
    weights = replace(REGULAR.weighs(state, RUSSIAN), shifts=shifts)
    found = mend(state, RUSSIAN, weights, movers(state, RUSSIAN))
    named = found and (GAME.counters.rows[found.unit].id, GAME.ground.grid.name(found.hex))
    assert named == first
    if found:
        state.put(*found)
        assert broken_line(state, RUSSIAN) is not None
        found = mend(state, RUSSIAN, weights, 1 << GAME.counters.numbers["su-rifle-rgt#3"])
        assert found is not None
        state.put(*found)
        assert broken_line(state, RUSSIAN) is None


def test_the_russians_close_their_line_by_turns() -> None:
    assert REGULAR.weighs(GAME.fast_state(1, S4), RUSSIAN).shifts > 1
