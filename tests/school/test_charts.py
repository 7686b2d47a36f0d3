"""Charts: the tables that the engine plays by, in words, lit where the present combat stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.conformance.copies import with_state
from grognard.core.game import Game, SetupError
from grognard.core.play import Play
from grognard.core.words import LANGUAGES, in_language
from grognard.games.avl.game import GAME as AVL
from grognard.games.lb.game import GAME as LB
from grognard.hex.grid import bits
from grognard.players import bot
from grognard.school import charts, charts_file, charts_units
from tests.core.toy import GAME as TOY

GAMES = ("avl", "vl", "lb", "victory")


def chart(found: dict[str, Any], id: str) -> dict[str, Any]:
    return next(one for one in found["charts"] if one["id"] == id)


def sheet(found: dict[str, Any], chart_id: str, id: str) -> dict[str, Any]:
    return next(one for one in chart(found, chart_id)["sheets"] if one["id"] == id)


def row(table: dict[str, Any], id: str) -> dict[str, Any]:
    return next(one for one in table["rows"] if one["id"] == id)


def cells(line: dict[str, Any], language: str = "en") -> list[str]:
    return [in_language(cell["text"], language) for cell in line["cells"]]


def of(play: Play, seat: str | None = None, **pointed: Any) -> dict[str, Any]:
    return charts.document(play.game, play.scenario, play.view(seat), **pointed)


def begun(name: str, scenario: str | None = None) -> dict[str, Any]:
    game, chosen, view = charts.opening(grognard.game(name), scenario)
    return charts.document(game, chosen, view)


def scenarios() -> list[tuple[str, str]]:
    return [(name, scenario) for name in GAMES for scenario in grognard.game(name).scenarios]


@pytest.mark.parametrize("name", GAMES)
def test_the_charts_of_every_game_have_no_fault(name: str) -> None:
    assert charts.faults(grognard.game(name)) == []


@pytest.mark.parametrize("name", GAMES)
def test_whatever_lies_on_the_map_is_in_the_key(name: str) -> None:
    """Flags, battles, and what the game's data draw; a newcomer saw flags a hex beside villages and no word on them."""
    game = grognard.game(name)
    drawn = {shape.kind for shape in game.markers}
    seen = {marker["kind"] for marker in game.new(seed=1).view(None)["markers"]}
    told = {one["id"] for one in sheet(begun(name), "counters", "markers")["rows"]}
    assert drawn | seen and (drawn | seen) <= told


@pytest.mark.parametrize(("name", "scenario"), scenarios())
def test_every_text_of_every_chart_is_there_in_both_languages_and_has_its_clause(name: str, scenario: str) -> None:
    found = begun(name, scenario)
    game = grognard.game(name)
    texts, rules = list(texts_in(found)), list(_rules(found))
    assert len(texts) > 100 and all(set(one) == set(LANGUAGES) and all(one.values()) for one in texts)
    assert not [text for one in texts for text in one.values() if "{" in text or "None" in text]
    assert all(any(clause.startswith(rule) for clause in game.rules.ids) for rule in rules)


def texts_in(part: Any) -> Iterator[dict[str, str]]:
    if isinstance(part, dict):
        if "en" in part:
            yield part
            return
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from texts_in(one)


