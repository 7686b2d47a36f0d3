"""Set-up positions of Lost Battles: names for what was noted, attacks announced, results and retreats, and refusals."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.game import SetupError
from grognard.core.play import Play
from grognard.core.snapshot import restore, snapshot
from grognard.games.lb import GAME
from grognard.games.lb.attacks import Fire
from grognard.games.lb.combat.segments import AirSegment, ArmoredSegment, FinalSegment, RangedSegment
from grognard.games.lb.state import SECOND_MOVEMENT
from grognard.testing import rule
from tests.games.lb._help import (
    PHASE,
    S1,
    S2,
    S3,
    S4,
    announce,
    answer,
    fire,
    lost,
    number,
    offered,
    position,
    resolve,
    state_of,
    strike,
    where,
)

R, G = "russian", "german"


def refused(place: dict[str, str] | None = None, **words: Any) -> str:
    with pytest.raises(SetupError) as error:
        position(FIELD if place is None else place, **words)
    text = str(error.value)
    assert "\n" not in text
    return text


FIELD = {
    "su-tank-bde#1": "2417", "su-mech-bde#1": "2417", "su-rifle-rgt#1": "2317", "su-art-20#1": "2419",
    "su-art-20#2": "2518", "su-supply#1": "2419", "su-supply#2": "2419", "ge-arm-inf-bn#1": "2416",
    "ge-art-light#1": "2415", "ge-inf-bn#1": "2517", "ge-supply#1": "2414",
}  # fmt: skip
"""Russians before 2416 and 2517, with two guns and two supply units for the first of them."""
ATTACK = {"on": "2416", "by": ["su-tank-bde#1", "su-rifle-rgt#1"]}
FIRE = {"on": "2517", "guns": {"su-art-20#1": "su-supply#1", "su-art-20#2": "unsupplied"}}
ANNOUNCED = {"attacks": [ATTACK], "fires": [FIRE], "armored": ["ge-arm-inf-bn#1"]}


# ---- what was noted before, by name


def test_a_first_entry_is_told_by_its_area_and_by_the_group_that_waits_for_it() -> None:
    assert state_of(position({}, scenario=S4, hqs=False, turn=9, watched={"railway_embankment": 8})).watched == (8,)
    waiting = {"ge-inf-hq#2": "not arrived"}
    for entered in (3, 4):
        play = position(waiting, scenario=S2, hqs=False, turn=4, active=G, watched={"second_division": entered})
        assert play.view()["turn"] == entered + 1 and offered(play, G, "unit") == {"ge-inf-hq#2"}


def test_the_die_of_a_group_is_told_by_its_name_and_is_a_die() -> None:
    words: dict[str, Any] = {"scenario": S3, "hqs": False}
    play = position({}, **words, turn=2, entry_die={"german_column": 3})
    assert list(state_of(play).entry_die.values()) == [3]
    assert "is no face of a die" in refused({}, **words, entry_die={"german_column": 7})
    assert 'entry_die has no "1"; it has german_column' in refused({}, **words, entry_die={1: 3})


def test_facts_are_told_by_name_for_each_player_turn_that_is_over() -> None:
    held = ["russian holds Kropotkin"]
    play = position({}, turn=2, samples=[held, [*held, "russian line from exit_b"]], breaks=[[], held], broken=held)
    state = state_of(play)
    names = state.plan.fact_names
    first = 1 << names.index(held[0])
    assert state.samples == (first, first | 1 << names.index("russian line from exit_b"))
    assert state.breaks == (0, first) and state.broken == first
    assert len(names) == len(set(names)) == 6


@pytest.mark.parametrize("scenario", [S1, S2, S3, S4])
@pytest.mark.parametrize("options", [{}, {"s4_wait_for_line": True}])
def test_every_watch_and_every_fact_has_a_name_of_its_own(scenario: str, options: dict[str, Any]) -> None:
    known = {one.id for one in GAME.scenario(scenario).options}
    settled = GAME.settle_options(GAME.scenario(scenario), {k: v for k, v in options.items() if k in known})
    plan = GAME.plan(scenario, settled)
    for names in (plan.watch_names, plan.fact_names):
        assert all(names) and len(set(names)) == len(names)


# ---- refusals


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ({"place": {"su-tank-bde#1": "exited 0109"}}, 'as "exited 1201 on 3"'),
        ({"place": {"su-tank-bde#1": "exited 0109 at 17"}}, 'as "exited 1201 on 3"'),
        ({"place": {"su-tank-bde#1": "exited 0109 on then"}}, 'as "exited 1201 on 3"'),
        ({"place": {"su-tank-bde#1": "exited"}}, 'as "exited 1201 on 3"'),
        ({"place": {"su-tank-bde#1": "exited 0109 on 2"}}, "turn 2: the turns are 1 to 1"),
        ({"place": {"su-tank-bde#1": "exited 9999 on 1"}}, "9999 is not on the map"),
        ({"place": {"su-tank-bde#1": ""}}, "is not a hex"),
        ({"place": {"su-tank-bde#1": "2417 hidden"}}, '"hidden" is no state'),
        ({"place": {"su-tank-bde#1": "used"}}, "is used up but is no supply unit"),
        ({"bridges": {"su-engineer-bn#1": "1712"}}, "is no river hexside"),
        ({"bridges": {"su-engineer-bn#1": "1712-1812"}}, "is not on the map"),
        ({"choices": {"aim": "A"}}, 'choices has no "aim"; it has objective, reinforcement_option'),
        ({"choices": {"objective": "E"}}, 'there is no objective "E"; there are A, B, C, D'),
        ({"revealed": ["aim"]}, 'there is no choice "aim"'),
        ({"revealed": ["objective"], "choices": {}}, "objective is known and not chosen"),
        ({"destroyed": {"soviet": 3}}, 'destroyed has no "soviet"'),
        ({"watched": (8,)}, 'watched has no "8"'),
        ({"turn": 2, "samples": [[]]}, "samples tells of 1 Player-Turns; 2 are over"),
        ({"turn": 2, "samples": [[], 3]}, "samples: 3 is no list of facts"),
        ({"turn": 2, "breaks": [[], ["russian holds Paris"]]}, 'there is no fact "russian holds Paris"'),
        ({"broken": ["rain"]}, 'there is no fact "rain"'),
        ({"announced": {}}, "announced goes with the steps combat"),
        ({"step": "combat", "attack": ATTACK}, "attack goes with the steps result, retreat"),
        ({"step": "retreat", "result": "DB"}, "result goes with the steps result, not with retreat"),
    ],
)
def test_what_does_not_exist_or_does_not_fit_is_refused_in_one_line(words: dict[str, Any], named: str) -> None:
    assert named in refused(words.pop("place", {}), **words)


@pytest.mark.parametrize(
    ("announced", "named"),
    [
        ({"bombs": []}, 'announced has no "bombs"; it has attacks, fires, strikes, armored'),
        ({"attacks": ["2416"]}, "an attack has on and by, not '2416'"),
        ({"attacks": [{"on": "2416"}]}, "an attack has on and by"),
        ({"attacks": [{**ATTACK, "odds": 3}]}, 'an attack has no "odds"'),
        ({"attacks": [{"on": [], "by": []}]}, "an attack is on a hex"),
        ({"attacks": [{"on": "2416", "by": []}]}, "combat.B"),
        ({"attacks": [{"on": "2416", "by": ["su-tank-bde#9"]}]}, 'there is no unit "su-tank-bde#9"'),
        ({"attacks": [{"on": "2416", "by": ["su-art-20#1"]}]}, "artillery.C.sep"),
        ({"attacks": [{"on": "2416", "by": ["ge-inf-bn#1"]}]}, "combat.general"),
        ({"attacks": [{"on": "2410", "by": ["su-tank-bde#1"]}]}, "combat.A"),
        ({"attacks": [ATTACK, {"on": "2416", "by": ["su-mech-bde#1"]}]}, "2416 is attacked twice (combat.C2)"),
        ({"attacks": [ATTACK, {"on": "2517", "by": ["su-tank-bde#1"]}]}, "combat.C1"),
        ({"attacks": [{"on": ["2416", "2517"], "by": ["su-tank-bde#1", "su-rifle-rgt#1"]}]}, "combat.D"),
        ({"fires": [FIRE, FIRE]}, "each hex is fired at once"),
        ({"fires": [{"on": "2416", "guns": ["su-art-20#1"]}]}, "each gun has its supply unit or is unsupplied"),
        ({"fires": [{"on": "2416", "guns": {"su-tank-bde#1": "unsupplied"}}]}, "seq.1b.I"),
        ({"fires": [{"on": "2416", "guns": {"su-art-20#2": "su-supply#1"}}]}, "artillery.F"),
        ({"fires": [{"on": "2416", "guns": {"su-art-20#1": "ge-supply#1"}}]}, "ge-supply#1 cannot serve su-art-20#1"),
        ({"strikes": [{"unit": "ge-inf-bn#1", "points": 5}]}, "air.general.a"),
        ({"strikes": [{"unit": "ge-inf-bn#1", "points": -1}]}, "1 point or more"),
        ({"attacks": [ATTACK], "armored": ["su-mech-bde#1"]}, "armor.A"),
    ],
)
@pytest.mark.parametrize("step", ["combat", "final_segment"])
def test_what_could_not_have_been_announced_is_refused(announced: dict[str, Any], named: str, step: str) -> None:
    assert named in refused(step=step, announced=announced)


@rule("lb", "move.Ka")
def test_no_segment_begins_before_an_undeployed_unit_has_its_attack() -> None:
    place = FIELD | {"su-tank-bde#1": "2417 undeployed"}
    assert "move.Ka" in refused(place, step="ranged_segment")
    play = position(place, step="ranged_segment", announced={"attacks": [ATTACK]}, stop=True)
    assert state_of(play).undeployed == 1 << number("su-tank-bde#1")


# ---- announced attacks


def played() -> Play:
    """The same attacks announced answer by answer."""
    play = position(FIELD, step="combat")
    fire(play, R, "2517", "su-art-20#1", unsupplied=("su-art-20#2",))
    announce(play, R, "2416", "su-tank-bde#1", "su-rifle-rgt#1")
    return play


@rule("lb", "seq.1b", "artillery.F1", "artillery.C.IV2", "armor.A")
def test_a_position_with_announced_attacks_is_the_one_that_a_game_comes_to() -> None:
    play = played()
    unsaid = {key: value for key, value in ANNOUNCED.items() if key != "armored"}
    told = position(FIELD, step="combat", announced=unsaid)
    assert state_of(told) == state_of(play)
    answer(play, R, "end_announcing")
    assert state_of(position(FIELD, step="declare_armor", announced=unsaid)) == state_of(play)
    answer(play, G, ("as_armor", "ge-arm-inf-bn#1"), "done")
    told = position(FIELD, step="ranged_segment", announced=ANNOUNCED)
    assert state_of(told) == state_of(play)


@rule("lb", "seq.1b.order")
@pytest.mark.parametrize(
    ("step", "kind"),
    [
        ("ranged_segment", RangedSegment), ("armored_segment", ArmoredSegment), ("final_segment", FinalSegment),
        ("air_segment", AirSegment),
    ],
)  # fmt: skip
def test_a_position_begins_at_each_segment_and_goes_on_to_the_second_movement(step: str, kind: type) -> None:
    play = position(FIELD, step=step, announced=ANNOUNCED, stop=True)
    assert isinstance(state_of(play).stack[-1], kind) and PHASE(play) == "combat" and play.invariants() == []
    later = step != "ranged_segment"
    assert where(play, "su-supply#1") == ("used" if later else "2419")  # artillery.F2
    assert bool(state_of(play).fires) is not later and state_of(play).barred >> number("ge-inf-bn#1") & 1
    assert bool(state_of(play).ground_attacks) is (step != "air_segment")
    play = position(FIELD, step=step, announced=ANNOUNCED)
    resolve(play, R)
    assert state_of(play).phase == SECOND_MOVEMENT and play.invariants() == []


@rule("lb", "air.general.a", "seq.1b.IV")
def test_a_position_begins_at_the_air_segment_with_its_strikes() -> None:
    place = {"su-rifle-rgt#1": "2417", "su-tank-bde#1": "2418", "ge-mot-hq#1": "2413"}
    words: dict[str, Any] = {"scenario": S4, "hqs": False, "active": G}
    strikes = [{"unit": "su-rifle-rgt#1", "points": 12}, {"unit": "su-tank-bde#1", "points": 1}]
    told = position(place, step="combat", announced={"strikes": strikes}, **words)
    play = position(place, step="combat", **words)
    strike(play, G, "su-rifle-rgt#1", 12)
    strike(play, G, "su-tank-bde#1", 1)
    assert state_of(told).strikes == state_of(play).strikes
    play = position(place, step="air_segment", announced={"strikes": strikes}, dice=[1, 6], **words)
    assert where(play, "su-rifle-rgt#1") == "destroyed" and where(play, "su-tank-bde#1") == "2418"
    strikes[0]["points"] = 20
    assert "air.general.a" in refused(place, step="air_segment", announced={"strikes": strikes}, **words)


# ---- a result, and a retreat


@rule("lb", "combat.proc.d")
@pytest.mark.parametrize(("code", "asked"), [("DB", (G, "retreat")), ("AB", (R, "retreat_unit")), ("EX", (R, "lose"))])
def test_a_position_goes_on_from_a_result(code: str, asked: tuple[str, str]) -> None:
    play = position(FIELD, step="result", attack=ATTACK, result=code)
    assert offered(play, *asked)
    resolve(play, R)
    assert state_of(play).phase == SECOND_MOVEMENT and not happened_to(play, "ge-inf-bn#1")


def happened_to(play: Play, unit: str) -> bool:
    return where(play, unit) != FIELD[unit]


def test_a_result_that_leaves_nothing_to_decide_is_carried_out_and_other_attacks_follow() -> None:
    also = {"attacks": [{"on": "2517", "by": ["su-mech-bde#1"]}]}
    play = position(FIELD, step="result", attack=ATTACK, result="DX", announced=also, stop=True)
    worth = GAME.units[number("ge-arm-inf-bn#1")].kind.points
    assert where(play, "ge-arm-inf-bn#1") == "destroyed" and lost(play, G) == worth
    assert offered(play, R, "resolve") == {"2517"}


def test_results_are_those_that_the_segment_has() -> None:
    guns = {"on": "2416", "by": {"su-art-20#1": "su-supply#1"}}
    play = position(FIELD, step="result", attack=guns, result="DB")
    assert where(play, "su-supply#1") == "used" and offered(play, G, "retreat")
    assert 'no result of this attack "AB"; there are DB, DX' in refused(step="result", attack=guns, result="AB")
    assert 'no result of this attack "XX"' in refused(step="result", attack=ATTACK, result="XX")
    assert "this step goes on after an attack" in refused(step="result", result="DX")
    assert "nothing to resolve" in refused(step="result", attack=ATTACK, segment="armored_segment", result="DX")
    armor = {"armored": ["ge-arm-inf-bn#1"]}
    play = position(FIELD, step="result", attack=ATTACK, segment="armored_segment", announced=armor, result="AB")
    assert offered(play, R, "retreat")
    resolve(play, R)
    assert happened_to(play, "su-tank-bde#1") and not happened_to(play, "su-rifle-rgt#1")  # seq.1b.IIa armor alone


@rule("lb", "combat.proc.d", "stack.A")
def test_a_position_goes_on_from_a_retreat() -> None:
    place = FIELD | {"ge-mot-inf-bn#1": "2416"}
    play = position(place, step="retreat", attack=ATTACK)
    assert offered(play, G, "retreat_unit") == {"ge-arm-inf-bn#1", "ge-mot-inf-bn#1"}
    play = position(place, step="retreat", attack=ATTACK, retreat=["su-rifle-rgt#1", "su-tank-bde#1"])
    assert offered(play, R, "retreat_unit") == {"su-rifle-rgt#1", "su-tank-bde#1"}
    play = position(place, step="retreat", retreat=["ge-mot-inf-bn#1"])
    assert offered(play, G, "retreat")
    resolve(play, R)
    assert where(play, "ge-mot-inf-bn#1") not in ("2416", "destroyed") and state_of(play).phase == SECOND_MOVEMENT


def test_only_who_took_part_goes_back() -> None:
    words: dict[str, Any] = {"step": "retreat", "attack": ATTACK}
    assert "not of one side of this attack" in refused(**words, retreat=["su-mech-bde#1"])
    assert "not of one side of this attack" in refused(**words, retreat=["su-tank-bde#1", "ge-arm-inf-bn#1"])
    assert "retreat names the units" in refused(step="retreat")
    assert "retreat names the units" in refused(step="retreat", retreat=["su-tank-bde#1", "ge-arm-inf-bn#1"])
    guns = {"on": "2416", "by": {"su-art-20#1": "su-supply#1"}}
    assert "sends the attacker back" in refused(step="retreat", attack=guns, retreat=["su-art-20#1"])


# ---- what no game comes to


@rule("lb", "move.Ka")
@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ({"step": "second_movement"}, "su-tank-bde#1 is undeployed in phase second_movement"),
        ({"step": "turn"}, "su-tank-bde#1 is undeployed in phase before"),
        ({"step": "combat", "active": G}, "su-tank-bde#1 is undeployed in a phase of the german side"),
    ],
)
def test_units_are_undeployed_only_until_the_attack_of_their_own_side(words: dict[str, Any], fault: str) -> None:
    assert fault in refused(FIELD | {"su-tank-bde#1": "2417 undeployed"}, **words)


@rule("lb", "move.Ka")
def test_an_undeployed_unit_has_an_enemy_beside_it_and_is_not_dug_in() -> None:
    for step in ("first_movement", "combat"):
        assert "no enemy beside it" in refused({"su-tank-bde#1": "2417 undeployed"}, step=step)
    place = FIELD | {"su-tank-bde#1": "2417 undeployed in"}
    assert "is undeployed and dug in" in refused(place, step="combat", forts=["2417"])


@rule("lb", "artillery.F2")
def test_supply_units_are_used_up_by_guns_alone() -> None:
    assert "there has been no gun to use it" in refused({"su-supply#1": "used", "ge-art-light#1": "2413"})
    position({"su-supply#1": "used", "su-art-20#1": "destroyed"})


def tampered(**fields: Any) -> list[str]:
    state = state_of(position(FIELD, step="ranged_segment", announced=ANNOUNCED, stop=True))
    for name, value in fields.items():
        setattr(state, name, value)
    return GAME.invariants(state)


def test_marks_of_the_wrong_side_or_phase_are_found() -> None:
    german, tank = 1 << number("ge-inf-bn#1"), 1 << number("su-tank-bde#1")
    assert tampered() == []
    for name in ("moved", "supplied", "undeployed"):
        assert any("ge-inf-bn#1" in fault for fault in tampered(**{name: german})), name
    assert any("defensive fire" in fault for fault in tampered(fired=german))
    assert any("by its own side" in fault for fault in tampered(barred=tank))
    assert "an attack is on in phase second_movement" in tampered(phase=SECOND_MOVEMENT)
    gun, store = number("su-art-20#2"), number("su-supply#2")
    served = (Fire(GAME.ground.grid.index("2517"), ((gun, store),)),)
    assert "su-supply#2 cannot serve su-art-20#2" in tampered(fires=served)


def test_destroyed_units_have_been_scored() -> None:
    play = position({"su-tank-bde#1": "destroyed"})
    assert lost(play, R) == GAME.units[number("su-tank-bde#1")].kind.points
    assert "has lost more than 1 points" in refused({"su-tank-bde#1": "destroyed"}, destroyed={R: 1})


def test_a_snapshot_from_before_breaks_were_kept_goes_on() -> None:
    state = GAME.position(scenario=S1, turn=2).state
    old = {name: value for name, value in snapshot(state).items() if name not in ("breaks", "broken")}
    chosen = GAME.scenario(S1)
    fresh = GAME.initial(chosen, state.options, state.dice)
    restore(fresh, old)
    assert GAME.invariants(fresh) == []
