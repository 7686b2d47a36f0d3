"""A set-up position within a battle: at the start of a round, at a Combat Turn, at hits, at a retreat, at a blockade.

`position.py` hands over its words. The round begins and the battle ends by the steps of a game, so a position is in the
state in which a game would be, and what could not have happened is refused for the reason a player would hear.

    fight={"hex": "0707", "by": "red", "round": 2, "half": [...], "grounded": [...]}      in every step
        "joins": {"green": "attack"}      the camp of a third side (2.0.3b)
        "landed": [...]                   blocks that landed or dropped in earlier rounds
        "marker_hits": 1                  on the airfield or mulberry of the hex (9.6c, 9.7c)
        "blockade": True                  the battle was activated in a blockade (6.8c)
        "roles_changed": True             the attackers hold the hex by now (6.49)
        "left": [...]                     blocks beside the hex that retreated from it in this round (6.5b)
        "acted": {"red-cruiser-1": "fired at ground", "red-marine-1": "landed"}       who had his Combat Turn
        "next": "blue-infantry-1"         whose Combat Turn it is; who comes before it and is not named has passed
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.core.game import SetupError
from grognard.core.position import belongs, could_say, hex_of, keyed, list_of, one_of, table_of, whole, yes_or_no
from grognard.games.victory import verbs
from grognard.games.victory.board.control import camp
from grognard.games.victory.board.markers import targets_in
from grognard.games.victory.board.passage import hexside_limit
from grognard.games.victory.board.stacking import aloft
from grognard.games.victory.combat.aftermath import AskFleets, DeclareBlockade, EndBattle, LeaveHex
from grognard.games.victory.combat.combat import (
    FIRE,
    BeginRound,
    CombatTurn,
    NextTurn,
    Scramble,
    TurnOrder,
    decided,
    in_order,
    must_leave,
    place_in_round,
    ready_blocks,
    waiting,
)
from grognard.games.victory.combat.field import (
    camp_of,
    defender,
    fight_of,
    holder,
    may_blockade,
    naval_group,
    on_land,
    units_of,
)
from grognard.games.victory.combat.fire import endangers_own, note_attack, score, targets, why_never_fires
from grognard.games.victory.combat.retreat import ChooseWithdrawal, ForcedRetreat, WithdrawAll
from grognard.games.victory.combat.strike import rockets_alone, struck
from grognard.games.victory.command.command import commander
from grognard.games.victory.kinds import CLASSES, GROUND, NAVAL
from grognard.games.victory.losses import eliminate
from grognard.games.victory.state import ATTACK, CAMPS, COMBAT, DEFENCE, NONE, Fight, VictoryState
from grognard.games.victory.tables import VictoryTables
from grognard.hex.grid import bits

IN_BATTLE = ("round", "combat_turn", "hits", "retreat", "blockade")
"""Steps that go on within a battle."""
_WORDS = (
    "hex", "by", "round", "half", "grounded", "joins", "landed", "marker_hits", "blockade", "roles_changed", "left",
    "acted", "next",
)  # fmt: skip
_BELONGS = {"left": IN_BATTLE[1:], "acted": ("combat_turn", "hits"), "next": ("combat_turn",)}
_ENDED = ("retreat", "blockade")
_FIRED = {f"fired at {name}": class_ for class_, name in enumerate(CLASSES)}
_DEEDS = (*_FIRED, "passed", "landed", "dropped", "blockades")
"""What a block has done in its Combat Turn and is still there."""


def begin_fight(state: VictoryState, step: str, words: Mapping[str, Any]) -> None:
    """Bring the Combat Phase that is on top of the stack into a battle, to one of its steps."""
    said = keyed(words.get("fight", {}), _WORDS, "fight")
    belongs(said, step, _BELONGS)
    _battle(state, step, said)
    if rockets_alone(state):
        _strike(state, step, words)
        return
    if step == "round":
        state.push(BeginRound())
        return
    BeginRound().run(state)
    if isinstance(state.stack[-1], Scramble):
        raise SetupError("fight: more air units are here than may fight; say which are grounded (5.52b)")
    _retreated(state, list_of(said, "left"))
    if step in _ENDED:
        _end(state, step, words)
    else:
        _in_round(state, step, words, said)


def army_of(game: VictoryTables, name: str) -> int:
    return one_of(name, [army.id for army in game.armies], "army")


def block_of(game: VictoryTables, name: str) -> int:
    if not isinstance(name, str) or name not in game.blocks.numbers:
        raise SetupError(f'there is no block "{name}"')
    return game.blocks.numbers[name]


# ---- the battle at the start of a round


def _battle(state: VictoryState, step: str, said: Mapping[str, Any]) -> None:
    """Who fights where since when: who has a half-hit, which aircraft are grounded."""
    if not {"hex", "by"} <= {*said}:
        raise SetupError('a round is one of a battle: fight={"hex": where, "by": who began it}')
    game = state.game
    hex, attacker = hex_of(game, said["hex"]), army_of(game, said["by"])
    last = _last_round(state)
    before = whole(said.get("round", last if step in _ENDED else 1), "fight: round", least=1, most=last) - 1
    state.phase = COMBAT
    state.battles.pop(hex, None)
    _joins(state, hex, attacker, table_of(said, "joins"))
    there = state.at.get(hex, 0) & ~state.late
    armies = {camp(state, hex, attacker, army) for army, units in enumerate(game.blocks.of_army) if there & units}
    installed = any(owner != game.side_of[attacker] for owner in targets_in(state, hex))
    if ATTACK not in armies or not (DEFENCE in armies or installed):
        raise SetupError(f"fight: nobody fights {said['by']} in {said['hex']}")
    state.fight = Fight(
        hex, attacker, defender(state, hex, attacker), round=before, aloft=aloft(state, there),
        grounded=_grounded(state, hex, list_of(said, "grounded")), blockade=_blockaded(state, hex, attacker, said),
        swapped=_roles_changed(state, before, said), landed=_landed(state, hex, list_of(said, "landed")),
        marker_hits=_marker_hits(state, hex, said),
    )  # fmt: skip
    if before:
        state.shown |= there
        state.refight(units=tuple(in_order(state, there)))
    state.refight(half=_half_hits(state, hex, list_of(said, "half")))


def _last_round(state: VictoryState) -> int:
    """6.3a, 6.opt.3"""
    return state.game.tables.combat.rounds + bool(state.options["pursuit_round"])


def _joins(state: VictoryState, hex: int, attacker: int, said: Mapping[str, Any]) -> None:
    """2.0.3b the camp that a third side has joined."""
    game = state.game
    for name, which in said.items():
        side = game.side_of[army_of(game, name)]
        if side == game.side_of[attacker]:
            raise SetupError(f"fight: {name} attacks and joins nobody (2.0.3b)")
        for army in game.side_armies[side]:
            state.joins[hex * 16 + army] = one_of(which, CAMPS, "camp")


def _grounded(state: VictoryState, hex: int, names: Iterable[str]) -> int:
    blocks = state.game.blocks
    grounded = _here(state, hex, names)
    for unit in bits(grounded & ~blocks.air):
        raise SetupError(f"fight: {blocks.rows[unit].id} does not fly and cannot be grounded")
    return grounded


def _blockaded(state: VictoryState, hex: int, attacker: int, said: Mapping[str, Any]) -> bool:
    """6.8c whether the battle is one of a blockade; one that the blockaders began for the hex ends it."""
    activated = yes_or_no(said, "blockade", "fight: ")
    blockader = state.blockades.get(hex)
    if activated and blockader is None:
        raise SetupError(f"fight: nobody blockades {said['hex']}")
    side_of = state.game.side_of
    if blockader is not None and not activated and side_of[blockader] == side_of[attacker]:
        del state.blockades[hex]
    return activated


def _roles_changed(state: VictoryState, before: int, said: Mapping[str, Any]) -> bool:
    changed = yes_or_no(said, "roles_changed", "fight: ")
    if changed and before < state.game.tables.combat.response_round:
        raise SetupError("fight: roles change at the start of round 2, by themselves, and stay so from then on (5.8b)")
    return changed


def _landed(state: VictoryState, hex: int, names: Iterable[str]) -> int:
    blocks = state.game.blocks
    landed = _here(state, hex, names)
    for unit in bits(landed & (~(blocks.amphibious | blocks.airborne) | state.afloat)):
        raise SetupError(f"fight: {blocks.rows[unit].id} has not landed here (6.6b, 6.7b)")
    return landed


def _marker_hits(state: VictoryState, hex: int, said: Mapping[str, Any]) -> int:
    """9.6c, 9.7c one hit less than reduces or destroys it, at most."""
    advanced = state.game.tables.advanced
    most = max(advanced.airfield_hits, advanced.mulberry_hits) - 1 if targets_in(state, hex) else 0
    return whole(said.get("marker_hits", 0), "fight: marker_hits", most=most)


def _half_hits(state: VictoryState, hex: int, names: Iterable[str]) -> tuple[int, int]:
    """6.47b the block of each camp with a half-hit: one at most."""
    blocks = state.game.blocks
    half = [NONE, NONE]
    for unit in bits(_here(state, hex, names)):
        which = camp_of(state, unit)
        if half[which] != NONE:
            two = f"{blocks.rows[unit].id} and {blocks.rows[half[which]].id}"
            raise SetupError(f"fight: {two} cannot both have their side's half-hit")
        half[which] = unit
    return half[0], half[1]


def _here(state: VictoryState, hex: int, names: Iterable[str]) -> int:
    """Blocks that are in the battle."""
    units = 0
    for name in names:
        unit = block_of(state.game, name)
        if state.hex_of[unit] != hex:
            raise SetupError(f"{name} is not in this battle")
        units |= 1 << unit
    return units


def _retreated(state: VictoryState, names: Iterable[str]) -> None:
    """6.5b who retreated in this round, to where he stands now, counts for the hexside that he used."""
    game, fight = state.game, fight_of(state)
    grid = game.ground.grid
    for name in names:
        unit = block_of(game, name)
        to = state.hex_of[unit]
        if game.blocks.air >> unit & 1 or not grid.around[fight.hex] >> to & 1:
            raise SetupError(f"fight: {name} has not left {grid.name(fight.hex)} over a hexside of it")
        by_sea = game.blocks.naval >> unit & 1 or game.ground.water >> to & 1
        class_ = NAVAL if by_sea else GROUND
        gone = (game.blocks.army[unit], grid.direction(fight.hex, to), class_)
        state.refight(left=(*fight_of(state).left, gone))
        if fight_of(state).left.count(gone) > hexside_limit(state, fight.hex, to, class_):
            raise SetupError(f"fight: {name} is one too many to have left for {grid.name(to)} in one round (6.5b)")


# ---- in the middle of a round


def _in_round(state: VictoryState, step: str, words: Mapping[str, Any], said: Mapping[str, Any]) -> None:
    """Some have had their Combat Turn; it is the turn of the next, or the next has fired and hit."""
    game = state.game
    for name, deed in table_of(said, "acted").items():
        unit = block_of(game, name)
        _here(state, fight_of(state).hex, [name])
        _has_acted(state, unit, deed)
    hits = _hits(words) if step == "hits" else {}
    following = hits.get("by", said.get("next"))
    if following is None:
        if decided(state) is not None or not ready_blocks(state):
            raise SetupError(f"fight: nobody has a Combat Turn left in round {fight_of(state).round}")
        return  # the round goes on by itself
    _turn_of(state, following)
    if hits:
        _score(state, block_of(game, following), hits)


def _has_acted(state: VictoryState, unit: int, deed: Any) -> None:
    """A block that is still there has had its Combat Turn."""
    name = state.game.blocks.rows[unit].id
    fight, blocks, bit = fight_of(state), state.game.blocks, 1 << unit
    if deed not in _DEEDS:
        raise SetupError(f"fight: {name} has {', '.join(_DEEDS[:-2])}, {_DEEDS[-2]} or {_DEEDS[-1]}, not {deed!r}")
    if not waiting(state) & bit:
        raise SetupError(f"fight: {name} has no Combat Turn in round {fight.round}")
    if fight.aloft & bit or blocks.one_shot & blocks.ground & bit:
        raise SetupError(f"fight: {name} is still on its way and has not acted (6.6b, stretch.6)")
    if deed in _FIRED:
        if blocks.one_shot & bit:
            raise SetupError(f"fight: {name} would be used up (stretch.6)")
        if reasons := why_never_fires(state, unit, _FIRED[deed]):
            raise SetupError(f"fight: {name} has not {deed}: {state.game.words.say(reasons[0], 'en')}")
        note_attack(state, unit, _FIRED[deed])
    elif deed in ("landed", "dropped"):
        _has_landed(state, unit, deed)
    if deed == "blockades":
        blockading = fight.pursuit and camp_of(state, unit) != holder(state) and blocks.naval & bit
        if not blockading or not may_blockade(state, camp_of(state, unit)):
            raise SetupError(f"fight: {name} cannot have stayed to blockade here (6.8a, 6.opt.3)")
        state.refight(staying=fight_of(state).staying | bit)
    elif must_leave(state, unit):
        raise SetupError(f"fight: {name} has to leave in the pursuit round and cannot have {deed} (6.opt.3)")
    state.refight(acted=fight_of(state).acted | bit)


def _has_landed(state: VictoryState, unit: int, deed: str) -> None:
    """6.6b airborne came down, 6.7b marines and amphibs went ashore where no enemy ship was left."""
    blocks, bit = state.game.blocks, 1 << unit
    able = blocks.amphibious if deed == "landed" else blocks.airborne
    barred = state.afloat & bit or (deed == "landed" and naval_group(state, 1 - camp_of(state, unit)))
    if not able & bit or barred or not on_land(state):
        raise SetupError(f"fight: {blocks.rows[unit].id} cannot have {deed} here (6.6b, 6.7b)")
    state.refight(landed=fight_of(state).landed | bit)


def _turn_of(state: VictoryState, name: str) -> None:
    """6.31a it is this block's Combat Turn: who comes before it has passed, unless he is said to have done more."""
    blocks = state.game.blocks
    unit = block_of(state.game, name)
    _here(state, fight_of(state).hex, [name])
    if not waiting(state) >> unit & 1:
        raise SetupError(f"fight: {name} has no Combat Turn left in round {fight_of(state).round}")
    turn = place_in_round(state, unit)
    for one in bits(fight_of(state).acted):
        if place_in_round(state, one) > turn:
            raise SetupError(f"fight: {blocks.rows[one].id} has acted before {name} (6.31a)")
    for one in bits(waiting(state)):
        if place_in_round(state, one) < turn:
            _has_acted(state, one, "passed")
    if decided(state) is not None:
        raise SetupError(f"fight: {name} has no Combat Turn left: the battle is decided (6.55)")
    state.pop()
    NextTurn().run(state)
    step = state.stack[-1]
    assert isinstance(step, CombatTurn | TurnOrder)
    if commander(state, unit) != step.player:
        first = step.unit if isinstance(step, CombatTurn) else bits(step.units)[0]
        raise SetupError(f"fight: {blocks.rows[first].id} has its Combat Turn before {name} (2.0.3b)")
    state.replace(CombatTurn(step.player, unit))


