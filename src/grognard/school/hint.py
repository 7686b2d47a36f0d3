"""A hint: the best two or three answers to a question, with reasons made from what the doctrine weighed.

Made from a position as its player may imagine it, so it tells him nothing that he could not know.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from grognard.core.ask import TARGET_BITS, TARGET_MASK, Kind, code, offered
from grognard.core.dice import FastDice
from grognard.core.game import Game
from grognard.core.state import State
from grognard.core.words import LANGUAGES
from grognard.players.doctrine import doctrine
from grognard.players.officer import offered_or_any
from grognard.players.opinion import ATTACK, Adviser, Opinion, adviser, considered
from grognard.school import phrase
from grognard.school.naming import filled, shown
from grognard.school.words import in_words, say

SPEAK_FOR = 2
SPEAK_AGAINST = 1
"""Reasons that are told of an answer."""
COURSES = 30
"""Times that a fight is tried to tell its chance."""
EVERY = 40
"""Answers that are weighed at most."""
TOLD = 3
"""Those of them that a hint tells."""
BLUNDER = 1.0
"""What an answer must lose to be warned of, in the doctrine's points; and half of what the best one gains."""
ENDING = "end_"
"""How the names of answers begin that end something: nothing more is gained then."""
BACK = "cancel"
"""The answer that goes back to the question before: whatever that gives up can be had again."""
GOING = "move"
"""The answer of a unit that goes somewhere as usual."""
STAYING = "stop"
"""The answer of a unit in hand that goes nowhere."""
LONGEST = 120
"""Answers after which a fight that is tried is left."""


def advises(game_id: str) -> bool:
    """Whether anybody can give hints in a game."""
    return adviser(game_id) is not None


def document(state: State, player: int, seed: int) -> list[dict[str, Any]]:
    """The hints for a question, the best first; `state` is what the player may imagine. None where nobody knows any."""
    book = adviser(state.game.id)
    if book is None or player not in state.deciders:
        return []
    found = considered(book, state, player, most=EVERY)
    hints = [told(state, player, one, seed) | {"of": len(found)} for one in found[:TOLD]]
    return [_beside_first(found, one, number) for number, one in enumerate(hints)]


def _beside_first(found: Sequence[Opinion], one: dict[str, Any], number: int) -> dict[str, Any]:
    """An attack that needs nobody whom the first one needs can be made as well."""
    first, other = found[0], found[number]
    attacks = all((opinion.fight or opinion.note == ATTACK) and opinion.gain > 0 for opinion in (first, other))
    if not attacks or first.target == other.target or {*first.units} & {*other.units}:
        return one
    said, both = one["says"]["for"] or dict.fromkeys(LANGUAGES, ""), say("hint.both")
    for_ = {language: f"{said[language]}{' ' if language == 'en' else ''}{both[language]}".strip() for language in both}
    return one | {"says": one["says"] | {"for": for_}}


def warning(state: State, player: int, seed: int) -> dict[str, Any] | None:
    """What a coach watches for: the best answer, and those that lose much of what it gains; None where he has nothing
    to say, whatever is answered."""
    book = adviser(state.game.id)
    if book is None or player not in state.deciders:
        return None
    found = considered(book, state, player, most=EVERY)
    blunders = [answer for answer in _judged(book, state, player, found) if found[0].answers[0] != answer]
    if not blunders:
        return None
    named = [dict(zip(("verb", "target"), _named(state.game, one), strict=True)) for one in blunders]
    return {"better": told(state, player, found[0], seed), "blunders": named}


def _judged(book: Adviser[Any], state: State, player: int, found: Sequence[Opinion]) -> list[int]:
    """The answers that lose much against the best: of those that were weighed, and of those that end something. Where
    only the order is asked for, whoever goes first is right."""
    best = found[0].gain if found else 0.0
    least = max(BLUNDER, best / 2)
    if best < least:
        return losing(state, player) if found else []
    weighed = {one.answers[0]: one.gain for one in found if _named(state.game, one.answers[0])[0] != BACK}
    if type(state.stack[-1]) in book.orders:
        weighed = {}
    for verb in state.ask(player):
        if state.game.verbs[verb].kind is Kind.NOTHING and state.game.verbs[verb].name.startswith(ENDING):
            weighed.setdefault(code(verb), 0.0)
    lost = [answer for answer, gain in weighed.items() if best - gain >= least]
    return list(dict.fromkeys([*lost, *losing(state, player)]))


