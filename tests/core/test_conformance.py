"""The conformance suite passes a sound game and catches every fault it was written for.

Each broken variant is the toy with one mistake that an author might make.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import count
from random import Random
from typing import Any, Self

import pytest

from grognard.core import conformance
from grognard.core.ask import NotOffered, Offer
from grognard.core.conformance import random_play
from grognard.core.game import Scenario
from grognard.core.play import Play
from grognard.core.state import State
from grognard.core.words import Message
from tests.core import toy
from tests.core.toy import GAME, Bid, OpenBids, ToyGame, ToyState, Turn

SEEDS = range(16)
Patch = pytest.MonkeyPatch


def caught(fault: str, game: ToyGame = GAME, scenario: str = "three", looks: int = 24) -> bool:
    """Whether the suite, run as every game's tests run it, comes to speak of this fault."""
    return any(
        fault in "\n".join(conformance.thorough(game, seed, scenario, answers=60, looks=looks)) for seed in SEEDS
    )


def fuzzed(fault: str) -> bool:
    """Whether fuzzing the toy comes to speak of this fault."""
    return any(fault in "\n".join(conformance.fuzz(GAME, seed, "three")) for seed in SEEDS)


def broken(state: type[ToyState]) -> ToyGame:
    """The toy on another class of positions."""
    game = ToyGame()
    game.state_class = state
    return game


# ---- a sound game


@pytest.mark.parametrize("scenario", GAME.scenarios)
@pytest.mark.parametrize("seed", range(4))
def test_the_toy_passes(scenario: str, seed: int) -> None:
    assert conformance.fuzz(GAME, seed, scenario, by_verb=seed % 2 == 0) == []
    assert conformance.thorough(GAME, seed, scenario) == []


def test_random_games_reach_everything_the_toy_has() -> None:
    """Otherwise the suite would pass what it never tried."""
    told: set[str] = set()
    winners = set()
    for seed in range(60):
        play = GAME.new("teams", seed=seed)
        rng = Random(seed)
        while play.result is None:
            player = rng.choice(play.state.deciders)
            play.apply(player, conformance.any_answer(play.state.ask(player), rng))
        told |= {event.message.key for event in play.events}
        winners.add(play.result.winners)
    assert told == {f"event.{name}" for name in ("round", "bid", "purse", "built", "dug", "found", "shown", "gamble")}
    assert winners == {("north",), ("south",), ()}


def test_perft_counts_the_ways_to_answer() -> None:
    state = GAME.position(turns=["red"]).state
    assert conformance.perft(state, 1) == 5 + 6 + 1 + 1
    assert conformance.perft(state, 0) == 1


# ---- fuzzing: endless games, dead ends, crashes, unsound positions


def test_an_endless_game_is_caught(monkeypatch: Patch) -> None:
    def again(self: OpenBids, state: ToyState) -> None:
        state.coins, state.round = [2] * len(state.coins), 1
        state.push(toy.BeginRound())

    monkeypatch.setattr(random_play, "MOST_ANSWERS", 300)
    monkeypatch.setattr(OpenBids, "run", again)
    assert fuzzed("goes on after 300 answers")


@pytest.mark.parametrize("nothing", [{}, {toy.DIG: 0}])
def test_a_dead_end_is_caught(monkeypatch: Patch, nothing: Offer) -> None:
    offer = Turn.offer
    monkeypatch.setattr(Turn, "offer", lambda self, state: nothing if self.gambled else offer(self, state))
    assert fuzzed("a dead end at Turn(")
    assert caught("a dead end")


@pytest.mark.parametrize("enter", [toy.DIG, toy.BID])
def test_an_answer_by_enter_that_is_not_offered_or_needs_a_target_is_caught(monkeypatch: Patch, enter: int) -> None:
    monkeypatch.setattr(Turn, "primary", lambda self, state: enter)
    assert caught("Enter would answer")


def test_a_dead_end_in_a_lane_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Bid, "offer", lambda self, state: {} if state.bids[self.player] else {toy.BID: 2})
    assert fuzzed("a dead end")