def _rules(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if part.get("rule"):
            yield part["rule"]
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from _rules(one)


# ---- figures are those that the engine plays by


def test_a_combat_table_has_the_cells_that_dice_are_read_in() -> None:
    game = AVL
    found = sheet(begun("avl"), "combat", "results")
    assert [column["id"] for column in found["columns"]] == list(game.crt.columns)
    for face in range(1, 7):
        assert cells(row(found, str(face))) == [game.crt.result(level, face) for level in range(len(game.crt.columns))]
    assert row(found, "6")["cells"][0]["says"]["en"] == "defender retreats 1 hex"
    assert row(found, "1")["cells"][0]["tone"] == "bad"
    assert {line["code"] for line in found["legend"]} == {code for line in game.crt.rows for code in line}


def test_results_that_print_sets_in_bold_are_bold() -> None:
    """6.4c: in these the attacker has a say; by an option they are fewer."""

    def bold(options: dict[str, Any]) -> set[str]:
        game, scenario, view = charts.opening(grognard.game("vl"), None, options)
        found = sheet(charts.document(game, scenario, view), "combat", "results")
        return {cell["text"] for line in found["rows"] for cell in line["cells"] if cell.get("bold")}

    assert bold({}) == {"1/R3", "-/R3", "-/R4"}
    assert bold({"only_1_r3_is_bold": True}) == {"1/R3"}
    plain = sheet(begun("avl"), "combat", "results")["rows"]
    assert not any(cell.get("bold") for line in plain for cell in line["cells"])


OURS = {
    "avl": {"results", "terrain", "counters", "arrivals", "order"},
    "lb": {"results", "counters", "order"},
    "victory": {"blocks_air", "levels"},
    "vl": {"results", "terrain", "weather", "counters"},
}
"""Charts and sheets of which PROVENANCE.md says that figures are ours."""


@pytest.mark.parametrize("name", GAMES)
def test_a_quiet_line_says_so_where_figures_are_our_own(name: str) -> None:
    found = begun(name)["charts"]
    noted = {part["id"] for chart in found for part in (chart, *chart["sheets"]) if part.get("note")}
    assert noted >= OURS[name], OURS[name] - noted


def test_a_table_whose_lines_are_odds_is_shown_as_it_is_printed() -> None:
    found = sheet(begun("lb"), "combat", "results")
    table = LB.files.tables.crt
    assert found["odds"] == "rows" and [line["id"] for line in found["rows"]] == list(table.odds)
    assert cells(row(found, "3-1")) == list(table.rows["3-1"])


def test_an_owners_own_figures_are_in_the_charts(tmp_path: Path) -> None:
    tables = (grognard.game("avl").folder / "data" / "tables.toml").read_text(encoding="utf-8")
    (tmp_path / "tables.toml").write_text(tables.replace("german_other = 1", "german_other = 2"), encoding="utf-8")
    game, scenario, view = charts.opening(grognard.game("avl", tmp_path), None)
    found = charts.document(game, scenario, view)
    assert cells(sheet(found, "victory", "victory")["rows"][2]) == ["+2"]


def test_an_owners_counters_without_full_names_go_by_their_labels(tmp_path: Path) -> None:
    units = (grognard.game("vl").folder / "data" / "units.toml").read_text(encoding="utf-8")
    plain = "".join(line for line in units.splitlines(keepends=True) if not line.startswith(("name =", "name_ja =")))
    assert plain != units
    (tmp_path / "units.toml").write_text(plain, encoding="utf-8")
    game = grognard.game("vl", tmp_path)
    names = game.reference(game.scenario(None), game.settle_options(game.scenario(None), None)).names
    assert names["fd-357"] == {"en": "357 DF", "ja": "357 DF"}


def test_an_option_changes_the_figures_that_it_changes_in_play() -> None:
    game, scenario, view = charts.opening(grognard.game("avl"), None, {"soviet_help_german_mech_5vp": True})
    found = charts.document(game, scenario, view)
    assert "+5" in [cells(line)[0] for line in sheet(found, "victory", "victory")["rows"]]
    changed = [line["id"] for line in sheet(found, "options", "options")["rows"] if line["changed"]]
    assert changed == ["soviet_help_german_mech_5vp"]


# ---- what is pointed at


def test_the_present_combat_is_lit_with_the_sum_that_leads_to_it() -> None:
    place = {
        "su-25tk": "3912", "su-38g": "3912", "su-24tk": "4012", "su-195": "4012", "it-rav": "3913", "de-298": "4013",
        "hq-1gda": "4011",
    }  # fmt: skip
    play = grognard.game("avl").position(place=place, step="combat", active="soviet")
    play.answer("soviet", "attack", "3913")
    for unit in ("su-25tk", "su-38g", "su-24tk", "su-195"):
        play.answer("soviet", "add", unit)
    found = sheet(of(play, "soviet"), "combat", "results")
    assert found["lit"]["at"] == "4-1" and found["lit"]["hex"] == "3913"
    assert [text["en"] for text in found["lit"]["sum"]] == ["3913 Boguchar: 10 to 2 = 5-1", "town: 1 column left"]
    assert "lit" not in sheet(of(play, "axis"), "combat", "results")
    assert sheet(of(play, "soviet", hex="4012"), "combat", "results")["lit"] == found["lit"]  # an attacker is clicked


def test_a_chosen_hex_lights_its_best_odds_while_nothing_is_declared() -> None:
    place = {"su-25tk": "3912", "su-38g": "3912", "it-rav": "3913", "hq-1gda": "4011"}
    play = grognard.game("avl").position(place=place, step="combat", active="soviet")
    lit = sheet(of(play, "soviet", hex="3913"), "combat", "results")["lit"]
    assert lit["at"] == play.view("soviet")["ask"]["focus"]["chances"]["3913"]["column"]
    assert "lit" not in sheet(of(play, "soviet"), "combat", "results")


def test_a_die_with_modifiers_tells_their_sum() -> None:
    place = {
        "fd-357": "1109", "gfd-9": "1211", "tr-27": "1310", "fb-31": "1010", "gfd-46": "1111", "mb-18-2m": "1209",
        "ft-515": "1311", "eng-225": "1311",
    }  # fmt: skip
    play = grognard.game("vl").position(turn=4, step="combat", ring=2, place=place)
    play.answer("soviet", "assault")
    lit = sheet(of(play, "soviet"), "combat", "festung")["lit"]
    odds = play.view("soviet")["ask"]["focus"]["odds"]
    assert lit["at"] is None and lit["sum"][-1]["en"].endswith(odds["total"])
    assert len(lit["sum"]) == 1 + len([line for line in odds["lines"] if not line.get("struck")])
    assert "lit" not in sheet(of(play, "soviet"), "combat", "results")


def test_terrain_of_a_chosen_hex_says_here() -> None:
    found = sheet(of(grognard.game("avl").new(seed=1), hex="3913"), "terrain", "terrain")
    assert [line["id"] for line in found["rows"] if line.get("here")] == ["clear", "town", "major_river", "road"]


def test_a_hex_or_a_chart_that_there_is_not_is_refused_in_one_line() -> None:
    play = grognard.game("avl").new(seed=1)
    for pointed in ({"hex": "9999"}, {"hex": "x"}, {"only": "poetry"}, {"unit": "su-none"}):
        with pytest.raises(SetupError):
            of(play, **pointed)


def test_the_sequence_says_where_the_turn_has_come_to() -> None:
    def here(play: Play) -> list[tuple[str, str]]:
        lines = sheet(of(play), "sequence", "sequence")["rows"]
        return [(line["phase"], line.get("side", "")) for line in lines if line["state"] == "here"]

    game = grognard.game("vl")
    assert here(game.position(turn=3, step="move", place={"fd-357": "1408"})) == [("movement", "soviet")]
    german = game.position(turn=3, step="move", active="german", place={"klatt": "0512"})
    assert here(german) == [("movement", "german")]


@pytest.mark.parametrize("name", GAMES)
def test_every_phase_that_a_game_comes_to_stands_in_its_sequence(name: str) -> None:
    game = grognard.game(name)
    known = {line.phase for line in charts_file.load(game).sequence}
    assert known >= {key.partition(".")[2] for key in game.words.keys("en") if key.startswith("phase.")}


@pytest.mark.parametrize("name", GAMES)
def test_every_mark_and_figure_that_a_counter_may_bear_is_explained(name: str) -> None:
    file = charts_file.load(grognard.game(name))
    marks, figures = {one.id for one in file.mark}, {one.id for one in file.figure}
    for view in _views(name):
        for piece in view["pieces"]:
            assert set(piece.get("flags", ())) <= marks
            assert set(piece.get("value_names", ())) <= figures


def _views(name: str) -> Iterator[dict[str, Any]]:
    play, one, rng = grognard.game(name).new(seed=4), bot("recruit", name), Random(4)
    for number in range(500):
        if play.result is not None:
            return
        player = play.state.deciders[0]
        play.apply(player, one.choose(play.game.imagine(play.state, player, rng), player, rng))
        if number % 10 == 0:
            yield play.view(play.roster.ids[player])


def test_one_counter_is_explained_by_its_own_figures_and_marks() -> None:
    play = grognard.game("avl").position(
        turn=3, step="move", active="soviet", activated=["su-25tk"],
        place={"su-24tk": "4427 out of supply", "su-25tk": "4423", "hq-1gda": "4019"},
    )  # fmt: skip
    found = chart(of(play, "soviet", unit="su-24tk"), "counters")["sheets"]
    lines = {line["id"]: line for line in found[0]["rows"]}
    assert cells(lines["name"]) == ["24th Tank Corps"] and lines["attack"]["value"] == "4"
    assert lines["out_of_supply"]["borne"] and found[0]["sides"] == ["4-2-8", "2-1-8"]
    assert "out_of_supply" not in [line["id"] for line in found[1]["rows"]]


@pytest.mark.parametrize("name", GAMES)
def test_no_line_of_a_counters_key_stands_twice(name: str) -> None:
    play, one, rng = grognard.game(name).new(seed=4), bot("recruit", name), Random(4)
    for _ in range(60):
        player = play.state.deciders[0]
        play.apply(player, one.choose(play.game.imagine(play.state, player, rng), player, rng))
    seat = play.roster.ids[0]
    known = [piece["id"] for piece in charts_units.seen(play.view(seat))]
    assert known
    for unit in known:
        lines = [
            line["id"] for line in chart(of(play, seat, unit=unit, only="counters"), "counters")["sheets"][0]["rows"]
        ]
        assert len(lines) == len(set(lines))


# ---- names and arrivals


def test_units_stand_by_their_full_names_under_their_commands_an_hq_first() -> None:
    found = begun("avl")
    guards = next(one for one in chart(found, "order")["sheets"] if one["title"]["en"] == "1st Guards Army")
    assert guards["side"] == "soviet" and guards["rows"][0]["unit"] == "hq-1gda"
    corps = row(guards, "su-24tk")
    assert corps["text"] == {"en": "24th Tank Corps", "ja": "第24戦車軍団"} and corps["hex"] == "4012"


def test_what_is_lost_is_listed_as_lost() -> None:
    play = grognard.game("avl").position(
        turn=3, step="move", active="soviet", place={"su-24tk": "eliminated", "su-25tk": "4423", "hq-1gda": "4019"}
    )
    lines = {line["id"]: line for table in chart(of(play), "order")["sheets"] for line in table["rows"]}
    assert lines["su-24tk"].get("lost") and "hex" not in lines["su-24tk"] and "lost" not in lines["su-25tk"]


def test_what_is_lost_is_listed_with_the_turn_in_which_the_viewer_saw_it_go() -> None:
    play, one, rng = grognard.game("avl").new(seed=1), bot("random"), Random(1)
    turn = 0
    while not (gone := charts_units.losses(play, "soviet")) and play.result is None:
        turn = play.view("soviet")["turn"]
        player = play.state.deciders[0]
        play.apply(player, one.choose(play.game.imagine(play.state, player, rng), player, rng))
    found = charts.document(play.game, play.scenario, play.view("soviet"), only="order", losses=gone)
    lines = {line["id"]: line for table in chart(found, "order")["sheets"] for line in table["rows"]}
    assert {unit: line["lost_turn"] for unit, line in lines.items() if "lost_turn" in line} == gone
    assert set(gone.values()) == {turn}


@pytest.mark.parametrize("name", ("avl", "vl"))
def test_every_counter_has_a_full_name_of_its_own_in_both_languages(name: str) -> None:
    game = grognard.game(name)
    names = game.reference(game.scenario(), game.settle_options(game.scenario(), None)).names
    for language in LANGUAGES:
        told = [one[language] for one in names.values()]
        assert all(told) and len(set(told)) >= len(told) - 2  # an HQ may be called as its own division
    assert all(name != game.unit_label(game.unit_numbers[unit]) for unit, one in names.items() for name in one.values())


def test_reinforcements_tell_when_and_where_they_enter() -> None:
    lines = sheet(begun("vl"), "arrivals", "arrivals")["rows"]
    corps = next(line for line in lines if any(one.get("unit") == "hq-2m" for one in line["units"]))
    assert (corps["turn"], corps["side"], corps["hexes"][0], corps["hexes"][-1]) == (2, "soviet", "1610", "1615")
    everybody = [one["unit"] for line in lines for one in line["units"]]
    assert len(everybody) == len(set(everybody)) and "gr-557-331" not in everybody


@pytest.mark.parametrize(
    ("name", "side", "hexes", "beside"),
    [
        (
            "avl", "axis", ("axis_supply",),
            "at the end of the turn named, Axis first; Manstein's chits after turns 3, 5",
        ),
        ("vl", "german", ("german_supply",), "in the movement phase of the turn named"),
        ("lb", "russian", (), "in a movement phase of the turn named"),
    ],
)  # fmt: skip
def test_arrivals_say_beside_their_title_when_they_come_and_name_the_sources_of_supply(
    name: str, side: str, hexes: tuple[str, ...], beside: str
) -> None:
    shown = sheet(begun(name), "arrivals", "arrivals")
    assert in_language(shown["beside"], "en") == beside and in_language(shown["beside"], "ja")
    game = grognard.game(name)
    wanted = {game.map.grid.name(hex) for area in hexes for hex in bits(game.map.areas[area])}
    assert shown["sources"][side] and (not wanted or set(shown["sources"][side]) == wanted)


def test_a_schedule_that_depends_on_a_secret_choice_is_told_whole_and_never_which() -> None:
    play, told = grognard.game("lb").new(seed=1), []
    ask = play.ask("german")
    assert ask is not None
    (verb,) = ask.answers
    for choice in ("reinforcement_option-I", "reinforcement_option-III"):
        other = play.clone()
        other.answer("german", verb, choice)
        told.append(of(other, "russian"))
        lines = sheet(told[-1], "arrivals", "arrivals")["rows"]
        assert len({in_language(line["option"], "en") for line in lines}) == 3
    assert told[0] == told[1]


# ---- secrets


def otherwise(play: Play, seat: int, rng: Random) -> Play:
    """The same game with what a player cannot know dealt anew."""
    state = play.game.imagine(play.state, seat, rng)
    state.seen_by(seat).settle()
    return with_state(play, state)


@pytest.mark.parametrize("name", GAMES)
def test_what_a_player_may_not_know_is_in_none_of_his_charts(name: str) -> None:
    play, one, rng = grognard.game(name).new(seed=7), bot("recruit", name), Random(7)
    for number in range(240):
        if play.result is not None:
            break
        if number % 40 == 0:
            for seat, player in enumerate(play.roster.ids):
                other = otherwise(play, seat, rng)
                assert of(other, player) == of(play, player)
        decider = play.state.deciders[0]
        play.apply(decider, one.choose(play.game.imagine(play.state, decider, rng), decider, rng))


def test_a_hidden_block_is_left_out_of_the_order_of_battle() -> None:
    play, one, rng = grognard.game("victory").new(seed=3), bot("recruit", "victory"), Random(1)
    while play.view("red")["turn"] < 1:
        player = play.state.deciders[0]
        play.apply(player, one.choose(play.game.imagine(play.state, player, rng), player, rng))
    assert any(piece.get("hidden") for piece in play.view("red")["pieces"])
    sides = {table["side"] for table in chart(of(play, "red"), "order")["sheets"]}
    assert sides == {"red"} and "order" not in [one["id"] for one in of(play)["charts"]]


# ---- faults that an author may make


def broken(game: Game, tmp_path: Path, old: str, new: str) -> list[str]:
    own = tmp_path / "own"
    own.mkdir()
    text = (game.folder / "data" / "charts.toml").read_text(encoding="utf-8")
    assert old in text
    (own / "charts.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    return charts.faults(game.with_data(own))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('rule = "4.1.1"', 'rule = "99.9"', 'there is no clause "99.9"'),
        ('phase = "supply"', 'phase = "siesta"', 'no phase "siesta"'),
        ("Whoever is {lead} points ahead", "Whoever is 30 points ahead", "types the figure 3"),
        ("{lead} points ahead", "{leed} points ahead", 'names "leed"'),
        ("{lead}点差", "たくさん点差", "different figures: lead"),
        ("{unit hq-1pza} and", "{unit hq-nobody} and", 'names "hq-nobody"'),
        ('title = "Move"\ntitle_ja = "移動"\n', "", "one side's"),
    ],
)
def test_a_fault_in_the_charts_of_a_game_is_named(tmp_path: Path, old: str, new: str, fault: str) -> None:
    assert fault in "\n".join(broken(grognard.game("avl"), tmp_path, old, new))


def test_a_game_without_the_file_has_the_charts_that_need_none() -> None:
    play = TOY.new("three", seed=1)
    assert charts.faults(TOY) == []
    assert {one["id"] for one in of(play)["charts"]} <= {"counters", "order", "options"}


@pytest.mark.parametrize(("name", "turn", "date"), [("avl", 2, "27 Dec - 5 Jan"), ("vl", 2, "29 November 1942")])
def test_arrivals_stand_under_the_dates_of_their_turns(name: str, turn: int, date: str) -> None:
    rows = sheet(begun(name), "arrivals", "arrivals")["rows"]
    assert {in_language(row["date"], "en") for row in rows if row.get("turn") == turn} == {date}
    assert all("date" in row for row in rows if "turn" in row)