# ---- hits


def _hits(words: Mapping[str, Any]) -> Mapping[str, Any]:
    said = keyed(words.get("hits", {}), ("by", "at", "count", "friendly"), "hits")
    if not {"by", "at", "count"} <= {*said}:
        raise SetupError('hits are those of a block: hits={"by": who fired, "at": air, naval or ground, "count": hits}')
    return said


def _score(state: VictoryState, unit: int, hits: Mapping[str, Any]) -> None:
    """6.4 the block whose Combat Turn it is has fired, and hit so often; 6.48a friendly hits besides."""
    class_ = one_of(hits["at"], CLASSES, "class")
    could_say(state.game, state, FIRE[class_])
    dice = state.steps[unit]
    count = whole(hits["count"], "hits: count", most=dice)
    risk = dice - count if endangers_own(state, unit, class_) else 0
    friendly = whole(hits.get("friendly", 0), "hits: friendly", most=risk)
    if not count + friendly:
        raise SetupError("hits: nothing was hit; start at the combat_turn of the next block")
    state.pop()
    state.refight(acted=fight_of(state).acted | 1 << unit)
    score(state, unit, class_, targets(state, unit)[class_], count, friendly)
    if state.game.blocks.one_shot >> unit & 1:
        eliminate(state, unit, "stretch.6")


