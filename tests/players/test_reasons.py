"""Every kind of question has a reason: one Regular game of each game, asked on the way what speaks for its answers."""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cache
from random import Random
from typing import Any, NamedTuple

import pytest

import grognard
from grognard.core.ask import Kind, Offer
from grognard.core.game import Game
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.officer import offered_or_any
from grognard.players.opinion import Adviser, Opinion, adviser, considered

SEED = {"avl": 5, "lb": 1, "victory": 5, "vl": 5}
"""By game: of one in which everything is asked."""
ENOUGH = 16
"""Questions of a kind that are looked at."""

ASKED = {
    "avl": (
        "AdvanceFurther", "AdvanceUnits", "ChooseHq", "ChooseSovietChits", "CombatSegment", "DeclareAttack",
        "MoveUnit", "MoveUnits", "OfferManstein", "PlaceAt", "PlaceReinforcement", "RelocateHq", "RetreatUnit",
        "RetreatUnits", "SelectChits", "SpecialCombat", "TakeLosses",
    ),
    "lb": (
        "Announce", "ArmoredSegment", "Choose", "DeclareArmor", "DeclareAttack", "DeclareFire", "DefensiveFire",
        "Deploy", "Exchange", "FinalSegment", "MoveUnit", "MoveUnits", "RangedSegment", "Retreat", "RetreatTo",
    ),
    "victory": (
        "BuildUnit", "ChooseBattle", "ChooseHit", "ChooseWithdrawal", "CombatTurn", "DeclareBeachheads", "Deploy",
        "DeployAt", "ForcedRetreat", "LandUnit", "MoveUnit", "MoveUnits", "Produce", "TurnOrder",
    ),
    "vl": (
        "AdvanceUnit", "AdvanceUnits", "CombatPhase", "CompulsoryRetreat", "DeclareAssault", "DeclareAttack",
        "Deploy", "EnterFestung", "FillRequirements", "GiveSupport", "MoveUnit", "MoveUnits", "RemoveExcess",
        "RetreatStack",
    ),
}  # fmt: skip
"""By game: what is asked in it that has more than one answer."""

ALONE = {
    "avl": ("ChooseSovietChits", "OfferManstein", "RetreatUnits"),
    "lb": ("Choose", "DeclareArmor", "Retreat"),
    "victory": ("DeclareBeachheads", "Deploy"),
    "vl": ("DeclareAssault", "Deploy", "EnterFestung"),
}
"""Where the doctrine has a rule and no figures: it has a reason for its own answer, and thinks of no other."""


class Walk(NamedTuple):
    looked_at: Counter[str]
    first_without: dict[str, list[list[Opinion]]]
    """By question: what was thought where the best answer has no reason."""
    compared: Counter[str]
    """By question: how often two answers or more have reasons."""


@cache
def walk(game_id: str) -> Walk:
    game, book, plain = grognard.game(game_id), adviser(game_id), doctrine(game_id, REGULAR)
    assert book is not None
    state, rng = game.fast_state(SEED[game_id], None, None), Random(SEED[game_id])
    found = Walk(Counter(), defaultdict(list), Counter())
    while not state.over:
        player = state.deciders[0]
        asked = type(state.seen_by(player).stack[-1]).__name__
        new = found.looked_at[asked] < ENOUGH and (found.looked_at[asked] < ENOUGH // 2 or rng.random() < 0.05)
        if new and answers(game, state.ask(player)) > 1:
            found.looked_at[asked] += 1
            told = considered(book, state, player)
            if not told or not speaks(book, told[0]):
                found.first_without[asked].append(told)
            found.compared[asked] += sum(speaks(book, one) for one in told) > 1
        state.apply(player, offered_or_any(state, player, plain.choose(state, player), rng))
    return found


def answers(game: Game, offer: Offer) -> int:
    return sum(1 if game.verbs[verb].kind is Kind.NOTHING else board.bit_count() for verb, board in offer.items())


def speaks(book: Adviser[Any], opinion: Opinion) -> bool:
    """Whether anything is said for an answer or against it."""
    noted = opinion.note is not None and book.reasons[opinion.note].words(1.0) is not None
    return noted or any(book.reasons[name].words(part) for name, part in opinion.reasons())


@pytest.mark.parametrize("game_id", ASKED)
def test_all_that_is_asked_in_a_game_is_looked_at_here(game_id: str) -> None:
    assert set(walk(game_id).looked_at) == set(ASKED[game_id])


@pytest.mark.parametrize(("game_id", "asked"), [(game_id, one) for game_id in ASKED for one in ASKED[game_id]])
def test_the_best_answer_to_every_question_has_a_reason(game_id: str, asked: str) -> None:
    found = walk(game_id)
    assert found.looked_at[asked]
    assert not found.first_without[asked]


@pytest.mark.parametrize(
    ("game_id", "asked"), [(game_id, one) for game_id in ASKED for one in ASKED[game_id] if one not in ALONE[game_id]]
)
def test_answers_are_compared_with_reasons_for_two_at_least(game_id: str, asked: str) -> None:
    """In one of the questions of every kind, at least; where only one answer comes into question there is but one."""
    assert walk(game_id).compared[asked]
