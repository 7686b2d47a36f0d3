"""What every game must hold, whoever wrote it: a suite that any registered game passes by being registered.

Each function plays a random game, or part of one, and returns the faults it met as sentences; none is an empty list.
The four verdicts of fuzzing (a crash, a dead end, an endless game, undo past a die) are all here; a crash is raised as
it is, with a note that tells which game it was.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from grognard.core.ask import IllegalAnswer, Kind, NotOffered, Offer, code, codes, offered, random_answer
from grognard.core.dice import FastDice
from grognard.core.game import Game
from grognard.core.journal import Journal, replay, verify
from grognard.core.play import SPECTATOR, Play
from grognard.core.snapshot import canonical, restore, snapshot
from grognard.core.state import Event, State

MOST_ANSWERS = 30_000
"""A random game longer than this counts as endless."""
SOME_ANSWERS = 80
"""How far a constructed position is played on."""
FURTHER = 12
"""How many answers a copy plays on, to see that it leaves the original alone and goes the same way."""
MANY_NUMBERS = 64
"""Numbers and hexsides below this are tried as targets, where the game has a name for them."""


class Endless(Exception):
    """A random game that goes on and on."""


def any_answer(offer: Offer, rng: Random, by_verb: bool = True) -> int:
    """An answer from an offer: first a verb, then a target; or any answer alike, which keeps units moving."""
    return random_answer(offer, rng) if by_verb else rng.choice(codes(offer))


def random_state_game(game: Game, seed: int, scenario: str | None = None, by_verb: bool = True) -> Iterator[State]:
    """A random game on bare positions, yielding after every answer."""
    state = game.fast_state(seed, scenario)
    yield from played_on(state, seed, by_verb)
    if not state.over:
        raise Endless(f"the random game goes on after {MOST_ANSWERS} answers")


def played_on(state: State, seed: int, by_verb: bool = True, most: int = MOST_ANSWERS) -> Iterator[State]:
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
    before, chance, story = canonical(play.state), _chance(play.state), play.events.copy()
    play.apply(player, any_answer(play.state.ask(player), rng, by_verb=rng.random() < 0.7))
    return undo_holds(play, player, before, chance, story)


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
        or undo_retraces(play)
    )


def dead_end(state: State) -> list[str]:
    """Until there is a result somebody has to answer, and everybody who has to can."""
    if state.over:
        return []
    if not state.deciders:
        return ["nobody has to answer, but there is no result"]
    return [
        f"a dead end at {state.seen_by(player).stack[-1]}"
        for player in state.deciders
        if not any(state.ask(player).values())
    ]


# ---- offers and refusals


def offers_hold(play: Play, rng: Random, most: int = 40) -> list[str]:
    """Every answer offered is accepted, and what Enter would answer is among them and needs no target."""
    faults = []
    for player in play.state.deciders:
        seen = play.state.seen_by(player)
        enter = seen.stack[-1].primary(seen)
        if enter is not None and (not seen.offer.get(enter) or play.game.verbs[enter].kind is not Kind.NOTHING):
            faults.append(f"Enter would answer {play.game.verbs[enter].name}, which is not offered or needs a target")
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
    before, story = canonical(play.state), play.events.copy()
    for player, name in enumerate(play.roster.ids):
        for answer in _not_offered(play, player, rng, most):
            try:
                play.apply(player, answer)
            except IllegalAnswer as refusal:
                if not all(refusal.text(language).strip() for language in ("en", "ja")):
                    faults.append(f"answer {answer} of {name} is refused without a reason")
            else:
                return [*faults, f"answer {answer} of {name} was not offered and is accepted"]
    if canonical(play.state) != before or play.events != story:
        faults.append("a refused answer changed the position")
    return faults


def _not_offered(play: Play, player: int, rng: Random, most: int) -> list[int]:
    """A sample of answers outside a player's offer, over all verbs and kinds of target."""
    game = play.game
    offer = play.state.ask(player)
    targets = {verb.kind: _targets(game, verb.kind) for verb in game.verbs}
    found = []
    for _ in range(most):
        verb = rng.randrange(len(game.verbs))
        target = rng.choice(targets[game.verbs[verb].kind] or [0])
        if not offered(offer, verb, target):
            found.append(code(verb, target))
    return found


