"""Random games: the four verdicts of fuzzing, and everything else tried on the way.

A crash is raised as it is, with a note that tells which game it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from grognard.core.ask import IllegalAnswer, NotOffered, Offer, codes, random_answer
from grognard.core.conformance.answers import dead_end, offers_hold, refusals_hold
from grognard.core.conformance.copies import chance, clone_is_independent, lanes_hold, snapshot_holds
from grognard.core.conformance.keeping import journal_holds, undo_holds, undo_retraces
from grognard.core.conformance.secrets import choices_told_alike, secrets_hold, told_alike
from grognard.core.dice import FastDice
from grognard.core.game import Game, S
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from grognard.core.state import State

MOST_ANSWERS = 30_000
"""A random game longer than this counts as endless."""
SOME_ANSWERS = 80
"""How far a constructed position is played on."""


class Endless(Exception):
    """A random game that goes on and on."""


def any_answer(offer: Offer, rng: Random, by_verb: bool = True) -> int:
    """An answer from an offer: first a verb, then a target; or any answer alike, which keeps units moving."""
    return random_answer(offer, rng) if by_verb else rng.choice(codes(offer))


def random_state_game(game: Game[S], seed: int, scenario: str | None = None, by_verb: bool = True) -> Iterator[S]:
    """A random game on bare positions, yielding after every answer."""
    state = game.fast_state(seed, scenario)
    yield from played_on(state, seed, by_verb)
    if not state.over:
        raise Endless(f"the random game goes on after {MOST_ANSWERS} answers")


def played_on(state: S, seed: int, by_verb: bool = True, most: int = MOST_ANSWERS) -> Iterator[S]:
    """A position as random answers change it, at first and after each; with every other seed what happens is told."""
    rng = Random(seed)
    state.events = [] if seed % 2 else None
    yield state
    for _ in range(most):
        if state.over:
            return
        player = rng.choice(state.deciders)
        state.apply(player, any_answer(state.ask(player), rng, by_verb))
        yield state


def fuzz(game: Game, seed: int, scenario: str | None = None, by_verb: bool = True, every: int = 1) -> list[str]:
    """A random game ends, never dead-ends, and its position is sound after every (or every n-th) answer."""
    return _unsound(game, random_state_game(game, seed, scenario, by_verb), seed, str(scenario), every)


def fuzz_from(start: State, seed: int, by_verb: bool = True, answers: int = SOME_ANSWERS) -> list[str]:
    """A constructed position, however rarely a game comes to it, stays sound when it is played on at random."""
    state = start.clone()
    state.dice = FastDice(seed)
    return _unsound(state.game, played_on(state, seed, by_verb, answers), seed, "played on")


def _unsound(game: Game, states: Iterator[State], seed: int, which: str, every: int = 1) -> list[str]:
    """What is wrong with the first position of a game that has a fault."""
    number = 0
    try:
        for state in states:
            faults = dead_end(state)
            if not faults and (number % every == 0 or state.over):
                faults = game.invariants(state)
            if faults:
                return [f"seed {seed}, answer {number}: {fault}" for fault in faults]
            number += 1
    except Endless as error:
        return [f"seed {seed}: {error}"]
    except NotOffered:
        return [f"seed {seed}, answer {number}: it was offered and refused"]
    except Exception as error:
        error.add_note(f"{game.id} {which}, seed {seed}, answer {number}")
        raise
    return []


def thorough(game: Game, seed: int, scenario: str | None = None, answers: int = 400, looks: int = 25) -> list[str]:
    """A random game through `Play` in which everything else is tried on the way."""
    play = game.new(scenario, seed=seed)
    faults = thorough_from(play, seed, answers, looks)
    return faults or [f"seed {seed}: {fault}" for fault in journal_holds(play)]


def thorough_from(play: Play, seed: int, answers: int = 120, looks: int = 4) -> list[str]:
    """The same from where a game is, or from a constructed position, for up to so many answers."""
    rng = Random(seed)
    faults: list[str] = []
    number = 0
    try:
        while number < answers and play.result is None and not faults:
            faults = dead_end(play.state)
            if not faults and rng.random() < looks / answers:
                faults = look(play, rng)
            if not faults:
                faults = _answer_and_undo(play, rng)
            faults = [f"seed {seed}, answer {number}: {fault}" for fault in faults]
            number += 1
        return faults
    except (NotOffered, IllegalAnswer) as refusal:
        return [f"seed {seed}, answer {number}: an answer was offered and refused: {refusal}"]
    except Exception as error:
        error.add_note(f"{play.game.id} {play.scenario.id}, seed {seed}, answer {number}")
        raise


def _answer_and_undo(play: Play, rng: Random) -> list[str]:
    player = rng.choice(play.state.deciders)
    answer = any_answer(play.state.ask(player), rng, by_verb=rng.random() < 0.7)
    before, risen, story = canonical(play.state), chance(play.state), play.events.copy()
    faults = told_alike(play, player, answer, rng)
    play.apply(player, answer)
    return faults or undo_holds(play, player, before, risen, story)


def look(play: Play, rng: Random) -> list[str]:
    """Everything that must hold at one position; the first fault hides those that follow from it."""
    return (
        play.game.invariants(play.state)
        or lanes_hold(play, rng)
        or offers_hold(play, rng)
        or refusals_hold(play, rng)
        or clone_is_independent(play, rng)
        or snapshot_holds(play, rng)
        or secrets_hold(play, rng)
        or choices_told_alike(play, rng)
        or undo_retraces(play)
    )
