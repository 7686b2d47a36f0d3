"""Attacks of one army's move: which hexes, with which blocks, as far as hexsides and stacking let them in.

Battles begun already come first, so that a plan made anew after every block stays the same plan.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.victory.board.passage import crossed, hexside_limit
from grognard.games.victory.board.stacking import air_in, ground_in, naval_in
from grognard.games.victory.kinds import AIR, GROUND, NAVAL
from grognard.games.victory.state import VictoryState
from grognard.hex.grid import bits, mask
from grognard.players.victory import guess
from grognard.players.victory.clash import Line, Outcome, clash, enemies_at, line_of
from grognard.players.victory.front import responders
from grognard.players.victory.reach import Reach, entrances
from grognard.players.victory.value import Outlook, strike_power


class Attack(NamedTuple):
    """Blocks that go for a hex this turn, those with the fewest ways in first."""

    hex: int
    units: tuple[int, ...]
    value: float
    chance: float | None = None
    """That we hold the hex in the end; None where nobody is in the way, and for raids."""


class Ally(NamedTuple):
    """A block that may join an attack, and how."""

    unit: int
    group: int
    """The target group it fights in."""
    slot: int
    """The stack it counts for on arrival."""
    delay: int
    sides: tuple[int, ...]


def plan_attacks(state: VictoryState, view: Outlook, army: int, ways_in: dict[int, Reach]) -> list[Attack]:
    """The attacks worth making with the blocks that are free, by what each of them can do."""
    within = 0
    for way in ways_in.values():
        within |= way.anywhere
    begun = [hex for hex, attacker in state.battles.items() if within >> hex & 1 and _ours(state, view, hex, attacker)]
    targets = [hex for hex in bits(_targets(state, view) & within) if hex not in state.battles]
    if view.weights.choosy:
        ours = [hex for hex in begun if state.game.side_of[state.battles[hex]] == view.side]
        targets += [hex for hex in begun if hex not in ours]
        begun = ours
    used: set[int] = set()
    found: list[Attack] = []
    for hex in begun:
        attack = _reinforce(state, view, army, hex, ways_in, used)
        if attack is not None:
            found.append(attack)
            used.update(attack.units)
    ready = [_effort(state, view, army, hex, ways_in, used) for hex in targets]
    while attacks := [attack for attack in ready if attack is not None]:
        best = max(attacks, key=lambda attack: (attack.value, -attack.hex))
        found.append(best)
        used.update(best.units)
        gone = 0  # whoever could have come, too, looks for others
        for unit in best.units:
            gone |= ways_in[unit].anywhere
        ready = [
            _effort(state, view, army, attack.hex, ways_in, used) if gone >> attack.hex & 1 else attack
            for attack in attacks
            if attack.hex != best.hex
        ]
    return found


def _ours(state: VictoryState, view: Outlook, hex: int, attacker: int) -> bool:
    return state.game.side_of[attacker] == view.side or bool(state.of_side(view.side, hex))


def _targets(state: VictoryState, view: Outlook) -> int:
    """Hexes with enemies, and enemy cities without."""
    side_of, storming = state.game.side_of, view.weights.storming
    ours = {hex for hex, army in state.blockades.items() if storming and side_of[army] == view.side}
    blockaded = sum(1 << hex for hex in state.blockades if hex not in ours)
    return (view.enemies | mask(view.goals)) & ~blockaded


def prize(state: VictoryState, view: Outlook, hex: int) -> float:
    """What holding a hex is worth, in steps."""
    ground, weights = state.game.ground, view.weights
    value = ground.value.get(hex, 0)
    if value:
        worth = weights.per_point * value
        if value >= view.winning:
            worth += weights.wins_at_once
        if abs(view.leads_by) <= 2 * value:
            worth += weights.lead * view.time_gone
        worth *= weights.urgent_prize if view.urgent else 1.0
        return worth * weights.last_prize if view.last else worth
    return weights.settlement if ground.settlements >> hex & 1 else weights.open_ground


def odds(
    state: VictoryState, view: Outlook, hex: int, attackers: list[Line], defenders: list[Line] | None = None
) -> Outcome:
    """A battle for a hex against what is known to be there."""
    if defenders is None:
        defenders = _enemies(state, view, hex)
    others = state.at.get(hex, 0) & ~state.game.side_units[view.side]
    doubt = view.weights.unseen_doubt * (others & ~state.shown).bit_count()
    return clash(attackers, defenders, 3, bool(state.game.ground.double >> hex & 1), doubt)


def _enemies(state: VictoryState, view: Outlook, hex: int) -> list[Line]:
    judge = guess.enemies_at if view.weights.experience else enemies_at
    return judge(state, hex, view.side)


def worth_of(state: VictoryState, view: Outlook, hex: int, outcome: Outcome) -> float:
    weights = view.weights
    price = weights.urgent_price if view.urgent else 1.0
    losses = weights.his_loss * outcome.defender_loss - price * (weights.own_loss * outcome.attacker_loss)
    return outcome.win * prize(state, view, hex) + (losses * weights.last_price if view.last else losses)


# ---- who can join


def _allies(
    state: VictoryState, view: Outlook, hex: int, ways_in: dict[int, Reach], used: set[int], late: bool
) -> list[Ally]:
    blocks, ground = state.game.blocks, state.game.ground
    bit = 1 << hex
    found = []
    for unit, way in ways_in.items():
        if not way.anywhere & bit or unit in used or state.hex_of[unit] == hex:
            continue
        class_ = blocks.class_of[unit]
        if class_ == AIR:
            if way.move & bit:
                found.append(Ally(unit, AIR, AIR, int(late), ()))
        elif class_ == NAVAL:
            if way.move & bit:
                found.append(Ally(unit, NAVAL, NAVAL, int(late), ()))
        elif way.move & bit:
            sides = tuple(entrances(state, hex, way.gates))
            if sides:
                wet = all(_wet(state, hex, d) for d in sides) and not blocks.engineers >> unit & 1
                found.append(Ally(unit, GROUND, GROUND, int(late or wet), sides))
        elif way.by_sea & bit and ground.land & bit:
            found.append(Ally(unit, GROUND, NAVAL, 1, ()))
        elif way.drop & bit and view.supplied & bit:
            found.append(Ally(unit, GROUND, AIR, 1, ()))
    return found


def _wet(state: VictoryState, hex: int, d: int) -> bool:
    return bool(state.game.ground.river[d] >> hex & 1)


def _let_in(state: VictoryState, view: Outlook, army: int, hex: int, allies: list[Ally]) -> list[Ally]:
    """The strongest that stacking and hexsides admit."""
    if not allies:
        return []
    game = state.game
    ground = game.ground
    room = {
        GROUND: ground.stack[hex] - ground_in(state, army, hex).bit_count(),
        NAVAL: ground.naval_stack[hex] - naval_in(state, army, hex).bit_count(),
        AIR: game.tables.stacking.air - air_in(state, army, hex).bit_count(),
    }
    ashore = room[GROUND]
    sides: dict[int, int] = {}
    chosen: list[Ally] = []
    power = {ally.unit: strike_power(state, view.weights, ally.unit) for ally in allies}
    for ally in sorted(allies, key=lambda one: (-power[one.unit], one.unit)):
        if room[ally.slot] <= 0 or (ally.group == GROUND and ashore <= 0) or power[ally.unit] <= 0:
            continue
        if ally.slot == GROUND and ground.land >> hex & 1:
            for d in ally.sides:
                if d not in sides:
                    beside = ground.grid.neighbour(hex, d)
                    sides[d] = hexside_limit(state, hex, beside, GROUND) - crossed(state, hex, d, army, GROUND)
            best = max(ally.sides, key=lambda d: (sides[d], -d))
            if sides[best] <= 0:
                continue
            sides[best] -= 1
        room[ally.slot] -= 1
        if ally.group == GROUND:
            ashore -= 1
        chosen.append(ally)
    return chosen


def _lines(state: VictoryState, hex: int, allies: list[Ally]) -> list[Line]:
    return [line_of(state, ally.unit, hex, delay=ally.delay, group=ally.group) for ally in allies]


def _present(state: VictoryState, view: Outlook, hex: int, defends: bool) -> list[Line]:
    """Our blocks in a battle that waits to be fought."""
    blocks, game = state.game.blocks, state.game
    found = []
    for unit in bits(state.of_side(view.side, hex) & ~blocks.factories):
        landing = bool(state.afloat >> unit & 1 or (state.flown[unit] and blocks.ground >> unit & 1))
        wet = not defends and state.came[unit] >= 0 and game.ground.crosses(game.ground.river, state.came[unit], hex)
        delay = int(landing or (wet and not blocks.engineers >> unit & 1) or bool(state.late >> unit & 1))
        found.append(line_of(state, unit, hex, defends, delay))
    return found


def _effort(
    state: VictoryState, view: Outlook, army: int, hex: int, ways_in: dict[int, Reach], used: set[int]
) -> Attack | None:
    """What to do about a hex: attack it, or help those who are attacked there."""
    effort = _reinforce if hex in state.battles else _attack
    return effort(state, view, army, hex, ways_in, used)


def _attack(
    state: VictoryState, view: Outlook, army: int, hex: int, ways_in: dict[int, Reach], used: set[int]
) -> Attack | None:
    """The best attack on a hex with what is left, if it is worth its price."""
    allies = _allies(state, view, hex, ways_in, used, late=False)
    if not view.enemies >> hex & 1:
        return _walk_in(state, view, hex, allies)
    allies = _let_in(state, view, army, hex, allies)
    if not allies:
        return None
    defenders = _enemies(state, view, hex)
    troops = any(ally.group == GROUND for ally in allies)
    best: tuple[float, list[Ally], float] | None = None
    weights = view.weights
    hope = weights.bold if view.urgent else weights.hope
    if view.last:
        hope *= weights.last_hope
    if weights.response and view.answered:
        defenders = defenders + responders(state, view, hex)
    for some in _sizes(allies):
        outcome = odds(state, view, hex, _lines(state, hex, some), defenders)
        value = worth_of(state, view, hex, outcome)
        if troops and outcome.win < hope:
            continue
        if value > weights.bar and (best is None or value > best[0] + weights.larger_force):
            best = (value, some, outcome.win)
    if best is None:
        return None
    return Attack(hex, _in_order(best[1]), best[0], best[2] if troops else None)


def _walk_in(state: VictoryState, view: Outlook, hex: int, allies: list[Ally]) -> Attack | None:
    """An enemy city that nobody holds: one block takes it."""
    submarines = state.game.blocks.submarines
    able = [ally for ally in allies if ally.group in (GROUND, NAVAL) and not submarines >> ally.unit & 1]
    if not able:
        return None
    best = min(able, key=lambda ally: (ally.group != GROUND, ally.slot != GROUND, -state.steps[ally.unit], ally.unit))
    return Attack(hex, (best.unit,), prize(state, view, hex) + view.weights.walk_in)


def _sizes(allies: list[Ally]) -> list[list[Ally]]:
    """The whole force, and a smaller one that leaves something for elsewhere."""
    if len(allies) < 3:
        return [allies]
    half = [ally for number, ally in enumerate(allies) if number < (len(allies) + 1) // 2]
    troops = [ally for ally in allies if ally.group == GROUND]
    found = [allies]
    if any(ally.group == GROUND for ally in half):
        found.append(half)
    if troops and len(troops) < len(allies):
        found.append(troops)
    return found


def _reinforce(
    state: VictoryState, view: Outlook, army: int, hex: int, ways_in: dict[int, Reach], used: set[int]
) -> Attack | None:
    """More blocks for a battle that is begun, while they are worth it."""
    game = state.game
    attacker = state.battles[hex]
    defends = game.side_of[attacker] != view.side
    late = attacker != army
    allies = _let_in(state, view, army, hex, _allies(state, view, hex, ways_in, used, late))
    if not allies:
        return None
    present = _present(state, view, hex, defends)
    enemies = _enemies(state, view, hex)
    prospect = _held if defends else _stormed
    before = prospect(state, view, hex, present, enemies)
    after = prospect(state, view, hex, present + _lines(state, hex, allies), enemies)
    gain = after.value - before.value
    if gain < view.weights.reinforcing:
        return None
    return Attack(hex, _in_order(allies), gain, after.chance)


def chance_of_battle(state: VictoryState, view: Outlook, hex: int) -> float | None:
    """That a hex is ours after the battle that waits to be fought there; None where no troops attack it."""
    defends = state.game.side_of[state.battles[hex]] != view.side
    own, enemies = _present(state, view, hex, defends), _enemies(state, view, hex)
    return (_held if defends else _stormed)(state, view, hex, own, enemies).chance


class Prospect(NamedTuple):
    """What to expect of a battle that is begun."""

    value: float
    chance: float | None
    """That the hex is ours in the end; None where no troops attack it."""


def _stormed(state: VictoryState, view: Outlook, hex: int, own: list[Line], enemies: list[Line]) -> Prospect:
    """An attack."""
    outcome = odds(state, view, hex, own, enemies)
    return Prospect(worth_of(state, view, hex, outcome), outcome.win if _troops(own) else None)


def _held(state: VictoryState, view: Outlook, hex: int, own: list[Line], enemies: list[Line]) -> Prospect:
    """A defence: the hex kept, and losses dealt and taken."""
    others = state.at.get(hex, 0) & ~state.game.side_units[view.side]
    doubt = view.weights.unseen_doubt * (others & ~state.shown).bit_count()
    outcome = clash(enemies, own, 3, bool(state.game.ground.double >> hex & 1), doubt)
    value = (
        (1 - outcome.win) * prize(state, view, hex)
        + view.weights.his_loss * outcome.attacker_loss
        - view.weights.own_loss * outcome.defender_loss
    )
    return Prospect(value, 1 - outcome.win if _troops(enemies) else None)


def _troops(attackers: list[Line]) -> bool:
    return any(line.group == GROUND for line in attackers)


def _in_order(allies: list[Ally]) -> tuple[int, ...]:
    """Ground units with few ways in first, then the others."""
    return tuple(
        ally.unit for ally in sorted(allies, key=lambda one: (one.group != GROUND, len(one.sides) or 9, one.unit))
    )