def _targets(game: Game, kind: Kind) -> list[int]:
    """The numbers of everything that an answer of this kind can name."""
    match kind:
        case Kind.HEX:
            return list(game.map.grid.hexes)
        case Kind.UNIT:
            return list(range(len(game.units)))
        case Kind.CHIT:
            return list(range(game.chit_count))
        case Kind.NOTHING:
            return [0]
    return [number for number in range(MANY_NUMBERS) if _has_name(game, kind, number)]


def _has_name(game: Game, kind: Kind, number: int) -> bool:
    try:
        return game.target_number(kind, game.target_name(kind, number)) == number
    except (ValueError, LookupError):
        return False


# ---- copies


def clone_is_independent(play: Play, rng: Random) -> list[str]:
    """What happens to a copy does not touch the original, nor what it shows."""
    before = canonical(play.state), _seen_by_all(play)
    copy = play.clone()
    for _ in range(FURTHER):
        if copy.result is not None or dead_end(copy.state):
            break
        player = rng.choice(copy.state.deciders)
        copy.apply(player, random_answer(copy.state.ask(player), rng))
    untouched = (canonical(play.state), _seen_by_all(play)) == before
    return [] if untouched else ["playing on with a clone changed the original"]


def snapshot_holds(play: Play, rng: Random) -> list[str]:
    """A position stored and restored is the same position, shows and offers the same, and goes on alike."""
    state = play.state.clone()
    plain = json.loads(json.dumps(snapshot(state)))
    fresh = play.game.initial(play.scenario, state.options, state.dice)
    restore(fresh, plain)
    if fresh != state or canonical(fresh) != canonical(state):
        return ["a restored snapshot differs from the position it was taken of"]
    if _seen_by_all(_with_state(play, fresh)) != _seen_by_all(_with_state(play, state)):
        return ["a restored snapshot shows another position"]
    for _ in range(FURTHER):
        if any(fresh.ask(player) != state.ask(player) for player in state.deciders):
            return ["a restored snapshot offers other answers"]
        if state.over or dead_end(state):
            break
        player = rng.choice(state.deciders)
        answer = random_answer(state.ask(player), rng)
        state.apply(player, answer)
        fresh.apply(player, answer)
        if canonical(fresh) != canonical(state):
            return ["a restored snapshot goes on otherwise"]
    return []


def _with_state(play: Play, state: State) -> Play:
    """The same game, with this position in it."""
    copy = play.clone()
    copy.state = state
    return copy


# ---- secrets


def secrets_hold(play: Play, rng: Random) -> list[str]:
    """Two positions that differ only in what a player may not know look, ask and refuse alike, byte by byte.

    A spectator knows no more than any player, so he must not see a difference either.
    """
    faults = []
    before = canonical(play.state)
    in_public = _everything_seen(play, SPECTATOR)
    for number, player in enumerate(play.roster.ids):
        truth = _everything_seen(play, player)
        for _ in range(2):
            other = _with_state(play, play.game.imagine(play.state, number, rng))
            if _everything_seen(other, player) != truth:
                faults.append(f"what {player} sees depends on what {player} may not know")
            if _everything_seen(other, SPECTATOR) != in_public:
                faults.append(f"what a spectator sees depends on what {player} may not know")
    if canonical(play.state) != before:
        faults.append("imagining changed the true position")
    return faults


def _seen_by_all(play: Play) -> list[str]:
    return [_everything_seen(play, player) for player in (SPECTATOR, *play.roster.ids)]


