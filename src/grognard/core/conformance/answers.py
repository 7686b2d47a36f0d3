"""What is offered is accepted, and what is not is refused for a reason that a player can use."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from grognard.core.ask import IllegalAnswer, Kind, NotOffered, code, codes, offered
from grognard.core.game import Game
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from grognard.core.state import State
from grognard.core.words import LANGUAGES

MANY_NUMBERS = 64
"""Numbers and hexsides below this are tried as targets, where the game has a name for them."""
NOT_OFFERED = "refuse.not_offered"
"""What the engine says where a step has nothing to say."""


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
    """Answers not offered are refused in both languages, for a reason of the game's own, and change nothing."""
    faults = []
    before, story = canonical(play.state), play.events.copy()
    for player, name in enumerate(play.roster.ids):
        for answer in not_offered(play, player, rng, most):
            try:
                play.apply(player, answer)
            except IllegalAnswer as refusal:
                fault = _without_reason(play, refusal, player, answer)
                faults += [f"{name}: {fault}"] if fault else []
            else:
                return [*faults, f"answer {answer} of {name} was not offered and is accepted"]
    if canonical(play.state) != before or play.events != story:
        faults.append("a refused answer changed the position")
    return faults


def _without_reason(play: Play, refusal: IllegalAnswer, player: int, answer: int) -> str:
    """What is wrong with a refusal: it says nothing, or of a word that may be said now only that it may not."""
    verb, target = play.names_of_answer(answer)
    said = verb if target is None else f"{verb} {target}"
    if not all(refusal.text(language).strip() for language in LANGUAGES):
        return f'"{said}" is refused without a reason'
    if refusal.reasons[0].key == NOT_OFFERED:
        step = type(play.state.seen_by(player).stack[-1]).__name__
        return f'"{said}" is refused without a reason of the game\'s own: {step}.why says nothing'
    return ""


def not_offered(play: Play, player: int, rng: Random, most: int) -> list[int]:
    """A sample of answers outside a player's offer, over all verbs and kinds of target."""
    game = play.game
    offer = play.state.ask(player)
    of_kind = {verb.kind: targets(game, verb.kind) for verb in game.verbs}
    found = []
    for _ in range(most):
        verb = rng.randrange(len(game.verbs))
        target = rng.choice(of_kind[game.verbs[verb].kind] or [0])
        if not offered(offer, verb, target):
            found.append(code(verb, target))
    return found


@lru_cache(maxsize=64)  # a game laid out otherwise is another game
def targets(game: Game, kind: Kind) -> list[int]:
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