def test_a_game_that_stops_without_a_result_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(toy.Score, "run", lambda self, state: None)
    assert caught("nobody has to answer, but there is no result")
    assert fuzzed("nobody has to answer, but there is no result")


def test_a_crash_says_which_game_it_was(monkeypatch: Patch) -> None:
    def crash(self: Turn, state: ToyState, verb: int, target: int) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Turn, "take", crash)
    for check in (conformance.fuzz, conformance.thorough):
        with pytest.raises(ZeroDivisionError) as error:
            check(GAME, 3, "three")
        assert error.value.__notes__[0].startswith("toy three, seed 3, answer ")


def test_an_assertion_that_fails_is_a_crash_and_no_endless_game(monkeypatch: Patch) -> None:
    def stumble(self: Turn, state: ToyState) -> Offer:
        raise AssertionError

    monkeypatch.setattr(Turn, "offer", stumble)
    with pytest.raises(AssertionError):
        conformance.fuzz(GAME, 3, "three")


def test_a_broken_invariant_is_caught(monkeypatch: Patch) -> None:
    def forge(self: OpenBids, state: ToyState) -> None:
        state.treasure[toy.MAP.grid.hexes[0]] = 9
        state.push(toy.BeginRound())

    monkeypatch.setattr(OpenBids, "run", forge)
    assert conformance.fuzz(GAME, 1)[0].endswith("treasure was made or lost")
    assert conformance.thorough(GAME, 1, looks=400)[0].endswith("treasure was made or lost")


# ---- offers and refusals


def test_an_answer_offered_but_refused_is_caught(monkeypatch: Patch) -> None:
    take = Turn.take

    def picky(self: Turn, state: ToyState, verb: int, target: int) -> None:
        if verb == toy.GAMBLE and self.built:
            raise NotOffered
        take(self, state, verb, target)

    monkeypatch.setattr(Turn, "take", picky)
    assert caught("was offered to player")
    assert fuzzed("it was offered and refused")


def test_an_answer_accepted_though_not_offered_is_caught() -> None:
    class Lax(ToyState):
        __slots__ = ()

        def apply(self, player: int, code: int) -> None:
            if self.lanes is None and isinstance(self.stack[-1], Turn) and code >> 16 == toy.BUILD:
                self.offer = {**self.offer, toy.BUILD: (1 << len(toy.FORDS)) - 1}
            super().apply(player, code)

    assert caught("was not offered and is accepted", broken(Lax))


def test_a_number_accepted_though_not_offered_is_caught() -> None:
    class Generous(ToyState):
        __slots__ = ()

        def apply(self, player: int, code: int) -> None:
            if self.lanes is None and code >> 16 == toy.BID and isinstance(self.stack[-1], Bid):
                code = min(code, self.coins[player]) or toy.DONE << 16
            super().apply(player, code)

    assert caught("was not offered and is accepted", broken(Generous))


def test_a_refusal_that_changes_the_position_is_caught(monkeypatch: Patch) -> None:
    def why(self: Turn, state: ToyState, verb: int, target: int) -> list[Message]:
        state.points[self.player] += 1
        return []

    monkeypatch.setattr(Turn, "why", why)
    assert caught("a refused answer changed the position")


def test_a_refusal_without_a_reason_is_caught(monkeypatch: Patch) -> None:
    say = GAME.words.say
    monkeypatch.setattr(GAME.words, "say", lambda message, language="en": " " if language == "ja" else say(message))
    assert caught("is refused without a reason")


# ---- copies and snapshots


def test_a_clone_that_shares_a_list_is_caught() -> None:
    class Shared(ToyState):
        __slots__ = ()

        def clone(self) -> Self:
            other = super().clone()
            other.ford = self.ford
            return other

    assert caught("playing on with a clone changed the original", broken(Shared))


