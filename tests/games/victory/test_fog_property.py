"""Fog of War as a property: two positions that differ only in the enemy's hidden blocks are the same to a player.

`shuffled` deals hidden blocks without asking the game what could stand where: any type at any strength anywhere. Then
all that reaches the player and a spectator must be the same bytes: view, log, ask, previews, refusals, overlays,
standing; and it must stay the same while the player goes on moving in both.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from grognard.core.ask import Kind, codes, offered, random_answer
from grognard.core.conformance.seen import as_sent
from grognard.core.play import SPECTATOR, Play
from grognard.games.victory import GAME
from grognard.games.victory.shown.hidden import _dealt, _dealt_step
from grognard.games.victory.state import LAST_PLACE, MOVE, NONE, VictoryState
from grognard.hex.grid import bits, mask
from grognard.testing import rule
from tests.games.victory._help import state_of

QUIET = ("end_move", "disband", "stop", "done", "later")


def hidden_from(state: VictoryState, known: int, army: int) -> list[int]:
    """An army's blocks that a player may not know who knows these: on the map, in hand or in the pool."""
    game = state.game
    units = game.blocks.of_army[army] & ~known & ~state.shown & ~game.blocks.factories
    if state.fight is not None:
        for unit in state.fight.units:
            units &= ~(1 << unit)
    return bits(units)


def shuffled(play: Play, known: int, rng: Random) -> Play:
    """The same game with other hidden blocks in the same places."""
    copy = play.clone()
    state = state_of(copy).clone()
    copy.state = state
    deal: dict[int, int] = {}
    for army in range(len(state.game.armies)):
        units = hidden_from(state, known, army)
        others = units.copy()
        rng.shuffle(others)
        deal |= _without_submarines_on_coasts(state, dict(zip(units, others, strict=True)))
    for name in state.BY_UNIT:
        values = getattr(state, name)
        old = {unit: values[unit] for unit in deal}
        for unit, other in deal.items():
            values[other] = old[unit]
    for name in state.UNIT_SETS:
        setattr(state, name, _dealt(getattr(state, name), deal, mask(deal)))
    state.aboard = [deal.get(carrier, carrier) if carrier != NONE else NONE for carrier in state.aboard]
    state.stack = [_dealt_step(step, deal, mask(deal)) for step in state.stack]
    for unit in deal:
        if state.hex_of[unit] > LAST_PLACE:
            state.steps[unit] = rng.randint(1, state.game.blocks.most[unit])
    state.memo = None
    state.rebuild()
    return copy


def _without_submarines_on_coasts(state: VictoryState, deal: dict[int, int]) -> dict[int, int]:
    """8.opt.2 a submarine on a coast would be seen: blocks dealt so change places with their own."""
    if not state.options["submarine_control"]:
        return deal
    coast = state.game.ground.coastal
    for unit, other in list(deal.items()):
        if state.game.blocks.submarines >> deal[unit] & 1 and coast >> state.hex_of[unit] & 1:
            for place, there in deal.items():
                if not coast >> state.hex_of[place] & 1 and not state.game.blocks.submarines >> there & 1:
                    deal[unit], deal[place] = there, other
                    break
    return deal


def received(play: Play, player: str | None) -> bytes:
    """Everything that can reach a player or a spectator at this moment."""
    game, state = state_of(play).game, play.state
    number = None if player is None else play.roster.number(player)
    found: list[Any] = [play.view(player) | {"can_undo": None, "can_redo": None}]
    found.append(play.lines(0, len(play.events), player))
    found += [game.overlay(state, number, kind) for kind in game.overlays]
    found.append(game.standing(state))
    if player is None or number is None:
        return as_sent(found)
    offer = play.state.ask(number)
    answers, rng = codes(offer), Random(1)
    for answer in rng.sample(answers, min(12, len(answers))):
        found.append(play.preview(player, *play.names_of_answer(answer)))
    targets = {
        Kind.HEX: list(game.map.grid.hexes), Kind.UNIT: list(range(len(game.units))), Kind.NOTHING: [0],
        Kind.CHIT: list(range(game.chit_count)),
    }  # fmt: skip
    for _ in range(40):
        verb = rng.randrange(len(game.verbs))
        name = game.verbs[verb]
        target = rng.choice(targets.get(name.kind, [0]))
        if name.kind in targets and not offered(offer, verb, target):
            reasons = play.why(player, name.name, game.target_name(name.kind, target))
            found.append([str(reason) for reason in reasons])
    return as_sent(found)


