"""Refusals tell the truth: whatever random games are refused, the reason that is given holds in that position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.combat.allocation import free_supply, in_range
from grognard.games.lb.combat.defensive_fire import DefensiveFire
from grognard.games.lb.combat.fire import DeclareFire
from grognard.games.lb.combat.results import Exchange, exits
from grognard.games.lb.combat.strengths import spotted
from grognard.games.lb.engineers import over_river
from grognard.games.lb.movement.entry import entry_area, group_of
from grognard.games.lb.movement.leaving import exit_price
from grognard.games.lb.movement.movement import MoveUnit
from grognard.games.lb.movement.reach import entries
from grognard.testing import any_answer, random_answers, rule
from tests.games.lb._help import S2, S3, S4, answer, begin, offered, position, refused, take_up
from tests.games.lb._talk import ANSWERS, RELUCTANT, beginnings

R, G = "russian", "german"
GRID = GAME.ground.grid
TRIES = 6


class Case:
    """A refusal and the position in which it was given."""

    def __init__(self, play: Play, player: str, verb: str, args: Mapping[str, Any]) -> None:
        self.player = GAME.sides.index(player)
        self.play, self.verb, self.args = play, verb, args
        state = play.state.seen_by(self.player)
        self.state, self.step = state, state.stack[-1]

    @property
    def unit(self) -> int:
        return GAME.counters.numbers[self.args["unit"]]

    @property
    def hex(self) -> int:
        return GRID.index(self.args["hex"])

    @property
    def here(self) -> int:
        return int(self.state.hex_of[self.unit])

    def has(self, units: int) -> bool:
        return bool(units >> self.unit & 1)

    @property
    def left(self) -> Fraction:
        assert isinstance(self.step, MoveUnit)
        return Fraction(self.step.left(self.state), 2)


def number(text: Any) -> Fraction:
    words = str(text).replace("½", " 1/2").split()
    return sum((Fraction(one) for one in words), Fraction(0))


def too_dear(case: Case) -> bool:
    return number(case.args["needed"]) > number(case.args["left"])


def costs_more(*costs: int) -> Callable[[Case], bool]:
    return lambda case: number(case.args["left"]) == case.left < max(costs)


def no_store(case: Case) -> bool:
    assert isinstance(case.step, DeclareFire | DefensiveFire)
    return not free_supply(case.state, case.unit, case.step.guns)


def equal_goes_first(case: Case) -> bool:
    """One of its kind is offered, or in hand already."""
    kind = GAME.units[case.unit].kind
    side = GAME.sides[case.player]
    others = [GAME.counters.numbers[str(one)] for verb in ("unit", "place") for one in offered(case.play, side, verb)]
    in_hand = getattr(case.step, "unit", -1)
    return any(GAME.units[one].kind is kind for one in (*others, in_hand) if one >= 0)


TABLES = GAME.files.tables
HOLDS: dict[str, Callable[[Case], bool]] = {
    "why.too_far": too_dear,
    "why.step_too_dear": too_dear,
    "why.road_crowded": too_dear,
    "why.stack_full": lambda c: c.state.counting(c.state.at.get(c.hex, 0)) >= TABLES.stacking.units,
    "why.enemy_there": lambda c: bool(c.state.occupied[1 - c.player] >> c.hex & 1),
    "why.not_your_unit": lambda c: GAME.counters.side[c.unit] != c.player,
    "why.not_on_map": lambda c: not c.state.on_map(c.unit),
    "why.already_moved": lambda c: c.has(c.state.moved),
    "why.on_the_move": lambda c: isinstance(c.step, MoveUnit) and c.step.unit == c.unit,
    "why.building": lambda c: c.unit in c.state.building,
    "why.bridge_in_use": lambda c: bool(c.state.crossed >> c.state.bridges[c.unit] & 1),
    "why.not_due": lambda c: not entry_area(c.state, group_of(c.state, c.unit)),  # type: ignore[arg-type]
    "why.no_entry_hex": lambda c: entries(c.state, c.unit) == (0, 0),
    "why.equal_counter": equal_goes_first,
    "why.limber_first": lambda c: c.has(GAME.counters.guns & ~c.state.limbered),
    "why.reassemble_first": lambda c: c.has(c.state.dug_in),
    "why.bound_to_attack": lambda c: c.has(c.state.undeployed),
    "why.exit_too_dear": lambda c: Fraction(exit_price(c.state, c.unit), 2) > c.left,
    "why.limbering_too_dear": costs_more(TABLES.artillery.limber, TABLES.artillery.unlimber),
    "why.entrenching_too_dear": costs_more(TABLES.fortification.entrench, TABLES.fortification.reassemble),
    "why.no_fort": lambda c: not c.state.on_map(c.unit) or not c.state.forts >> c.here & 1,
    "why.no_bridge": lambda c: over_river(c.state, c.here, c.hex),
    "why.no_gun": lambda c: not c.has(GAME.counters.guns),
    "why.nothing_to_attack": lambda c: not c.state.occupied[1 - c.player] >> c.hex & 1,
    "why.not_adjacent": lambda c: GRID.distance(c.here, c.hex) != 1,
    "why.attack_from_fort": lambda c: c.has(c.state.dug_in),
    "why.limbered": lambda c: c.has(c.state.limbered),
    "why.out_of_range": lambda c: not in_range(c.state, c.unit) >> c.hex & 1 and c.args["distance"] > c.args["range"],
    "why.no_supply_unit": no_store,
    "why.unspotted_unsupplied": lambda c: not spotted(c.state, c.player, c.hex),
    "why.gun_under_attack": lambda c: c.has(c.state.barred),
    "why.no_retreat_yet": lambda c: not exits(c.state, c.unit),
    "why.retreat_zoc": lambda c: bool(c.state.zoc(1 - c.player) & ~c.state.occupied[c.player] & 1 << c.hex),
    "why.retreat_one_hex": lambda c: GRID.distance(c.here, c.hex) != 1,
    "why.not_in_exchange": lambda c: isinstance(c.step, Exchange) and all(one != c.unit for one, _ in c.step.units),
    "why.must_attack": lambda c: bool(c.state.undeployed),
}


@pytest.mark.parametrize("seed", (3, 4))
def test_every_reason_for_a_refusal_holds(seed: int) -> None:
    met = set()
    for play in beginnings(seed):
        rng = Random(seed)
        for player in random_answers(play, rng, ANSWERS, RELUCTANT):
            for _ in range(TRIES):
                verb, target = any_answer(play, player, rng)
                reasons = play.why(player, verb, target)
                if reasons and reasons[-1].message.key.startswith("refuse.taken_alone"):
                    continue  # of a question that answered itself: it held in a position that is past
                for reason in reasons[:1]:
                    key = reason.message.key
                    met.add(key)
                    if key in HOLDS:
                        case = Case(play, player, verb, reason.message.args)
                        assert HOLDS[key](case), (verb, target, reason.text("en"))
    assert len(met & set(HOLDS)) > len(HOLDS) // 2, sorted(set(HOLDS) - met)


# ---- reasons that used to be wrong


EXIT = {"objective": "B", "reinforcement_option": "I"}


@rule("lb", "scenario1.victory.B", "artillery.A1", "fort.F", "zoc.B", "move.A")
def test_why_a_unit_does_not_leave_the_map_names_what_keeps_it() -> None:
    place = {"su-art-20#1": "1401", "su-rifle-rgt#1": "1401 in", "su-recon-bn#1": "1402", "su-corps-hq#1": "1403"}
    play = position(place, hqs=False, turn=3, choices=EXIT, forts=["1401"])
    for unit, clause in (
        ("su-art-20#1", "artillery.A1"), ("su-rifle-rgt#1", "fort.F"), ("su-recon-bn#1", "scenario1.victory.B"),
    ):  # fmt: skip
        take_up(play, R, unit)
        refused(play, R, "exit", rule=clause)
    play = position({"su-recon-bn#1": "1403"}, hqs=False, turn=3, choices=EXIT)  # 5 MP, out of supply
    answer(play, R, ("unit", "su-recon-bn#1"), ("move", "1402"), ("move", "1401"))
    refused(play, R, "exit", rule="move.A")
    place = {"su-at-bn#1": "1401", "ge-inf-bn#1": "1302"}
    play = position(place, hqs=False, turn=3, choices=EXIT)
    take_up(play, R, "su-at-bn#1")
    refused(play, R, "exit", rule="zoc.B")


@rule("lb", "scenario4.victory.sideA", "move.A")
def test_why_a_unit_does_not_leave_the_map_cites_its_own_scenario() -> None:
    play = position({"su-recon-bn#1": "2416"}, scenario=S4)
    take_up(play, R, "su-recon-bn#1")
    refused(play, R, "exit", rule="scenario4.victory.sideA")
    play = position({"ge-recon-bn#1": "0101"}, scenario=S4, active=G)
    take_up(play, G, "ge-recon-bn#1")
    refused(play, G, "exit", rule="move.A")  # nothing takes the Germans off the map


@rule("lb", "move.Ka", "fort.F")
def test_an_undeployed_unit_on_a_fortification_is_told_that_it_is_bound() -> None:
    play = position({"su-recon-bn#1": "2418", "ge-inf-bn#1": "2416"}, forts=["2417"])
    answer(play, R, ("unit", "su-recon-bn#1"), ("rush", "2417"))
    refused(play, R, "entrench", rule="move.Ka")


@rule("lb", "scenario1.reinf.B")
def test_of_equal_reinforcements_the_first_goes_first() -> None:
    place = {"ge-mot-inf-bn#3": "not arrived", "ge-mot-inf-bn#4": "not arrived", "ge-mot-hq#1": "0505"}
    play = position(place, hqs=False, active=G, turn=6)
    assert [one.message.key for one in play.why(G, "unit", "ge-mot-inf-bn#4")] == ["why.equal_counter"]
    take_up(play, G, "ge-mot-inf-bn#3")
    assert [one.message.key for one in play.why(G, "unit", "ge-mot-inf-bn#3")] == ["why.on_the_move"]
    ask = play.ask(G)
    assert ask is not None and ask.rule == "scenario1.reinf.B"
    assert [one.message.key for one in play.why(G, "move", "0109")] == ["why.enter_first"]
    assert [one.message.key for one in play.why(G, "limber")] == ["why.not_on_map"]
    refused(play, G, "rush", "2416", rule="scenario1.reinf.B")


@rule("lb", "move.Ib", "move.Id")
def test_a_road_hex_out_of_reach_says_whether_units_or_a_zoc_keep_the_column_off_the_road() -> None:
    """The road from Kropotkin runs 0508 0608 0709 0809 0910 1010; 0810 is clear ground beside it."""
    place = {"su-tank-bde#1": "0508", "su-corps-hq#1": "0506"}
    for others, hex, clause in (
        ({"su-at-bn#1": "0910", "su-at-bn#2": "0709", "su-at-bn#3": "1111"}, "1210", "move.Ib"),
        ({"ge-inf-bn#1": "0810", "ge-inf-bn#2": "1009"}, "0910", "move.Id"),
    ):
        play = position({**place, **others}, hqs=False, scenario=S3, turn=4)
        take_up(play, R, "su-tank-bde#1")
        refused(play, R, "move", hex, rule=clause)
    play = position(place, hqs=False, scenario=S3, turn=4)
    take_up(play, R, "su-tank-bde#1")
    refused(play, R, "move", "2416", rule="move.A")


@rule("lb", "eng.A", "eng.C")
def test_engineers_are_told_who_is_at_work_and_whose_bridge_is_in_use() -> None:
    place = {"ge-engineer-bn#1": "1712", "ge-engineer-bn#2": "1712", "ge-mot-hq#1": "1512", "ge-inf-bn#1": "1712"}
    play = position(place, hqs=False, active=G)
    answer(play, G, ("unit", "ge-engineer-bn#1"), ("bridge", "1712-1812"))
    take_up(play, G, "ge-engineer-bn#2")
    assert [one.message.key for one in play.why(G, "bridge", "1712-1812")] == ["why.bridged_by_another"]
    refused(play, G, "unit", "ge-engineer-bn#1", rule="eng.A")
    play = position(place, hqs=False, active=G, bridges={"ge-engineer-bn#1": "1712-1812"})
    take_up(play, G, "ge-engineer-bn#1")
    refused(play, G, "unit", "ge-engineer-bn#1", rule="move.C")  # it is on the move; nobody has crossed
    answer(play, G, ("unit", "ge-inf-bn#1"), ("move", "1812"))
    refused(play, G, "unit", "ge-engineer-bn#1", rule="eng.C")


@rule("lb", "combat.proc.d")
def test_in_an_exchange_that_takes_all_nobody_is_told_that_he_took_no_part() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417", "ge-mot-inf-bn#1": "2416", "ge-inf-bn#1": "2416"}
    play = position(place, step="combat", dice=[3])  # 10 to 5: 2-1, die 3 is EX
    answer(play, R, ("attack", "2416"), "add_all", "announce", "end_announcing")
    refused(play, R, "lose", "su-tank-bde#1", rule="combat.proc.d")
    assert [one.message.key for one in play.why(R, "lose", "su-tank-bde#1")] == ["why.not_in_exchange"]


@rule("lb", "scenario2.setup.A", "scenario4.setup")
def test_refusals_of_a_deployment_cite_its_own_scenario() -> None:
    for scenario, player, clause in ((S2, R, "scenario2.setup.A"), (S4, G, "scenario4.setup")):
        play = begin(scenario)
        refused(play, player, "place_at", "1311", rule=clause)
        refused(play, player, "pick_up", GAME.units[0].id, rule=clause)
