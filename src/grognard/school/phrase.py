"""The reasons of a hint in whole sentences.

A reason as `reasons.toml` words it is what somebody does ("comes nearer to its objective"), and its subject is put
before it here: the unit that goes, or the attack. One that ends in a full stop is a sentence already.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from grognard.core.ask import TARGET_BITS, Kind
from grognard.core.game import Game
from grognard.core.words import LANGUAGES, Message
from grognard.players.opinion import ATTACK, Opinion
from grognard.school.words import WORDS

STOPS = (".", "。")
Words = Mapping[str, str]


def says(
    game: Game,
    opinion: Opinion,
    plan: Words | None,
    pro: Sequence[Words],
    contra: Sequence[Words],
    names: Sequence[Words] = (),
) -> dict[str, dict[str, str] | None]:
    """What speaks for it and what against it, each in sentences; None where nothing does. `names` are those sentences
    against it that begin with a name."""
    for_: dict[str, str] = {}
    against: dict[str, str] = {}
    for language in LANGUAGES:
        subject = _subject(game, opinion, language)
        spoken = [one[language] for one in ([plan] if plan else []) + list(pro)]
        for_[language] = _joined(_for(spoken, subject, language), language)
        named = [one[language] for one in names]
        opposed = _against([one[language] for one in contra], spoken, subject, language, named)
        against[language] = _joined(opposed, language)
    return {side: told if any(told.values()) else None for side, told in (("for", for_), ("against", against))}


def is_sentence(text: str) -> bool:
    return text.endswith(STOPS)


def listed(reason: Words, named: bool) -> dict[str, str]:
    """A reason among others, where a sentence is none any more; `named`: it begins with a name.

    >>> listed({"en": "The balance of strength is better.", "ja": "戦力の均衡が良くなる"}, named=False)["en"]
    'the balance of strength is better'
    """
    return {language: _within(text, named).rstrip("".join(STOPS)) for language, text in reason.items()}


def _within(text: str, named: bool) -> str:
    """A sentence as a part of another."""
    return text if named or not is_sentence(text) else text[:1].lower() + text[1:]


def _subject(game: Game, opinion: Opinion, language: str) -> str:
    if opinion.fight or opinion.note == ATTACK:
        return _say("hint.attack", language)
    verb = game.verbs[opinion.answers[0] >> TARGET_BITS]
    stays = not opinion.ways and len(opinion.answers) == 1
    price = stays and float(opinion.value) < 0 and float(opinion.instead) < 0  # what is weighed is a loss, not its unit
    if len(opinion.units) == 1 and opinion.chance is None and not (verb.kind is Kind.UNIT and price):
        return game.wording("unit", str(game.units[opinion.units[0]].id), language)
    return _say("hint.this", language)


def _for(spoken: Sequence[str], subject: str, language: str) -> Iterator[str]:
    begun = False
    for text in spoken:
        if is_sentence(text):
            yield text
            continue
        yield _say("hint.also" if begun else "hint.does", language, subject=subject, text=text)
        begun = True


def _against(
    contra: Sequence[str], spoken: Sequence[str], subject: str, language: str, names: Sequence[str]
) -> Iterator[str]:
    named = any(not is_sentence(one) for one in spoken)
    for text in contra:
        if is_sentence(text):
            yield _say("hint.but_so", language, text=_within(text, text in names)) if spoken else text
        elif named:
            yield _say("hint.but", language, text=text)
        else:
            yield _say("hint.but_does" if spoken else "hint.does", language, subject=subject, text=text)


def _joined(sentences: Iterator[str], language: str) -> str:
    return ("" if language == "ja" else " ").join(sentences)


def _say(key: str, language: str, **facts: Any) -> str:
    return WORDS.say(Message(key, "", facts), language)