def same_for(play: Play, rng: Random) -> None:
    for number, player in enumerate(play.roster.ids):
        other = shuffled(play, state_of(play).blocks_known_to(number), rng)
        assert received(other, player) == received(play, player), f"what {player} receives"
        assert received(other, SPECTATOR) == received(play, SPECTATOR), f"what a spectator receives beside {player}"


def same_as_he_goes_on(play: Play, rng: Random, most: int = 12) -> int:
    """The mover goes on in both positions alike; gives how often he could."""
    if play.state.lanes is not None or len(play.deciders) != 1 or state_of(play).phase != MOVE:
        return 0
    (player,) = play.deciders
    number = play.roster.number(player)
    one, other = play.clone(), shuffled(play, state_of(play).blocks_known_to(number), rng)
    for count in range(most):
        if state_of(one).phase != MOVE or one.deciders != (player,):
            return count
        answer = random_answer(_busy(one.state.ask(number), rng), rng)
        one.apply(number, answer)
        other.apply(number, answer)
        if state_of(one).phase == MOVE:
            assert received(one, player) == received(other, player), one.names_of_answer(answer)
            assert received(one, SPECTATOR) == received(other, SPECTATOR), one.names_of_answer(answer)
    return most


def _busy(offer: dict[int, int], rng: Random) -> dict[int, int]:
    """An offer without what only ends things, most of the time; the deployment is done in one go."""
    rest = GAME.verb_numbers["deploy_rest"]
    if rest in offer and rng.random() < 0.5:
        return {rest: offer[rest]}
    busy = {verb: board for verb, board in offer.items() if GAME.verbs[verb].name not in QUIET}
    return busy if busy and rng.random() < 0.9 else offer


EVERYTHING: dict[str, object] = dict.fromkeys(
    ("factories", "resources", "storms", "destruction", "airfields", "mulberries", "stretch_units", "regroup",
     "pursuit_round", "air_range"), True,
)  # fmt: skip
CASES: list[tuple[str, dict[str, object], int]] = [
    ("quick-start", {}, 1),
    ("quick-start", {"submarine_control": True}, 2),
    ("quick-start", EVERYTHING, 3),
    ("quick-start", {"alternate_deployment": True, "historical_sets": True}, 4),
    ("quick-start-3", {}, 5),
    ("two-front-war-3", {}, 6),
    ("two-front-war-3", {"allies_hidden": True}, 9),
    ("commanders-8", {}, 7),
    ("custom-forces", {}, 8),
]


@rule("victory", "fog.1")
@pytest.mark.parametrize(("scenario", "options", "seed"), CASES)
def test_hidden_blocks_change_nothing_that_a_player_receives(
    scenario: str, options: dict[str, object], seed: int
) -> None:
    play = GAME.new(scenario, options, seed=seed)
    rng = Random(seed)
    went_on = 0
    for number in range(480):
        if play.result is not None:
            break
        if number % 30 == 11:
            same_for(play, rng)
        if number % 12 == 5:
            went_on += same_as_he_goes_on(play, rng)
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(_busy(play.state.ask(player), rng), rng))
    assert went_on > 20, "the property was tried on the move"


def test_the_shuffle_has_teeth() -> None:
    """It changes types, strengths and identities: a view that told any of them would differ."""
    play = GAME.new("quick-start", seed=3)
    rng = Random(3)
    for _ in range(60):
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(_busy(play.state.ask(player), rng), rng))
    state = state_of(play)
    other = state_of(shuffled(play, state.game.side_units[0], rng))
    enemy = bits(state.game.side_units[1])
    assert [state.hex_of[unit] for unit in enemy] != [other.hex_of[unit] for unit in enemy]
    assert state.steps != other.steps
    assert sorted(state.hex_of) == sorted(other.hex_of), "the same places"
