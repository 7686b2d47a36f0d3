"""Faults planted one at a time in a sound game: `grognard conform` finds every one of them, and none in the sound game.

Each is a slip that somebody who writes a game can make. The sound game is the toy, in a folder of its own so that its
files can be spoilt as well as its code.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest

from grognard.core.ask import NotOffered, Offer
from grognard.core.conformance import conform
from grognard.core.words import Message
from tests.core import toy
from tests.core.toy import OpenBids, ToyGame, ToyState, Turn

Patch = pytest.MonkeyPatch
PANEL = """
[[panel]]
id = "fords"
widget = "pips"
title = "Fords"
title_ja = "渡し場"
[[panel.row]]
label = "Red"
track = "coins-red"
"""


class Planted(ToyGame):
    """The toy with overlays and a panel, to be spoilt."""

    overlays = ("control", "fords")

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def overlay(self, state: toy.ToyState, player: int | None, kind: str) -> list[str]:
        return [toy.MAP.grid.name(hex) for hex in sorted(state.digger)] if kind == "control" else []


@dataclass
class Ground:
    """A sound game and the means to spoil it."""

    game: Planted
    patch: Patch

    def edit(self, file: str, old: str, new: str, only: str = "") -> None:
        """Change a line of a file; of a catalogue, in both languages."""
        files = [f"locale/{one}.toml" for one in (only,) if one] or (
            ["locale/en.toml", "locale/ja.toml"] if file == "locale" else [file]
        )
        for name in files:
            path = self.game.folder / name
            lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
            found = [number for number, line in enumerate(lines) if line.startswith(old)]
            assert found, f"{name} has no line that begins with {old!r}"
            lines[found[-1]] = new
            path.write_text("".join(lines), encoding="utf-8")

    def method(self, name: str, planted: Callable[..., Any]) -> None:
        """Replace a method of the game."""
        self.patch.setattr(type(self.game), name, planted)

    def on(self, state: type[ToyState]) -> None:
        self.patch.setattr(self.game, "state_class", state)


@pytest.fixture
def ground(tmp_path: Path, monkeypatch: Patch) -> Ground:
    folder = tmp_path / "toy_game"
    shutil.copytree(ToyGame.folder, folder)
    (folder / "data").mkdir()
    (folder / "data" / "panels.toml").write_text(PANEL, encoding="utf-8")
    for language, word in (("en", "Fords"), ("ja", "渡し場")):
        with (folder / "locale" / f"{language}.toml").open("a", encoding="utf-8") as file:
            file.write(f'\n[overlay]\nfords = "{word}"\n')

    class Own(Planted):
        """A class of its own for each test, so that its methods can be replaced."""

    return Ground(Own(folder), monkeypatch)


def found(game: ToyGame) -> Iterator[str]:
    """What the suite says, line by line: who waits for a line can leave with it."""
    return conform(game, games=3, answers=60, looks=24)


def test_nothing_is_found_in_the_sound_game(ground: Ground) -> None:
    assert list(found(ground.game)) == []


PLANTED: dict[str, tuple[Callable[[Ground], None], str]] = {}
"""By fault: how it is planted, and what the suite says of it."""


def planted(says: str) -> Callable[[Callable[[Ground], None]], Callable[[Ground], None]]:
    def keep(plant: Callable[[Ground], None]) -> Callable[[Ground], None]:
        PLANTED[plant.__name__] = plant, says
        return plant

    return keep


# ---- secrets


@planted("what blue sees depends on what blue may not know")
def a_secret_in_a_view(ground: Ground) -> None:
    def view(self: ToyGame, state: ToyState, player: int | None) -> dict[str, Any]:
        return ToyGame.view(self, state, player) | {"treasure": [state.treasure[hex] for hex in toy.MAP.grid.hexes]}

    ground.method("view", view)


@planted("the log tells a spectator what a spectator may not know: event.found")
def a_secret_told_to_everyone_in_the_log(ground: Ground) -> None:
    tell = ToyState.tell

    def loud(self: ToyState, key: str, rule: str = "", to: int = -1, **args: Any) -> None:
        tell(self, key, rule, -1, **args)

    ground.patch.setattr(ToyState, "tell", loud)


@planted("the log tells a spectator what a spectator may not know: event.bid")
def a_secret_choice_told_to_everyone_in_the_log(ground: Ground) -> None:
    """Bids and purses stay closed in the view, and the log reads the bids out."""

    def view(self: ToyGame, state: ToyState, player: int | None) -> dict[str, Any]:
        return ToyGame.view(self, state, player) | {"tracks": [{"id": "coins-red", "value": 0}], "pools": {}}

    ground.method("view", view)


@planted("deal_hidden deals nothing anew")
def hidden_things_that_are_never_dealt(ground: Ground) -> None:
    ground.method("deal_hidden", lambda self, state, player, rng: None)


@planted("what a spectator sees depends on what")
def an_overlay_that_shows_a_secret(ground: Ground) -> None:
    def overlay(self: ToyGame, state: ToyState, player: int | None, kind: str) -> list[str]:
        return [toy.MAP.grid.name(hex) for hex in toy.MAP.grid.hexes if state.treasure[hex] == 3]

    ground.method("overlay", overlay)


# ---- words and clauses


@planted('there is no clause "9.9"')
def a_cited_clause_that_does_not_exist(ground: Ground) -> None:
    ground.patch.setattr(Turn, "prompt", lambda self, state: state.message("prompt.turn", "9." + "9"))


@planted('verb dig: there is no clause "8.8"')
def a_verb_whose_clause_does_not_exist(ground: Ground) -> None:
    ground.game.verbs = tuple(
        verb._replace(rule="8.8") if verb.name == "dig" else verb for verb in ToyGame.verbs
    )  # fmt: skip


@planted('option coins: there is no clause "1.0"')
def a_clause_that_has_left_the_index(ground: Ground) -> None:
    ground.edit("rules.toml", 'id = "1.0"', 'id = "1.1"\n')


@planted("locale/ja.toml: there is no verb.dig")
def a_verb_without_a_word(ground: Ground) -> None:
    ground.edit("locale", "dig =", "")


@planted("locale/en.toml: there is no prompt.turn, which code says")
def a_missing_prompt(ground: Ground) -> None:
    ground.edit("locale", "turn =", "")


@planted("locale/ja.toml: there is no why.taken, which another language has")
def a_sentence_in_one_language_alone(ground: Ground) -> None:
    ground.edit("locale", "taken =", "", only="ja")


@planted("event.gamble: not every language tells {die}")
def a_fact_in_one_language_alone(ground: Ground) -> None:
    ground.edit("locale", 'gamble = "{word}', 'gamble = "{word}が賭けに出た"\n', only="ja")


@planted("event.built needs {price}")
def a_fact_that_code_does_not_hand_over(ground: Ground) -> None:
    ground.edit("locale", "built =", 'built = "{word} {hexside} {price}"\n')


@planted("there is no overlay.fords")
def an_overlay_without_a_word(ground: Ground) -> None:
    ground.edit("locale", "fords =", "")


@planted("there is no word.north")
def a_side_without_a_word(ground: Ground) -> None:
    ground.edit("locale", "north =", "")


# ---- what is shown


@planted('overlay "control" fails: ZeroDivisionError')
def a_crashing_overlay(ground: Ground) -> None:
    ground.method("overlay", lambda self, state, player, kind: [] if kind == "fords" else [str(1 // 0)])


@planted('names "9999", which is no hex of the map')
def an_overlay_off_the_map(ground: Ground) -> None:
    ground.method("overlay", lambda self, state, player, kind: ["9999"])


@planted('no scenario has a track "coins-yellow"')
def a_panel_with_an_unknown_track(ground: Ground) -> None:
    ground.edit("data/panels.toml", "track =", 'track = "coins-yellow"\n')


@planted('there is no side "yellow"')
def a_panel_with_an_unknown_side(ground: Ground) -> None:
    ground.edit("data/panels.toml", "track =", 'track = "coins-red"\nside = "yellow"\n')


def wear(ground: Ground, *rows: str) -> None:
    """Declare colours: `red #A8402F plain`, one row for each side."""
    sides = [row.split() for row in rows]
    text = "".join(f'[[side]]\nid = "{a}"\ncolour = "{b}"\npattern = "{c}"\n' for a, b, c in sides)
    (ground.game.folder / "data" / "colours.toml").write_text(text, encoding="utf-8")


RED, BLUE = "red #A8402F plain", "blue #3A6C96 dashed"


@planted('side "yellow": there is no such side')
def a_colour_for_a_side_that_is_not_there(ground: Ground) -> None:
    wear(ground, RED, BLUE, "yellow #B98A2C dotted")


@planted('side "blue" has no colour')
def a_side_without_a_colour_beside_one_that_has(ground: Ground) -> None:
    wear(ground, RED)


@planted('sides "red" and "blue" have nearly the same colour')
def sides_that_cannot_be_told_apart(ground: Ground) -> None:
    wear(ground, RED, "blue #A8442F dashed")


@planted('sides "red" and "blue" have the same pattern, plain')
def sides_that_the_colour_blind_cannot_tell_apart(ground: Ground) -> None:
    wear(ground, RED, "blue #3A6C96 plain")


@planted("ink #A8502F cannot be read on #A8402F")
def print_that_cannot_be_read(ground: Ground) -> None:
    wear(ground, RED, BLUE)
    ground.edit("data/colours.toml", 'colour = "#A8402F"', 'colour = "#A8402F"\nink = "#A8502F"\n')


@planted('there is no coat "guards", which')
def a_coat_that_nobody_declared(ground: Ground) -> None:
    def view(self: ToyGame, state: ToyState, player: int | None) -> dict[str, Any]:
        piece = {"id": "a", "side": "red", "coat": "guards", "on_map": False, "where": "away"}
        return ToyGame.view(self, state, player) | {"pieces": [piece]}

    ground.method("view", view)


@planted('colours.toml: side "red": colour: should be of the form')
def a_colour_that_is_none(ground: Ground) -> None:
    wear(ground, "red crimson plain", BLUE)


# ---- answers


@planted("is refused without a reason of the game's own: Turn.why says nothing")
def refusals_without_a_reason_of_their_own(ground: Ground) -> None:
    ground.patch.setattr(Turn, "why", lambda self, state, verb, target: [])


@planted("an answer was offered and refused")
def an_answer_that_is_offered_and_refused(ground: Ground) -> None:
    take = Turn.take

    def picky(self: Turn, state: ToyState, verb: int, target: int) -> None:
        if verb == toy.GAMBLE and self.built:
            raise NotOffered
        take(self, state, verb, target)

    ground.patch.setattr(Turn, "take", picky)


@planted("was not offered and is accepted")
def an_answer_that_is_accepted_and_not_offered(ground: Ground) -> None:
    class Lax(ToyState):
        __slots__ = ()

        def apply(self, player: int, code: int) -> None:
            if self.lanes is None and isinstance(self.stack[-1], Turn) and code >> 16 == toy.BUILD:
                self.offer = {**self.offer, toy.BUILD: (1 << len(toy.FORDS)) - 1}
            super().apply(player, code)

    ground.on(Lax)


@planted("a dead end at Turn(")
def a_dead_end(ground: Ground) -> None:
    offer = Turn.offer

    def stuck(self: Turn, state: ToyState) -> Offer:
        return {} if self.gambled else offer(self, state)

    ground.patch.setattr(Turn, "offer", stuck)


@planted("ZeroDivisionError")
def a_crash(ground: Ground) -> None:
    run = OpenBids.run

    def crash(self: OpenBids, state: ToyState) -> None:
        run(self, state)
        assert 1 // (2 - state.round)

    ground.patch.setattr(OpenBids, "run", crash)


# ---- positions


@planted("playing on with a clone changed the original")
def a_clone_that_shares_a_list(ground: Ground) -> None:
    class Shared(ToyState):
        __slots__ = ()

        def clone(self) -> Self:
            other = super().clone()
            other.points = self.points
            return other

    ground.on(Shared)


@planted("a restored snapshot")
def a_field_that_a_snapshot_loses(ground: Ground) -> None:
    class Lossy(ToyState):
        __slots__ = ()
        FIELDS = tuple(name for name in ToyState.FIELDS if name != "coins")

    ground.on(Lossy)


@planted("undo is offered past a die or a reveal")
def undo_past_a_die(ground: Ground) -> None:
    class Quiet(ToyState):
        __slots__ = ()

        def roll(self, sides: int) -> int:
            face = super().roll(sides)
            self.barrier -= 1
            return face

    ground.on(Quiet)


@planted("treasure was made or lost")
def a_position_that_cannot_be(ground: Ground) -> None:
    def forge(self: ToyGame, state: ToyState, player: int, rng: Random) -> None:
        state.treasure = dict.fromkeys(state.treasure, 1)

    run = OpenBids.run

    def forged(self: OpenBids, state: ToyState) -> None:
        forge(ground.game, state, 0, Random(0))
        run(self, state)

    ground.patch.setattr(OpenBids, "run", forged)


@planted("a refused answer changed the position")
def a_refusal_that_changes_the_position(ground: Ground) -> None:
    def why(self: Turn, state: ToyState, verb: int, target: int) -> list[Message]:
        state.points[self.player] += 1
        return [state.message("why.coins", "1.0", coins=0, number=0)]

    ground.patch.setattr(Turn, "why", why)


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_found(fault: str, ground: Ground) -> None:
    plant, says = PLANTED[fault]
    plant(ground)
    assert any(says in line for line in found(ground.game))


def test_each_fault_is_told_in_one_line(ground: Ground) -> None:
    a_crash(ground)
    a_verb_without_a_word(ground)
    lines = list(conform(ground.game, games=1, answers=30, looks=8))
    assert len(lines) == len(set(lines)) >= 3
    assert not any("\n" in line for line in lines)


def test_who_listens_hears_what_is_tried(ground: Ground) -> None:
    heard: list[str] = []
    assert not list(conform(ground.game, games=1, answers=20, looks=4, heard=heard.append))
    assert "catalogues are alike" in heard and "teams, seed 0" in heard


def test_a_view_that_only_differs_by_viewer_is_no_secret_to_deal(ground: Ground) -> None:
    """Where nothing is hidden, as in a game of open counters, deal_hidden has nothing to do."""

    def view(self: ToyGame, state: ToyState, player: int | None) -> Mapping[str, Any]:
        return ToyGame.view(self, state, None)

    ground.method("view", view)
    ground.method("deal_hidden", lambda self, state, player, rng: None)
    assert not any("deal_hidden" in line for line in found(ground.game))
