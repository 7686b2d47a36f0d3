"""The games of a house over HTTP: what there is to play, its map, words and rules, and how each one begins.

A game that cannot be loaded or played is left out, with one line in the log: the others go on.
"""

from __future__ import annotations

import json
import logging
import re
from functools import cache
from random import Random
from typing import Annotated, Any

from fastapi import FastAPI, HTTPException, Query

from grognard.core.colours import document as colours_document
from grognard.core.game import Game, Option, Scenario, SetupError
from grognard.core.markers import document as markers_document
from grognard.core.panels import document as panels_document
from grognard.core.registry import game, game_ids
from grognard.core.words import LANGUAGES
from grognard.players import bot, bots_of
from grognard.players.veteran import SECONDS, seldom
from grognard.school import evaluation, hint
from grognard.school.advice import document as advice_document
from grognard.school.clauses import readable
from grognard.school.lesson import Lesson, lessons

WORD_GROUPS = ("verb", "word", "option", "step", "result", "overlay", "plate")
"""What the browser words by itself; sentences come worded."""
PICTURED = "picture"
"""The seed of the openings that pictures show: everybody sees the same one."""

DEPLOYS = "recruit"
"""The bot that deploys for such a picture,"""
MOST_ANSWERS = 200
"""and how many answers it has for that."""

PRINTED = re.compile(r"\d+(\.\d+)*\.?[A-Za-z]?")
"""A clause with a number that can be found in print."""

log = logging.getLogger(__name__)

Wanted = Annotated[str | None, Query(max_length=64)]
Chosen = Annotated[
    str | None, Query(max_length=2048, description="options as a JSON object; the others are as printed")
]


def add(app: FastAPI) -> None:
    @app.get("/api/games")
    def games() -> list[dict[str, Any]]:
        return [found for one in game_ids() if (found := offered(one)) is not None]

    @app.get("/api/games/{game_id}/map")
    def map_(game_id: str, scenario: Wanted = None, options: Chosen = None) -> dict[str, Any]:
        found = found_game(game_id)
        try:
            chosen = found.scenario(scenario)
            settled = found.settle_options(chosen, read_options(options))
            return dict(found.laid_out(chosen, settled).map.document)
        except SetupError as error:
            raise HTTPException(422, str(error)) from None

    @app.get("/api/games/{game_id}/words")
    def words(game_id: str) -> dict[str, dict[str, str]]:
        found = found_game(game_id)
        return {one: found.words.catalogue(WORD_GROUPS, one) | _titles(found, one) for one in LANGUAGES}

    @app.get("/api/games/{game_id}/rules")
    def rules(game_id: str) -> list[dict[str, Any]]:
        found = found_game(game_id)
        return [readable(found, clause.model_dump()) for clause in found.rules.clauses]

    @app.get("/api/games/{game_id}/setup")
    def setup(game_id: str, scenario: Wanted = None) -> dict[str, Any]:
        found = found_game(game_id)
        try:
            chosen = found.scenario(scenario)
        except SetupError as error:
            raise HTTPException(404, str(error)) from None
        return {"pieces": pictured(game_id, chosen.id)}


def _titles(found: Game, language: str) -> dict[str, str]:
    """What the clauses are called that have no printed number, only a name of ours: nobody reads `move.Ka`."""
    title = "title_ja" if language == "ja" else "title"
    return {f"rule.{one.id}": getattr(one, title) for one in found.rules.clauses if not PRINTED.fullmatch(one.id)}


def read_options(options: str | None) -> dict[str, Any]:
    try:
        read = json.loads(options or "{}")
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise SetupError("options are a JSON object")
    return read


def found_game(game_id: str) -> Game:
    if game_id not in game_ids() or offered(game_id) is None:
        raise HTTPException(404, "there is no such game")
    return game(game_id)


@cache
def offered(game_id: str) -> dict[str, Any] | None:
    """A game as a lobby shows it; None where it cannot be played, whatever is wrong with it."""
    try:
        found = game(game_id)
        opening(game_id, found.scenario().id)
        _ = found.rules
        return _document(found)
    except Exception as error:  # somebody else's game may fail in any way
        told = " ".join(f"{type(error).__name__}: {error}".split())
        log.error("game %s cannot be played and is left out: %s", game_id, told)
        return None