def losing(state: State, player: int) -> list[int]:
    """The answers that end something and by the rules lose units of one's own with it, as a table would ask twice."""
    seen = state.seen_by(player)
    ending = [verb for verb in state.ask(player) if state.game.verbs[verb].name.startswith(ENDING)]
    told = ((verb, seen.stack[-1].forgoes(seen, verb, 0)) for verb in ending)
    return [code(verb) for verb, cost in told if cost is not None and cost.lost]


def told(state: State, player: int, opinion: Opinion, seed: int) -> dict[str, Any]:
    """One opinion as a player is told it."""
    game, book = state.game, adviser(state.game.id)
    assert book is not None
    speaking = [(name, part) for name, part in opinion.reasons() if book.reasons[name].words(part)]
    some = [one for one in speaking if one[1] > 0][:SPEAK_FOR], [one for one in speaking if one[1] < 0][:SPEAK_AGAINST]
    pro, contra = ([_spoken(book, state, player, opinion, *one) for one in side] for side in some)
    note = _spoken(book, state, player, opinion, opinion.note, 1.0) if opinion.note else None
    for_, against = [one.words for one in pro], [one.words for one in contra]
    plan = note.words if note else None
    return {
        "answers": [dict(zip(("verb", "target"), _named(game, answer), strict=True)) for answer in opinion.answers],
        "head": head_of(game, opinion),
        "units": [str(game.units[unit].id) for unit in opinion.units],
        "who": who_from_where(state, opinion),
        "ways": [[game.map.grid.name(end) for end in way] for way in opinion.ways],
        "target": None if opinion.target is None or opinion.left else game.map.grid.name(opinion.target),
        "chance": chance(state, player, opinion, seed),
        "column": column(state, player, opinion),
        "gain": round(opinion.gain, 2),
        "plan": plan,
        "for": for_,
        "against": against,
        "says": phrase.says(game, opinion, plan, for_, against, [one.words for one in contra if one.named]),
        "weighed": [{"words": phrase.listed(one.words, one.named), "part": round(one.part, 2)} for one in pro + contra],
        "threats": list(dict.fromkeys(hex for one in contra for hex in one.hexes)),
    }


class _Spoken(NamedTuple):
    """A reason as it is told."""

    words: dict[str, str]
    part: float
    named: bool = False
    """It begins with a name."""
    hexes: tuple[str, ...] = ()
    """Where those stand that it names."""


def _spoken(book: Adviser[Any], state: State, player: int, opinion: Opinion, name: str, part: float) -> _Spoken:
    """A reason in words, with names in it where they are known."""
    game, reason = state.game, book.reasons[name]
    naming = None if opinion.left else reason.naming(part)
    about = book.named(state, player, opinion, name, part > 0) if naming else None
    told = filled(game, naming, about) if naming and about else None
    if told is None or about is None or naming is None:
        words = reason.words(part) or {}
        return _Spoken(_with_place(game, words, opinion.towards), part)
    places: Any = state
    hexes = tuple(dict.fromkeys(game.map.grid.name(places.hex_of[unit]) for unit in shown(about.units)))
    return _Spoken(told, part, naming["en"].startswith("{"), hexes)


def _with_place(game: Game, words: Mapping[str, str], hex: int | None) -> dict[str, str]:
    """A reason with the objective it speaks of, where that is known."""

    def place(language: str) -> str:
        name = "" if hex is None else game.wording("hex", game.map.grid.name(hex), language)
        return name and {"en": f", {name}", "ja": f"（{name}）"}[language]

    return {language: text.replace("{place}", place(language)) for language, text in words.items()}


def _named(game: Game, answer: int) -> tuple[str, Any]:
    verb, target = game.verbs[answer >> TARGET_BITS], answer & TARGET_MASK
    return verb.name, None if verb.kind is Kind.NOTHING else game.target_name(verb.kind, target)


def who_from_where(state: Any, opinion: Opinion) -> dict[str, str] | None:
    """Who attacks from where: "25Tk, 38G from 3912; 24Tk from 4012"; None where there is nobody, or no fight."""
    if not opinion.units or opinion.left or not (opinion.fight or opinion.chance is not None):
        return None
    game, by_hex = state.game, dict[int, list[int]]()
    for unit in opinion.units:
        by_hex.setdefault(state.hex_of[unit], []).append(unit)
    if opinion.target in by_hex:  # who fights where he stands
        return None

    def worded(language: str) -> str:
        between, row = ("、", "、") if language == "ja" else ("; ", ", ")
        return between.join(
            in_words(
                "hint.from",
                {language: row.join(game.wording("unit", str(game.units[unit].id), language) for unit in units)},
                hex=game.map.grid.name(hex),
            )[language]
            for hex, units in by_hex.items()
        )

    return {language: worded(language) for language in LANGUAGES}