def _everything_seen(play: Play, player: str | None) -> str:
    """A view, with the log in it, and for a player a sample of refusals and previews."""
    shown = play.view(player)
    shown |= {"can_undo": None, "can_redo": None}  # a copy has no history
    seen: list[Any] = [shown]
    if player is not None:
        number, rng = play.roster.number(player), Random(0)  # offers are in the view: equal views, equal samples
        for answer in _not_offered(play, number, rng, 8):
            seen.append([str(reason) for reason in play.why(player, *play.names_of_answer(answer))])
        answers = codes(play.state.ask(number))
        for answer in rng.sample(answers, min(4, len(answers))):
            seen.append(play.preview(player, *play.names_of_answer(answer)))
    return json.dumps(seen, ensure_ascii=False)


# ---- simultaneous choices


def lanes_hold(play: Play, rng: Random) -> list[str]:
    """Private lanes hold no chance, do not touch each other, and commit alike in whatever order they are answered."""
    lanes = play.state.lanes
    if lanes is None:
        return []
    first, second = play.state.clone(), play.state.clone()
    first.events, second.events = [], []  # as at a table, where answers that do not go together are found out
    given: list[tuple[int, int]] = []
    # the common barrier rises when all lanes are committed
    while first.barrier == play.state.barrier and len(given) < MOST_ANSWERS and not dead_end(first):
        for player, lane in (first.lanes or {}).items():
            if _chance(lane.state) != _chance(first):
                return [f"a die is rolled or something revealed in a private lane, by player {player}"]
        player = rng.choice(first.deciders)
        given.append((player, random_answer(first.ask(player), rng)))
        if not _accepts(first, *given[-1]):
            return ["one player's secret choice stands in another's way"]
    for player, answer in sorted(given, key=lambda one: -one[0]):
        if not _accepts(second, player, answer):
            return ["one player's secret choice stands in another's way"]
    return [] if canonical(first) == canonical(second) else ["lanes answered in another order commit otherwise"]


def _accepts(state: State, player: int, answer: int) -> bool:
    try:
        state.apply(player, answer)
    except NotOffered:
        return False
    return True


# ---- taking back and keeping


def _chance(state: State) -> tuple[int, int]:
    """What rises with every die and every reveal."""
    return state.rolls, state.barrier


def undo_holds(play: Play, player: int, before: bytes, chance: tuple[int, int], story: list[Event]) -> list[str]:
    """Undo gives back position and log exactly, redo what came after, and past a die or a reveal undo is refused."""
    name = play.roster.ids[player]
    if play.result is not None or not play.can_undo(name):
        return []
    if _chance(play.state) != chance:
        return ["undo is offered past a die or a reveal"]
    after = canonical(play.state)
    play.undo(name)
    faults = [] if canonical(play.state) == before else ["undo does not restore the position"]
    if play.events != story:
        faults.append("undo does not restore the log")
    play.redo(name)
    return faults if canonical(play.state) == after else [*faults, "redo does not lead back"]


def undo_retraces(play: Play) -> list[str]:
    """Undone as far as it goes and given again, a game is where it was."""
    before, story = canonical(play.state), play.events.copy()
    undone: list[str] = []
    while name := next((player for player in play.roster.ids if play.can_undo(player)), None):
        play.undo(name)
        undone.append(name)
    for name in reversed(undone):
        play.redo(name)
    return [] if (canonical(play.state), play.events) == (before, story) else ["undo and redo do not lead back"]


def journal_holds(play: Play) -> list[str]:
    """The answers replayed give the identical position and story, and the file verifies."""
    journal = Journal.from_plain(json.loads(json.dumps(play.journal().plain())))
    faults = verify(journal, play.game)
    if faults:
        return faults
    again = replay(journal, play.game)
    if canonical(again.state) != canonical(play.state):
        faults.append("replaying the answers leads to another position")
    if again.events != play.events:
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
