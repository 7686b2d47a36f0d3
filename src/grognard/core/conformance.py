"""What every game must hold, whoever wrote it: a suite that any registered game passes by being registered.

Each function plays a random game, or part of one, and returns the faults it met as sentences; none is an empty list.
The four verdicts of fuzzing (a crash, a dead end, an endless game, undo past a die) are all here.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.ask import IllegalAnswer, Kind, NotOffered, Offer, code, codes, offered, random_answer
from grognard.core.game import Game
from grognard.core.journal import Journal, replay, verify
from grognard.core.play import Play
from grognard.core.snapshot import canonical, restore, snapshot
from grognard.core.state import State

MOST_ANSWERS = 30_000
"""A random game longer than this counts as endless."""


def any_answer(offer: Offer, rng: Random, by_verb: bool = True) -> int:
    """An answer from an offer: first a verb, then a target; or any answer alike, which keeps units moving."""
    return random_answer(offer, rng) if by_verb else rng.choice(codes(offer))


def random_state_game(game: Game, seed: int, scenario: str | None = None, by_verb: bool = True) -> Iterator[State]:
    """A random game on bare positions, yielding after every answer."""
    rng = Random(seed)
    state = game.fast_state(seed, scenario)
    for _ in range(MOST_ANSWERS):
        yield state
        if state.over:
            return
        player = rng.choice(state.deciders)
        state.apply(player, any_answer(state.ask(player), rng, by_verb))
    raise AssertionError(f"{game.id}: the random game {seed} goes on after {MOST_ANSWERS} answers")


def fuzz(game: Game, seed: int, scenario: str | None = None, by_verb: bool = True, every: int = 1) -> list[str]:
    """A random game ends, never dead-ends, and its position is sound after every (or every n-th) answer."""
    try:
        for number, state in enumerate(random_state_game(game, seed, scenario, by_verb)):
            if not state.over and not all(state.ask(player) for player in state.deciders):
                return [f"seed {seed}, answer {number}: a dead end at {state.stack[-1]}"]
            if not state.over and not state.deciders:
                return [f"seed {seed}, answer {number}: nobody has to answer, but there is no result"]
            if number % every == 0 or state.over:
                faults = game.invariants(state)
                if faults:
                    return [f"seed {seed}, answer {number}: {fault}" for fault in faults]
    except AssertionError as error:
        return [f"seed {seed}: {error}"]
    return []


def thorough(game: Game, seed: int, scenario: str | None = None, answers: int = 400, looks: int = 25) -> list[str]:
    """A random game through `Play` in which everything else is tried on the way."""
    rng = Random(seed)
    play = game.new(scenario, seed=seed)
    faults: list[str] = []
    for number in range(answers):
        if play.result is not None:
            break
        if rng.random() < looks / answers:
            faults += [f"seed {seed}, answer {number}: {fault}" for fault in look(play, rng)]
        player = rng.choice(play.state.deciders)
        before, barrier = canonical(play.state), play.state.barrier
        play.apply(player, any_answer(play.state.ask(player), rng, by_verb=rng.random() < 0.7))
        faults += [f"seed {seed}, answer {number}: {fault}" for fault in undo_holds(play, player, before, barrier)]
    faults += [f"seed {seed}: {fault}" for fault in journal_holds(play)]
    return faults


def look(play: Play, rng: Random) -> list[str]:
    """Everything that must hold at one position."""
    return [
        *play.game.invariants(play.state),
        *offers_hold(play, rng),
        *refusals_hold(play, rng),
        *clone_is_independent(play, rng),
        *snapshot_holds(play),
        *secrets_hold(play, rng),
    ]


def offers_hold(play: Play, rng: Random, most: int = 40) -> list[str]:
    """Every answer offered is accepted."""
    faults = []
    for player in play.state.deciders:
        answers = codes(play.state.ask(player))
        for answer in rng.sample(answers, min(most, len(answers))):
            copy = play.state.clone()
            try:
                copy.apply(player, answer)
            except NotOffered:
                faults.append(f"answer {answer} was offered to player {player} and refused")
    return faults


def refusals_hold(play: Play, rng: Random, most: int = 25) -> list[str]:
    """Answers not offered are refused with a rule or a reason, in both languages, and change nothing."""
    faults = []
    before = canonical(play.state)
    for player in range(len(play.roster.players)):
        for answer in _not_offered(play, player, rng, most):
            name = play.roster.ids[player]
            try:
                play.apply(player, answer)
            except IllegalAnswer as refusal:
                if not all(refusal.text(language).strip() for language in ("en", "ja")):
                    faults.append(f"answer {answer} of {name} is refused without a reason")
            else:
                return [*faults, f"answer {answer} of {name} was not offered and is accepted"]
    if canonical(play.state) != before:
        faults.append("a refused answer changed the position")
    return faults


def _not_offered(play: Play, player: int, rng: Random, most: int) -> list[int]:
    """A sample of answers outside a player's offer, over all verbs and kinds of target."""
    game = play.game
    offer = play.state.ask(player)
    numbers = {
        Kind.HEX: list(game.map.grid.hexes),
        Kind.UNIT: list(range(len(game.units))),
        Kind.CHIT: list(range(game.chit_count)),
    }
    found = []
    for _ in range(most):
        verb = rng.randrange(len(game.verbs))
        target = rng.choice(numbers.get(game.verbs[verb].kind, [0]))
        if not offered(offer, verb, target):
            found.append(code(verb, target))
    return found