@cache
def opening(game_id: str, scenario: str) -> list[dict[str, Any]]:
    """The pieces of a scenario before the first decision, as a spectator may see them."""
    pieces: list[dict[str, Any]] = game(game_id).new(scenario, seed=PICTURED).view(None)["pieces"]
    return pieces


@cache
def pictured(game_id: str, scenario: str) -> list[dict[str, Any]]:
    """The same for a picture: where the players deploy first, as a bot would do it for them."""
    found = opening(game_id, scenario)
    play = game(game_id).new(scenario, seed=PICTURED)
    if set(play.roster.sides) <= {piece["side"] for piece in found if piece["on_map"]} or DEPLOYS not in bots_of(
        game_id
    ):
        return found
    deployer, rng = bot(DEPLOYS, game_id), Random(PICTURED)
    begun = play.game.phase(play.state)
    for _ in range(MOST_ANSWERS):
        if play.result is not None or play.game.phase(play.state) != begun:
            break
        player = play.state.deciders[0]
        play.apply(player, deployer.choose(play.game.imagine(play.state, player, rng), player, rng))
    pieces: list[dict[str, Any]] = play.view(None)["pieces"]
    return pieces


def _document(found: Game) -> dict[str, Any]:
    return {
        "id": found.id,
        "names": dict(found.names),
        "scenarios": [_scenario(found, one) for one in found.scenarios.values()],
        "bots": bots_of(found.id),
        "overlays": _overlays(found),
        "panels": panels_document(found.panels),
        "stage": dict(found.stage),
        "markers": markers_document(found.markers),
        "colours": colours_document(found.colours),
        "setup": True,
        "advice": advice_document(found),
        "advises": hint.advises(found.id),
        "judged": evaluation.foresight_of(found.id) is not None,
        "lessons": [_lesson(one) for one in lessons(found)],
    }


def _lesson(lesson: Lesson) -> dict[str, Any]:
    told = {"id": lesson.id, "order": lesson.order, "minutes": lesson.minutes}
    return told | {"title": lesson.title.as_json()}


def _overlays(found: Game) -> list[str]:
    """What can be laid over the map of any of its scenarios: sides may differ."""
    laid = (found.laid_out(one, found.settle_options(one, None)) for one in found.scenarios.values())
    return list(dict.fromkeys(kind for game in laid for kind in game.overlays))


def _scenario(found: Game, scenario: Scenario) -> dict[str, Any]:
    bots = bots_of(found.id, scenario.id)
    ahead = [one for one in bots if one in SECONDS]
    return {
        "id": scenario.id,
        "names": dict(scenario.names),
        "players": [{"id": player.id, "side": player.side} for player in scenario.roster.players],
        "turns": scenario.turns,
        "bots": bots,
        "ahead": {"bots": ahead, "last_turns": seldom(found.id, scenario)} if ahead else None,
        "options": [_option(found, option) for option in scenario.options],
    }


def _option(found: Game, option: Option) -> dict[str, Any]:
    words = {language: found.words.template(f"option.{option.id}", language) for language in LANGUAGES}
    help_ = {language: found.words.template(f"option.{option.id}_help", language) for language in LANGUAGES}
    told = {"id": option.id, "default": option.default, "rule": option.rule, "words": words, "help": help_}
    if option.choices:
        told["choices"] = [{"value": one, "words": _choice(found, option, one)} for one in option.choices]
    elif type(option.default) is int:
        told |= {"least": option.least, "most": option.most}
    if option.lays_out:
        told |= {"lays_out": True, "sheets": list(option.sheets)}
    return told


def _choice(found: Game, option: Option, value: Any) -> dict[str, str]:
    """One of an option's values in words: `option.<id>_<value>`, or as it is."""
    key = f"option.{option.id}_{value}"
    return {
        language: found.words.template(key, language) if key in found.words.keys(language) else str(value)
        for language in LANGUAGES
    }
