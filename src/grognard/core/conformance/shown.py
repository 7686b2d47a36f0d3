"""What a game hands to a table beside its rules: overlays, panels, the stage, colours, the picture, its data."""

from __future__ import annotations

from random import Random

from grognard.core import colours, panels, stage
from grognard.core.ask import random_answer
from grognard.core.conformance.answers import dead_end
from grognard.core.conformance.seen import overlay_kinds
from grognard.core.data import laid_over
from grognard.core.filed import FiledGame
from grognard.core.game import Game
from grognard.core.play import SPECTATOR, Play

POSITIONS = 4
"""Positions of a random game in which overlays are looked at."""
BETWEEN = 40
"""Answers between two of them."""


def data_makes_sense(game: Game) -> list[str]:
    """The game's own test of its files finds nothing."""
    return game.check(game.files) if isinstance(game, FiledGame) else []


def panels_hold(game: Game) -> list[str]:
    """Panels name sides, clauses and tracks that there are."""
    return panels.faults(game)


def stage_holds(game: Game) -> list[str]:
    """A game that says what its events are on the stage says it of all of them."""
    folders = laid_over(game.own_data, game.folder / "data")
    return stage.faults(game) if stage.load(*folders) else []


def colours_hold(game: Game) -> list[str]:
    """Sides can be told apart, with colours and without, and everything printed can be read."""
    return colours.faults(game, colours.load(*laid_over(game.own_data, game.folder / "data")))


def overlays_hold(game: Game) -> list[str]:
    """Every overlay is a list of hexes of the map, for every viewer and wherever a game has come to."""
    faults: list[str] = []
    for scenario in game.scenarios:
        play, rng = game.new(scenario, seed=0), Random(0)
        for _ in range(POSITIONS):
            faults += _overlay_faults(play, rng)
            _play_on(play, rng)
    return list(dict.fromkeys(faults))


def _overlay_faults(play: Play, rng: Random) -> list[str]:
    kinds, hexes = overlay_kinds(play.game), {play.game.map.grid.name(hex) for hex in play.game.map.grid.hexes}
    viewer = rng.choice((SPECTATOR, *play.roster.ids))
    faults = []
    for kind in kinds:
        try:
            strange = [hex for hex in play.overlay(kind, viewer) if hex not in hexes]
        except Exception as error:
            faults.append(f'overlay "{kind}" fails: {type(error).__name__}: {error}')
        else:
            faults += [f'overlay "{kind}" names "{strange[0]}", which is no hex of the map'] if strange else []
    return faults


def _play_on(play: Play, rng: Random) -> None:
    for _ in range(BETWEEN):
        if play.result is not None or dead_end(play.state):
            return
        player = rng.choice(play.state.deciders)
        play.apply(player, random_answer(play.state.ask(player), rng))


def picture_is_drawn(game: Game) -> list[str]:
    """`grognard render` has a picture of every scenario."""
    faults = []
    for scenario in game.scenarios:
        try:
            game.new(scenario, seed=0).svg()
        except Exception as error:
            faults.append(f"{scenario}: no picture can be drawn: {type(error).__name__}: {error}")
    return faults
