"""What sides wear: declared once by their game, and told apart where it declares nothing."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import grognard
from grognard.cli.terminal.hues import TERMINAL, counter_style
from grognard.core.colours import (
    APART,
    BLACK,
    DEFAULTS,
    NIGHT,
    PAPER,
    PATTERNS,
    READABLE,
    Colours,
    ColoursFile,
    Side,
    channels,
    contrast,
    distance,
    document,
    load,
    settle,
)
from grognard.core.data import DataError

GAMES = ("avl", "vl", "lb", "victory")
NOTHING = settle(ColoursFile(), ["north", "south"])


def test_sides_that_declare_nothing_differ_in_everything_they_wear() -> None:
    north, south = NOTHING.sides.values()
    assert north.printed.colour != south.printed.colour and north.pattern != south.pattern
    assert north.text != south.text and north.night != south.night and north.edge != south.edge


@pytest.mark.parametrize("side", [f"side-{number}" for number in range(len(DEFAULTS))])
def test_what_follows_from_a_colour_can_be_read(side: str) -> None:
    worn = settle(ColoursFile(), [f"side-{number}" for number in range(len(DEFAULTS))]).side(side)
    assert contrast(worn.printed.ink, worn.printed.colour) >= READABLE
    assert contrast(worn.text, PAPER) >= READABLE and contrast(worn.night, NIGHT) >= READABLE
    assert contrast(worn.printed.lines, worn.printed.box) >= READABLE


def test_every_two_colours_that_sides_get_by_default_are_far_apart() -> None:
    assert min(distance(one, other) for one, other in combinations(DEFAULTS, 2)) >= APART


def test_a_side_that_declares_nothing_gets_what_the_others_do_not_wear() -> None:
    declared = ColoursFile(side=(Side(id="south", colour=DEFAULTS[0], pattern="plain"),))
    north, south = settle(declared, ["north", "south"]).sides.values()
    assert (north.printed.colour, north.pattern) == (DEFAULTS[1], "dashed")
    assert (south.printed.colour, south.pattern) == (DEFAULTS[0], "plain")


def test_a_declared_shade_goes_before_what_would_follow_from_the_colour() -> None:
    side = Side(id="north", colour="#A8402F", ink="#FFF2DE", night="#E08468", edge="#6E2519", pattern="double")
    worn = settle(ColoursFile(side=(side,)), ["north"]).side("north")
    assert (worn.printed.ink, worn.night, worn.edge, worn.pattern) == ("#FFF2DE", "#E08468", "#6E2519", "double")


def test_a_side_that_no_scenario_has_is_drawn_all_the_same() -> None:
    assert NOTHING.coat_of({"side": "neutral", "nation": ""}).colour == DEFAULTS[-1]


def test_the_browser_is_told_every_side_and_coat() -> None:
    told = document(grognard.game("avl").colours)
    assert told["sides"]["axis"]["printed"]["colour"] == "#9BA393" and told["sides"]["soviet"]["night"] == "#E08468"
    assert {"ss", "luftwaffe", "guards", "italian"} <= told["coats"].keys()


def test_a_fault_in_the_file_is_told_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "colours.toml").write_text('[[side]]\nid = "north"\ncolour = "red"\n', encoding="utf-8")
    with pytest.raises(DataError, match=r'colours.toml: side "north": colour: should be of the form'):
        load(tmp_path)


def test_counters_that_print_another_coat_than_their_nation_say_so_in_the_data() -> None:
    pieces = {piece["id"]: piece for piece in grognard.game("avl").new(seed=1).view()["pieces"]}
    assert [pieces[one].get("coat") for one in ("de-lah", "de-7lw", "su-1gm", "hq-1gda", "de-17pz")] == [
        "ss", "luftwaffe", "guards", "guards", None,
    ]  # fmt: skip
    assert pieces["de-7lw"]["symbol"] == "airborne" and pieces["de-lah"]["symbol"] == "tank"


# ---- in the terminal


def styles(colours: Colours, side: str) -> list[str]:
    return [counter_style(colours, side, ready, lower) for ready in (False, True) for lower in (False, True)]


def ground(style: str) -> str:
    values = style.partition(" on rgb(")[2].removesuffix(")").split(",")
    return "#" + "".join(f"{int(value):02X}" for value in values)


@pytest.mark.parametrize("colours", [grognard.game(one).colours for one in GAMES] + [NOTHING])
def test_a_terminal_tells_sides_lines_and_ready_counters_apart(colours: Colours) -> None:
    upper = [counter_style(colours, side, ready) for side in colours.sides for ready in (False, True)]
    assert len(set(upper)) == len(upper)
    for side in colours.sides:
        rest, rest_lower, ready, ready_lower = map(ground, styles(colours, side))
        light = [contrast(one, BLACK) for one in (rest_lower, rest, ready)]
        assert light == sorted(light) and len(set(light)) == 3
        assert contrast(ready_lower, BLACK) < contrast(ready, BLACK)
        assert {rest, rest_lower, ready, ready_lower} <= set(TERMINAL)


def test_a_terminal_shows_the_colours_of_the_game() -> None:
    """Red is red and grey is grey, though a terminal has neither of them exactly."""
    colours = grognard.game("avl").colours
    red, green, blue = channels(ground(counter_style(colours, "soviet")))
    assert red > 2 * max(green, blue)
    assert len(set(channels(ground(counter_style(colours, "axis"))))) == 1


def test_there_are_as_many_frames_as_a_table_of_four_needs() -> None:
    worn = settle(ColoursFile(), ["a", "b", "c", "d"]).sides.values()
    assert [one.pattern for one in worn] == list(PATTERNS)