def _strike(state: VictoryState, step: str, words: Mapping[str, Any]) -> None:
    """stretch.6 rockets alone fight no rounds: they have struck and are used up."""
    if step != "hits":
        raise SetupError("fight: rockets alone fight no rounds; start at the hits (stretch.6)")
    hits = _hits(words)
    rockets = units_of(state, ATTACK)
    if not rockets >> block_of(state.game, hits["by"]) & 1 or hits["at"] != CLASSES[GROUND]:
        raise SetupError("hits: rockets that attack alone strike at ground (stretch.6)")
    most = sum(state.steps[rocket] for rocket in bits(rockets))
    count = whole(hits["count"], "hits: count", least=1, most=most)
    whole(hits.get("friendly", 0), "hits: friendly", most=0)
    for rocket in bits(rockets):
        eliminate(state, rocket, "stretch.6")
    struck(state, count)


# ---- the end of a battle


def _end(state: VictoryState, step: str, words: Mapping[str, Any]) -> None:
    """6.55 the battle is decided: ships say whether they blockade, then the loser leaves."""
    game = state.game
    hex = game.ground.grid.name(fight_of(state).hex)
    asked = words.get("retreat") if step == "retreat" else None
    loser = _loser(state, asked) if step == "retreat" else 1 - holder(state)
    _is_lost(state, loser, hex)
    state.pop()
    state.refight(acted=fight_of(state).acted | waiting(state))
    EndBattle(1 - loser).run(state)
    if step == "blockade":
        if not isinstance(state.stack[-1], AskFleets):
            raise SetupError(f"fight: no ships are asked whether they blockade {hex} (6.8a)")
        _run_top(state)
        return
    while isinstance(top := state.stack[-1], AskFleets | DeclareBlockade | LeaveHex | WithdrawAll):
        if isinstance(top, DeclareBlockade):
            top.take(state, verbs.PASS, 0)
        else:
            _run_top(state)
    _goes_first(state, str(asked), hex)