class Derived(ToyState):
    """A position that keeps count of fords beside its fields, and shows it."""

    __slots__ = ("count",)
    count: list[int]

    def __init__(self, game: ToyGame, scenario: Scenario, options: Mapping[str, Any], dice: Any) -> None:
        super().__init__(game, scenario, options, dice)
        self.count = [0]

    def clone(self) -> Self:
        other = super().clone()
        other.count = self.count.copy()
        return other

    def rebuild(self) -> None:
        self.count = [len(toy.FORDS) - self.ford.count(toy.NOBODY)]

    def tell(self, key: str, rule: str = "", to: int = -1, **args: Any) -> None:
        self.count[0] += key == "event.built"
        super().tell(key, rule, to, **args)


class DerivedGame(ToyGame):
    state_class: type[ToyState] = Derived

    def view(self, state: ToyState, player: int | None) -> dict[str, Any]:
        assert isinstance(state, Derived)
        return super().view(state, player) | {"fords": state.count[0]}


def test_derived_facts_kept_rightly_pass() -> None:
    assert not any(conformance.thorough(DerivedGame(), seed, "three") for seed in range(4))


def test_a_clone_that_shares_what_is_derived_is_caught() -> None:
    class Shared(Derived):
        __slots__ = ()

        def clone(self) -> Self:
            other = super().clone()
            other.count = self.count
            return other

    game = DerivedGame()
    game.state_class = Shared
    assert caught("playing on with a clone changed the original", game)


def test_a_restored_position_without_its_derived_facts_is_caught() -> None:
    class Forgetful(Derived):
        __slots__ = ()

        def rebuild(self) -> None:
            self.count = [0]

    game = DerivedGame()
    game.state_class = Forgetful
    assert caught("a restored snapshot shows another position", game)


@pytest.mark.parametrize("lost", ["ford", "coins", "treasure", "points", "digger", "round"])
def test_a_field_that_the_snapshot_loses_is_caught(lost: str) -> None:
    class Lossy(ToyState):
        __slots__ = ()
        FIELDS = tuple(name for name in ToyState.FIELDS if name != lost)

    assert caught("a restored snapshot", broken(Lossy))


# ---- secrets


def showing(what: Callable[[ToyState], Any], to: Callable[[int | None], bool]) -> ToyGame:
    """The toy with a view that shows more than it should."""

    class Leaky(ToyGame):
        def view(self, state: ToyState, player: int | None) -> dict[str, Any]:
            return super().view(state, player) | ({"leak": what(state)} if to(player) else {})

    return Leaky()


def test_a_secret_in_a_players_view_is_caught() -> None:
    game = showing(lambda state: sorted(state.treasure.items()), to=lambda player: player == 1)
    assert caught("what blue sees depends on what blue may not know", game)


def test_a_secret_in_the_spectators_view_is_caught() -> None:
    game = showing(lambda state: sorted(state.treasure.items()), to=lambda player: player is None)
    assert caught("what a spectator sees depends on what red may not know", game)


def test_an_uncommitted_choice_in_a_view_is_caught(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Play, "waiting_for", lambda self, viewer: self.deciders)
    assert caught("may not know")


def test_a_secret_in_a_refusal_is_caught(monkeypatch: Patch) -> None:
    def why(self: Turn, state: ToyState, verb: int, target: int) -> list[Message]:
        return [state.message("why.coins", "2.0", coins=sorted(state.treasure.items()), number=0)]

    monkeypatch.setattr(Turn, "why", why)
    assert caught("may not know")


def test_a_secret_in_a_preview_is_caught(monkeypatch: Patch) -> None:
    def preview(self: Turn, state: ToyState, verb: int, target: int) -> Mapping[str, Any]:
        return {"value": state.treasure[target]} if verb == toy.DIG else {}

    monkeypatch.setattr(Turn, "preview", preview)
    assert caught("may not know")


def test_an_offer_that_depends_on_a_secret_is_caught(monkeypatch: Patch) -> None:
    offer = Turn.offer

    def knowing(self: Turn, state: ToyState) -> Offer:
        worthless = sum(1 << hex for hex, value in state.treasure.items() if not value)
        offered = offer(self, state)
        return {verb: targets & ~worthless if verb == toy.DIG else targets for verb, targets in offered.items()}

    monkeypatch.setattr(Turn, "offer", knowing)
    assert caught("may not know")