def head_of(game: Game, opinion: Opinion) -> dict[str, str]:
    """What it is, in a few words: a unit and where it goes, or what the button says and about what."""
    return {language: _head(game, opinion, language) for language in LANGUAGES}


def _head(game: Game, opinion: Opinion, language: str) -> str:
    kinds = [game.verbs[answer >> TARGET_BITS].kind for answer in opinion.answers]
    told = [
        (kind, _named(game, one)[1])
        for kind, one in zip(kinds, opinion.answers, strict=True)
        if kind is not Kind.NOTHING
    ]
    if [kind for kind, _ in told[:2]] == [Kind.UNIT, Kind.HEX]:
        return " → ".join(_words(game, kind, target, language) for kind, target in told[:2])
    verb, target = _named(game, opinion.answers[0])
    if kinds[0] is Kind.HEX and opinion.note == ATTACK and opinion.units:  # who is in hand comes first
        unit = game.wording("unit", str(game.units[opinion.units[0]].id), language)
        way = " → " if verb == GOING else f": {game.words.verb(verb, language)} "
        return f"{unit}{way}{_words(game, Kind.HEX, target, language)}"
    if len(opinion.units) == 1:
        unit = str(game.units[opinion.units[0]].id)
        if verb == STAYING:
            return stays(game, unit, language)
        if kinds[0] is Kind.HEX and _marches(opinion):
            return f"{game.wording('unit', unit, language)} → {_words(game, Kind.HEX, target, language)}"
    said = game.words.verb(verb, language)
    if target is None:
        return said
    between = " " if kinds[0] is Kind.HEX and language == "en" and _leads_on(said) else ": "
    return f"{said}{between}{_words(game, kinds[0], target, language)}"


def _leads_on(said: str) -> bool:
    """Whether a button's words go on into a hex: "Attack", "Retreat to"; not "Attack this hex too"."""
    return " " not in said or said.rsplit(" ", 1)[1] in ("to", "in", "at", "on", "from", "by")


def _marches(opinion: Opinion) -> bool:
    """Whether its first answer is where its unit goes, and not what it fights."""
    return opinion.stand is not None and opinion.stand[1] == opinion.answers[0] & TARGET_MASK


def stays(game: Game, unit: str, language: str) -> str:
    return in_words("hint.stays", {language: game.wording("unit", unit, language)})[language]


def _words(game: Game, kind: Kind, target: Any, language: str) -> str:
    return str(target) if kind is Kind.NUMBER else game.wording("target", target, language)


def column(state: State, player: int, opinion: Opinion) -> str | None:
    """The column of the table that a fight would be read in, as its player may reckon it; None where there is none."""
    trial = state.clone()
    found: Any = None
    for answer in opinion.answers:
        seen = trial.seen_by(player)
        verb, target = answer >> TARGET_BITS, answer & TARGET_MASK
        if player not in trial.deciders or not offered(trial.ask(player), verb, target):
            break
        told = seen.stack[-1].preview(seen, verb, target)
        found = (told.get("odds") or told).get("column", found)
        if trial.game.verbs[verb].kind is Kind.NOTHING:
            break  # from here on dice may fall
        trial.apply(player, answer)
    return None if found is None else str(found)


def chance(state: State, player: int, opinion: Opinion, seed: int) -> float | None:
    """How often a fight clears the hex it is about: as the doctrine reckons, or by trying it."""
    if opinion.chance is not None or not opinion.fight:
        return None if opinion.chance is None else round(opinion.chance, 2)
    book: Any = doctrine(state.game.id, "regular")
    assert opinion.target is not None
    cleared = 0
    for course in range(COURSES):
        rng = Random(hash((seed, course)))
        trial = state.game.imagine(state, player, rng)
        trial.dice = FastDice(rng.getrandbits(64))
        under, rolls = trial.stack[:-1], trial.rolls
        for number in range(LONGEST):
            if trial.over or (trial.rolls > rolls and _fought_out(trial.stack, under)):
                break
            asked = trial.deciders[0]
            answer = opinion.answers[number] if number < len(opinion.answers) else book.choose(trial, asked)
            trial.apply(asked, offered_or_any(trial, asked, answer, rng))
        if trial.rolls == rolls:
            return None
        cleared += book.cleared(trial, player, opinion.target)
    return round(cleared / COURSES, 2)


def _fought_out(stack: Sequence[object], under: Sequence[object]) -> bool:
    """Whether a fight is over: its question has come again, or what lay under it on the stack has gone on."""
    return len(stack) <= len(under) + 1 or any(one is not other for one, other in zip(stack, under, strict=False))
