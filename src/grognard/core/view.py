"""The one shape in which every game shows itself, so that one client draws them all.

A game gives its pieces, markers, tracks and pools; this module adds whose decision it is, the ask of the viewer alone,
the log and the result. Everything is put in by name: nothing of a position shows that is not listed here or in the
game's own `view`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from grognard.core.ask import Kind
from grognard.core.words import LANGUAGES, Message

if TYPE_CHECKING:
    from grognard.core.ask import Ask
    from grognard.core.game import Game
    from grognard.core.play import Play
    from grognard.core.seats import Roster
    from grognard.core.state import State
    from grognard.core.step import Forgone

FORGONE_ITEMS = 4
"""Of what an answer gives up, how much is named; the rest is counted."""
LOG_LINES = 40
"""How much of the log a view carries; the whole of it is `play.log`."""


def worded(game: Game, message: Message) -> dict[str, Any]:
    """A message with its words in every language."""
    return {**message.as_json(), "text": game.words.texts(message.key, message.args)}


def headline(game: Game, prompt: Message) -> dict[str, str] | None:
    """A prompt in a few words, where the game has them: `headline.move_unit` beside `prompt.move_unit`."""
    key = f"headline.{prompt.key.partition('.')[2]}"
    return game.words.texts(key, prompt.args) if key in game.words.keys("en") else None


def view(play: Play, player: int | None, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Everything this player, or a spectator, may see; `known` is the open part of it, worked out before."""
    state = play.state
    seen = state.seen_by(player)
    game = play.game
    ids = play.roster.ids
    shown: dict[str, Any] = {
        "game": game.id,
        "scenario": play.scenario.id,
        "options": dict(state.options),
        "viewer": None if player is None else ids[player],
        "players": [{"id": one.id, "side": one.side} for one in play.roster.players],
        "waiting": list(play.waiting_for(player)),
        "ask": None if player is None or player not in state.deciders else _ask(game, seen, play.ask_in(seen, player)),
        "can_undo": player is not None and play.can_undo(ids[player]),
        "can_redo": player is not None and play.can_redo(ids[player]),
        "log": play.last_lines(player, LOG_LINES),
        "log_length": len(play.visible(player)),
        "result": None,
    }
    if state.result is not None:
        shown["result"] = {
            "winners": list(state.result.winners),
            "level": state.result.level,
            "points": dict(state.result.points),
            "reason": worded(game, state.result.reason),
        }
    if known and seen is state:
        shown |= known
        shown |= game.own_view(state, player)
    else:
        shown |= game.view(seen, player)
    # whose own secret choice is made waits with the others
    if (phase := _phase(game, seen if seen.stack else state, shown.get("active"))) is not None:
        shown["tracks"] = [*shown["tracks"], phase]
    return shown


def in_the_open(play: Play) -> dict[str, Any]:
    """What everybody may see once a game is over: of every side the pieces and pools that it saw itself.

    By allow-list, as before the end: nothing shows that no player's own view has shown.
    """
    return uncovered(play.state, play.roster)


def uncovered(state: State, roster: Roster) -> dict[str, Any]:
    """The same of a bare position, over or not: for those who look back on a game, never for who plays it."""
    players = roster.players
    sees: dict[str, dict[str, Any]] = {}
    for number, one in enumerate(players):
        if one.side not in sees:
            sees[one.side] = state.game.view(state.seen_by(number), number)
    sides = {one.id: one.side for one in players} | {side: side for side in sees}
    pieces = [piece for side, seen in sees.items() for piece in seen["pieces"] if piece["side"] == side]
    neutral = [piece for piece in next(iter(sees.values()))["pieces"] if piece["side"] not in sees]
    pools = {
        owner: pool
        for side, seen in sees.items()
        for owner, pool in (seen.get("pools") or {}).items()
        if sides.get(owner, owner) == side or owner not in sides
    }
    return {"pieces": [*pieces, *neutral], "pools": pools}


def _phase(game: Game, state: State, active: str | None) -> dict[str, Any] | None:
    """The phase as a track with its words; a sentence there may name the active side."""
    phase = game.phase(state)
    if phase is None:
        return None
    return {"id": "phase", "value": phase, "label": game.phase_words(phase, active)}


def _ask(game: Game, seen: State, ask: Ask) -> dict[str, Any]:
    numbers = game.verb_numbers
    verbs = {verb: game.verbs[numbers[verb]] for verb in ask.answers}
    step = seen.stack[-1]
    return {
        "step": step.words,
        "headline": headline(game, ask.message),
        "prompt": worded(game, ask.message),
        "rule": ask.rule,
        "answers": dict(ask.answers),
        "kinds": {name: verb.kind.value for name, verb in verbs.items()},
        "rules": {name: verb.rule for name, verb in verbs.items() if verb.rule},
        "aside": [name for name, verb in verbs.items() if verb.aside],
        "primary": _primary(game, seen),
        "focus": dict(step.focus(seen)),
        "acting": step.acting,
        "costs": _costs(game, seen, ask),
    }


def _costs(game: Game, seen: State, ask: Ask) -> dict[str, list[dict[str, Any]]]:
    """By verb: the answers that give something up for good, and what."""
    step, found = seen.stack[-1], {}
    for name, targets in ask.answers.items():
        number = game.verb_numbers[name]
        kind = game.verbs[number].kind
        if kind not in (Kind.NOTHING, Kind.CHIT):
            continue  # what is pointed at on the map is seen there
        told = (
            (target, step.forgoes(seen, number, 0 if target is None else game.target_number(kind, target)))
            for target in targets
        )
        if costs := [{"target": target, **_forgone(game, one)} for target, one in told if one is not None]:
            found[name] = costs
    return found


def _forgone(game: Game, one: Forgone) -> dict[str, Any]:
    told = {
        **worded(game, one.message),
        "items": [game.public_args(item) for item in one.items[:FORGONE_ITEMS]],
        "count": len(one.items),
        "lost": one.lost,
    }
    if one.terms:
        clause = game.rules.lookup(one.message.rule)[0]
        told["terms"] = {language: clause.text(language) for language in LANGUAGES}
    return told


def _primary(game: Game, seen: State) -> str | None:
    """The answer that Enter gives, by name."""
    number = seen.stack[-1].primary(seen)
    return None if number is None else game.verbs[number].name