def clone_is_independent(play: Play, rng: Random) -> list[str]:
    """What happens to a copy does not touch the original."""
    before = canonical(play.state)
    copy = play.clone()
    for _ in range(12):
        if copy.result is not None:
            break
        player = rng.choice(copy.state.deciders)
        copy.apply(player, random_answer(copy.state.ask(player), rng))
    return [] if canonical(play.state) == before else ["playing on with a clone changed the original"]


def snapshot_holds(play: Play) -> list[str]:
    """A position stored and restored is the same position with the same offers."""
    state = play.state
    plain = json.loads(json.dumps(snapshot(state)))
    fresh = play.game.initial(play.scenario, state.options, state.dice)
    restore(fresh, plain)
    faults = []
    if fresh != state or canonical(fresh) != canonical(state):
        faults.append("a restored snapshot differs from the position it was taken of")
    if any(fresh.ask(player) != state.ask(player) for player in state.deciders):
        faults.append("a restored snapshot offers other answers")
    return faults


def secrets_hold(play: Play, rng: Random) -> list[str]:
    """Two positions that differ only in what a player may not know look, ask and refuse alike, byte by byte."""
    faults = []
    for number, player in enumerate(play.roster.ids):
        truth = _everything_seen(play, player)
        for _ in range(2):
            other = play.clone()
            imagined = play.game.imagine(play.state, number, rng)
            imagined.events = other.events
            other.state = imagined
            if _everything_seen(other, player) != truth:
                faults.append(f"what {player} sees depends on what {player} may not know")
    return faults


def _everything_seen(play: Play, player: str) -> str:
    shown = play.view(player)
    shown["can_undo"] = None  # a copy has no history
    refusals: list[Any] = []
    if player not in play.deciders:
        refusals = [str(reason) for verb in play.game.verbs for reason in play.why(player, verb.name)]
    return json.dumps([shown, play.log("en", player), play.log("ja", player), refusals], ensure_ascii=False)


def undo_holds(play: Play, player: int, before: bytes, barrier: int) -> list[str]:
    """Undo gives back the position exactly, redo the one after it, and past a die or a reveal undo is refused."""
    name = play.roster.ids[player]
    crossed = play.state.barrier != barrier
    if play.result is not None or not play.can_undo(name):
        return []
    if crossed:
        return ["undo is offered past a die or a reveal"]
    after = canonical(play.state)
    play.undo(name)
    faults = [] if canonical(play.state) == before else ["undo does not restore the position"]
    play.redo(name)
    return faults if canonical(play.state) == after else [*faults, "redo does not lead back"]


def journal_holds(play: Play) -> list[str]:
    """The answers replayed give the identical position, and the file verifies."""
    journal = Journal.from_plain(json.loads(json.dumps(play.journal().plain())))
    faults = verify(journal, play.game)
    again = replay(journal, play.game)
    if canonical(again.state) != canonical(play.state):
        faults.append("replaying the answers leads to another position")
    if again.log("en") != play.log("en"):
        faults.append("replaying the answers tells another story")
    return faults


def perft(state: State, depth: int) -> int:
    """How many ways there are to answer `depth` times from here: a portable fingerprint of the rules."""
    if depth == 0 or state.over:
        return 1
    player = state.deciders[0]
    answers = codes(state.ask(player))
    if depth == 1:
        return len(answers)
    total = 0
    for answer in answers:
        copy = state.clone()
        copy.apply(player, answer)
        total += perft(copy, depth - 1)
    return total
