"""What a player typed, understood: a number, a verb with its target, or a target alone where only one verb takes it.

Units go by label, name on the counter or id, hexes by number or place, all of them by a prefix while it stays unique.
Whether the answer is legal is not decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.cli.terminal.choices import Choice, Choices
from grognard.cli.words import game_word, say
from grognard.core.ask import Kind, Target
from grognard.core.game import Game


class Unclear(Exception):
    """Words that name no answer, or more than one."""


def understand(text: str, choices: Choices) -> Choice:
    """The answer that was meant; `Unclear` where that cannot be told."""
    words = text.split()
    if len(words) == 1 and words[0].isdecimal():
        return _by_number(words[0], choices)
    for length in range(len(words), 0, -1):
        verb = _verb("_".join(words[:length]), choices)
        if verb is not None:
            return Choice(verb, _target(verb, " ".join(words[length:]), choices))
    return _bare_target(text, choices)


def _by_number(text: str, choices: Choices) -> Choice:
    """A hex where it is one that can be chosen, else the number in the list, else a hex that cannot be chosen."""
    hex_verbs = [verb for verb in choices.answers if choices.kind(verb) is Kind.HEX]
    if len(text) == 4:
        fitting = [verb for verb in hex_verbs if text in choices.answers[verb]]
        if len(fitting) == 1:
            return Choice(fitting[0], text)
    if 1 <= int(text) <= len(choices.listed) and len(text) < 4:
        return choices.listed[int(text) - 1]
    if len(text) == 4 and len(hex_verbs) == 1:
        return Choice(hex_verbs[0], text)
    if len(text) < 4 and any(choices.kind(verb) is Kind.UNIT for verb in choices.answers):
        return _bare_target(text, choices)
    raise Unclear(say("table.no_number", choices.language, last=len(choices.listed)))


def _verb(word: str, choices: Choices) -> str | None:
    """The verb with this name or meaning, or the only one that starts so; those offered now come first."""
    every = list(choices.game.verb_numbers)
    word = word.casefold()
    if word in every:
        return word
    for verbs in (list(choices.answers), every):
        for fits in (_means, _starts_so, _holds):
            found = [verb for verb in verbs if fits(verb, word, choices)]
            if len(found) == 1:
                return found[0]
            if found:
                break
    return None


def _means(verb: str, word: str, choices: Choices) -> bool:
    return _meaning(verb, choices) == word


def _starts_so(verb: str, word: str, choices: Choices) -> bool:
    return verb.startswith(word) or _meaning(verb, choices).startswith(word)


def _holds(verb: str, word: str, choices: Choices) -> bool:
    """ "all" for add_all, where no other answer has such a word."""
    return verb in choices.answers and word in verb.split("_")


def _meaning(verb: str, choices: Choices) -> str:
    return game_word(choices.game, f"verb.{verb}", choices.language, verb).casefold().replace(" ", "_")


def _target(verb: str, text: str, choices: Choices) -> Target:
    """What a verb is said of: one of those offered if the words fit one, else anything they fit."""
    kind = choices.kind(verb)
    if kind is Kind.NOTHING:
        if text:
            raise Unclear(say("table.no_target", choices.language, verb=verb))
        return None
    offered = choices.answers.get(verb, [])
    if not text:
        if len(offered) == 1:
            return offered[0]
        raise Unclear(say("table.needs_target", choices.language, verb=verb, word=kind.value))
    found = matching(choices.game, kind, text, offered) or matching(
        choices.game, kind, text, _everything(choices.game, kind)
    )
    if len(found) > 1:
        raise Unclear(
            say("table.several", choices.language, text=text, names=[_told(choices, one, kind) for one in found[:8]])
        )
    return found[0] if found else text


def _bare_target(text: str, choices: Choices) -> Choice:
    """A target without its verb, if it fits one answer only."""
    found = [
        Choice(verb, target)
        for verb, targets in choices.answers.items()
        for target in matching(choices.game, choices.kind(verb), text, targets)
    ]
    if len(found) == 1:
        return found[0]
    if found:
        names = [f"{one.verb} {one.target}" for one in found[:8]]
        raise Unclear(say("table.several", choices.language, text=text, names=names))
    # a unit or hex that exists but is no answer: the game itself says why
    for verb in choices.answers:
        kind = choices.kind(verb)
        known = matching(choices.game, kind, text, _everything(choices.game, kind)) if kind is not Kind.NOTHING else []
        if len(known) == 1:
            return Choice(verb, known[0])
    raise Unclear(say("table.not_understood", choices.language, text=text))


def _told(choices: Choices, target: Target, kind: Kind) -> str:
    return f"{target} ({choices.pieces[str(target)]['where']})" if kind is Kind.UNIT else str(target)


def _everything(game: Game, kind: Kind) -> list[Target]:
    if kind is Kind.UNIT:
        return [unit.id for unit in game.units]
    if kind is Kind.HEX:
        return [game.map.grid.name(hex) for hex in game.map.grid.hexes]
    return []


def matching(game: Game, kind: Kind, text: str, among: Iterable[Target]) -> list[Target]:
    """The targets that words fit: those they name exactly, else those whose name begins so."""
    wanted = _key(text)
    named = {target: names_of(game, kind, target) for target in among}
    exact = [target for target, names in named.items() if wanted in names]
    return exact or [target for target, names in named.items() if any(name.startswith(wanted) for name in names)]


def names_of(game: Game, kind: Kind, target: Target) -> Sequence[str]:
    """Everything a target may be called."""
    names = [str(target)]
    if kind is Kind.UNIT:
        names.append(game.units[game.target_number(kind, target)].label)
        names.append(game.wording("unit", target, "en"))
    elif kind is Kind.HEX:
        place = game.map.place_at.get(game.map.grid.index(str(target)))
        names += [place.name, place.name_ja] if place else []
    return [_key(name) for name in names if name]


def _key(name: str) -> str:
    """A name as people may shorten it: no case, no spaces, no hyphens."""
    return name.casefold().replace(" ", "").replace("-", "")
