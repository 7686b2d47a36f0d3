"""A set-up position within a Combat Phase: attacks that are announced, segments that are over, a result that is known.

`position.py` hands over its words. Everything goes through the steps that a game goes through, so a position is in the
state in which a game would be, and what could not have been announced is refused for the reason a player would hear.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from grognard.core.game import SetupError
from grognard.core.position import attack_of, could_say, hex_of, keyed, one_of, unit_of, units_of
from grognard.games.lb import verbs
from grognard.games.lb.combat.allocation import free_supply, under_attack
from grognard.games.lb.combat.announce import DeclareArmor, DeclareFire
from grognard.games.lb.combat.resolve import Roll, use_up
from grognard.games.lb.combat.results import Retreat
from grognard.games.lb.combat.segments import AirSegment, ArmoredSegment, FinalSegment, RangedSegment, first_of
from grognard.games.lb.combat.strengths import NO_EFFECT, Fight
from grognard.games.lb.state import LbState
from grognard.hex.grid import bits, highest

SEGMENTS = {
    "ranged_segment": RangedSegment,
    "armored_segment": ArmoredSegment,
    "final_segment": FinalSegment,
    "air_segment": AirSegment,
}
AFTER_ATTACK = ("result", "retreat")
IN_COMBAT = ("declare_armor", *SEGMENTS, *AFTER_ATTACK)
"""Steps of a Combat Phase whose attacks are announced."""
UNSUPPLIED = "unsupplied"


def begin_combat(state: LbState, step: str, words: Mapping[str, Any]) -> None:
    """Bring the Combat Phase that is on top of the stack to one of its steps."""
    phase = state.stack[-1]
    state.pop()
    phase.run(state)
    if "attack" in words:
        _announce_one(state, words)
    announced = keyed(words.get("announced", {}), ("attacks", "fires", "strikes", "armored"), "announced")
    _announce(state, announced)
    _end_announcing(state, step, units_of(state.game, announced.get("armored", ())))
    if step in SEGMENTS:
        _go_to(state, step)
    elif step in AFTER_ATTACK:
        _after_attack(state, step, words)


# ---- announcing


def _announce(state: LbState, announced: Mapping[str, Any]) -> None:
    for one in announced.get("attacks", ()):
        row = _row(one, ("on", "by"), "an attack")
        _announce_attack(state, row["on"], row["by"])
    for one in announced.get("fires", ()):
        row = _row(one, ("on", "guns"), "a fire")
        _announce_fire(state, row["on"], row["guns"])
    for one in announced.get("strikes", ()):
        row = _row(one, ("unit", "points"), "a strike")
        _announce_strike(state, row["unit"], row["points"])


def _announce_one(state: LbState, words: Mapping[str, Any]) -> None:
    """The attack from which the position goes on; by guns with their supply units it is a fire."""
    attack_of(state.game, words)
    on, by = words["attack"]["on"], words["attack"]["by"]
    if isinstance(by, Mapping):
        _announce_fire(state, on, by)
    else:
        _announce_attack(state, on, by)


def _row(said: Any, names: tuple[str, ...], what: str) -> Mapping[str, Any]:
    if not isinstance(said, Mapping) or len(keyed(said, names, what)) < len(names):
        raise SetupError(f"{what} has {' and '.join(names)}, not {said!r}")
    return said


def _announce_attack(state: LbState, on: str | Iterable[str], by: str | Iterable[str]) -> None:
    game = state.game
    hexes = [hex_of(game, name) for name in _several(on)]
    if not hexes:
        raise SetupError("an attack is on a hex, or on several")
    for hex in hexes:
        if under_attack(state) >> hex & 1:
            raise SetupError(f"{game.ground.grid.name(hex)} is attacked twice (combat.C2)")
    first, *further = hexes
    _answer(state, verbs.ATTACK, first)
    for name in _several(by):
        _answer(state, verbs.ADD, unit_of(game, name))
    for hex in further:
        _answer(state, verbs.ALSO, hex)
    _answer(state, verbs.ANNOUNCE)


def _announce_fire(state: LbState, on: str | Iterable[str], guns: Any) -> None:
    game = state.game
    hexes = [hex_of(game, name) for name in _several(on)]
    if len(hexes) != 1 or any(fire.hex == hexes[0] for fire in state.fires):
        raise SetupError("guns fire at one hex, and each hex is fired at once (artillery.D1)")
    if not isinstance(guns, Mapping):
        raise SetupError(f'each gun has its supply unit or is {UNSUPPLIED}: {{"su-art-20#1": "su-supply#1"}}')
    _answer(state, verbs.FIRE, hexes[0])
    for name, store in guns.items():
        _add_gun(state, unit_of(game, name), store)
    _answer(state, verbs.ANNOUNCE)


def _add_gun(state: LbState, gun: int, store: str) -> None:
    if store == UNSUPPLIED:
        _answer(state, verbs.ADD_UNSUPPLIED, gun)
        return
    supply = unit_of(state.game, store)
    could_say(state.game, state, verbs.ADD, gun)
    step = state.stack[-1]
    assert isinstance(step, DeclareFire)
    if not free_supply(state, gun, step.guns) >> supply & 1:
        raise SetupError(f"{store} cannot serve {state.game.units[gun].id} (artillery.F1, artillery.F2)")
    state.replace(replace(step, guns=(*step.guns, (gun, supply))))


def _announce_strike(state: LbState, name: str, points: Any) -> None:
    unit = unit_of(state.game, name)
    if any(strike.unit == unit for strike in state.strikes):
        raise SetupError(f"{name} is struck twice (air.proc)")
    if not isinstance(points, int) or points < 1:
        raise SetupError(f"a strike on {name} has 1 point or more, not {points!r}")
    _answer(state, verbs.STRIKE, unit)
    _answer(state, verbs.POINTS, points)


def _end_announcing(state: LbState, step: str, armored: int) -> None:
    """armor.A the attacker declares his armored infantry while he announces, the defender right after."""
    later = 0 if step == "combat" else state.of(1 - state.active, armored)
    for unit in bits(armored & ~later):
        _answer(state, verbs.AS_ARMOR, unit)
    if step == "combat":
        return
    _answer(state, verbs.END_ANNOUNCING)
    for unit in bits(later):
        _answer(state, verbs.AS_ARMOR, unit)
    if step != "declare_armor" and isinstance(state.stack[-1], DeclareArmor):
        _answer(state, verbs.DONE)


def _several(names: str | Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else [*names]


def _answer(state: LbState, verb: int, target: int = 0) -> None:
    """What a player would have said."""
    could_say(state.game, state, verb, target)
    state.stack[-1].take(state, verb, target)


# ---- segments that are over


def _go_to(state: LbState, segment: str) -> None:
    """Nothing has come of the combats of the segments before this one, but supply units are used up."""
    while not isinstance(step := state.stack[-1], SEGMENTS[segment]):
        state.pop()
        if isinstance(step, RangedSegment):
            for fire in state.fires:
                use_up(state, fire.guns)
            state.fires = ()
        elif isinstance(step, FinalSegment):
            state.ground_attacks = ()


# ---- an attack that has been made


def _after_attack(state: LbState, step: str, words: Mapping[str, Any]) -> None:
    """Go on from the result of an attack, or from the units that go back after it."""
    fire = isinstance(words.get("attack", {}).get("by"), Mapping)
    kinds = ("ranged_segment",) if fire else ("final_segment", "armored_segment")
    _go_to(state, kinds[one_of(words.get("segment", kinds[0]), kinds, "segment")])
    if step == "retreat":
        _go_back(state, words)
        return

    def told(state: LbState, fight: Fight) -> str:
        codes = [code for code in state.game.files.tables.crt.results if fight.applies(state, code)]
        return codes[one_of(words.get("result", ""), codes, "result of this attack")]

    _fight(state, words, told)


def _fight(state: LbState, words: Mapping[str, Any], how: Roll) -> None:
    """The attack is resolved in the segment that is on."""
    hexes, _ = attack_of(state.game, words)
    segment, hex = state.stack[-1], first_of(hexes)
    if not segment.offer(state).get(verbs.RESOLVE, 0) >> hex & 1:
        raise SetupError(f"there is nothing to resolve in the {segment.words}")
    if isinstance(segment, FinalSegment):
        segment.begin(state, hex).resolve(state, how)
    else:
        assert isinstance(segment, RangedSegment | ArmoredSegment)
        segment.resolve(state, hex, how)


def _go_back(state: LbState, words: Mapping[str, Any]) -> None:
    """combat.proc.d units of one side go back: those of the attack, where one is told of."""
    fights: list[Fight] = []

    def noted(state: LbState, fight: Fight) -> str:
        fights.append(fight)
        return NO_EFFECT

    if "attack" in words:
        _fight(state, words, noted)
    units = units_of(state.game, words.get("retreat", ()))
    for fight in fights:
        units = units or sum(1 << unit for unit, _ in fight.defenders)
        _may_go_back(state, fight, units)
    side = state.game.counters.side[highest(units)]
    if not units or units & ~state.standing[side]:
        raise SetupError("retreat names the units that go back: of one side, and on the map")
    state.push(Retreat(side, units))


def _may_go_back(state: LbState, fight: Fight, units: int) -> None:
    """Refuse those who had no part in the attack, and an attack by which that party does not go back (tec.c)."""
    results = state.game.files.tables.crt.results
    for party, members in (("attacker", fight.attackers), ("defender", fight.defenders)):
        if not units & ~sum(1 << unit for unit, _ in members):
            if not any(getattr(row, party) == "back" and fight.applies(state, code) for code, row in results.items()):
                raise SetupError(f"no result of this attack sends the {party} back")
            return
    raise SetupError("these units are not of one side of this attack")