def _run_top(state: VictoryState) -> None:
    step = state.stack[-1]
    state.pop()
    step.run(state)


def _loser(state: VictoryState, name: Any) -> int:
    """The camp of the army that leaves, or of the block that leaves first."""
    game, fight = state.game, fight_of(state)
    armies = [army.id for army in game.armies]
    if not isinstance(name, str) or name not in (*armies, *game.blocks.numbers):
        raise SetupError(f"retreat names the army that has to leave, or its block that leaves first, not {name!r}")
    if name in armies:
        return camp(state, fight.hex, fight.attacker, armies.index(name))
    _here(state, fight.hex, [name])
    return camp_of(state, game.blocks.numbers[name])


def _is_lost(state: VictoryState, loser: int, hex: str) -> None:
    """6.55 whether the battle can be over with this loser."""
    fight, winner = fight_of(state), decided(state)
    names = "the attackers" if loser == ATTACK else "the defenders"
    if winner == 1 - loser:
        return
    if winner is not None:
        raise SetupError(f"fight: {names} have won in {hex} and do not leave it (6.55)")
    if loser == holder(state):
        raise SetupError(f"fight: {names} hold {hex} and need not leave it (6.5d)")
    if fight.round < (last := _last_round(state)):
        raise SetupError(f"fight: {names} have to leave {hex} after round {last}, not after round {fight.round}")
    for unit in bits(units_of(state, loser) & waiting(state)):
        if must_leave(state, unit):
            name = state.game.blocks.rows[unit].id
            raise SetupError(f"fight: {name} leaves in its combat_turn of the pursuit round, not after it (6.opt.3)")


def _goes_first(state: VictoryState, name: str, hex: str) -> None:
    """The question that the loser is asked first is about this army, or about this block."""
    game = state.game
    step = state.stack[-1]
    if not isinstance(step, ForcedRetreat | ChooseWithdrawal):
        raise SetupError(f"fight: nobody is left that has to leave {hex}")
    units = step.units if isinstance(step, ChooseWithdrawal) else 1 << step.unit
    block = game.blocks.numbers.get(name, NONE)
    meant = game.blocks.of_army[army_of(game, name)] if block == NONE else 1 << block
    if not units & meant:
        raise SetupError(f"fight: {game.blocks.rows[bits(units)[0]].id} leaves {hex} before {name}")
    if block != NONE and isinstance(step, ChooseWithdrawal):
        step.take(state, verbs.WITHDRAW, block)