def test_imagination_that_changes_the_truth_is_caught(monkeypatch: Patch) -> None:
    class Shared(ToyState):
        __slots__ = ()

        def clone(self) -> Self:
            other = super().clone()
            other.treasure = self.treasure
            return other

    assert caught("imagining changed the true position", broken(Shared))


# ---- lanes


@pytest.mark.parametrize("scenario", ["three", "eight"])
def test_a_die_in_a_private_lane_is_caught(monkeypatch: Patch, scenario: str) -> None:
    take = Bid.take

    def lucky(self: Bid, state: ToyState, verb: int, target: int) -> None:
        take(self, state, verb, target)
        if verb == toy.BID:
            state.coins[self.player] += state.roll(6) == 6

    monkeypatch.setattr(Bid, "take", lucky)
    assert caught("a die is rolled or something revealed in a private lane", scenario=scenario)


def test_lanes_that_stand_in_each_others_way_are_caught(monkeypatch: Patch) -> None:
    """Only one may bid a number: in his lane each thinks he is the first."""

    def exclusive(self: Bid, state: ToyState) -> Offer:
        free = sum(1 << number for number in (1, 2, 3) if number not in state.bids)
        return {toy.DONE: 1} if state.bids[self.player] else {toy.BID: free, toy.DONE: 1}

    monkeypatch.setattr(Bid, "offer", exclusive)
    assert caught("in another's way")


# ---- undo


def test_undo_past_a_die_is_caught() -> None:
    class Quiet(ToyState):
        __slots__ = ()

        def roll(self, sides: int) -> int:
            face = super().roll(sides)
            self.barrier -= 1
            return face

    assert caught("undo is offered past a die or a reveal", broken(Quiet))


def test_undo_past_a_reveal_is_caught(monkeypatch: Patch) -> None:
    remember = Play._remember

    def lenient(self: Play, before: State, player: int, answer: int) -> None:
        barrier, self.state.barrier = self.state.barrier, before.barrier
        remember(self, before, player, answer)
        self.state.barrier = barrier

    monkeypatch.setattr(Play, "_remember", lenient)
    assert caught("undo is offered past a die or a reveal")


def test_undo_that_does_not_restore_is_caught() -> None:
    class Shared(ToyState):
        __slots__ = ()

        def clone(self) -> Self:
            other = super().clone()
            other.ford = self.ford
            return other

    assert caught("undo does not restore the position", broken(Shared), looks=0)


def test_undo_that_keeps_the_story_is_caught(monkeypatch: Patch) -> None:
    undo = Play.undo

    def chatty(self: Play, player: str) -> None:
        told = self.events.copy()
        undo(self, player)
        self.events[:] = told

    monkeypatch.setattr(Play, "undo", chatty)
    assert caught("undo does not restore the log", looks=0)


# ---- journals


def test_a_game_that_does_not_replay_is_caught(monkeypatch: Patch) -> None:
    class Fickle(ToyState):
        """Rolls a die of its own, not the table's."""

        __slots__ = ()

        def roll(self, sides: int) -> int:
            super().roll(sides)
            return next(chance) % sides + 1

    rng = Random(1)
    chance = iter(lambda: rng.getrandbits(16), None)
    assert caught("seed", broken(Fickle), looks=0)


def test_events_that_replay_otherwise_are_caught(monkeypatch: Patch) -> None:
    """Each game that begins counts one up, so the same game told again tells another number."""
    games = count()
    tell = State.tell

    def counting(self: State, key: str, rule: str = "", to: int = -1, **args: Any) -> None:
        if key == "event.round" and args["number"] == 1:
            args["number"] = next(games)
        tell(self, key, rule, to, **args)

    monkeypatch.setattr(ToyState, "tell", counting)
    assert caught("replaying the answers tells another story")
