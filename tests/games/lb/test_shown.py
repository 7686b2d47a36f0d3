"""What the view tells: supply as it counts now, arrivals with their clause, stores, points, and no aircraft without."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.play import Play
from grognard.core.words import LANGUAGES
from grognard.games.lb import GAME
from grognard.testing import rule
from tests.games.lb._help import (
    S1,
    S2,
    S3,
    S4,
    answer,
    begin,
    end_movement,
    march,
    position,
    resolve,
    strike,
)

R, G = "russian", "german"


def flags(play: Play, unit: str) -> list[str]:
    return list(next(one for one in play.view()["pieces"] if one["id"] == unit).get("flags", ()))


def track(play: Play, id: str, player: str | None = None) -> dict[str, Any]:
    return next(one for one in play.view(player)["tracks"] if one["id"] == id)


# ---- supply


@rule("lb", "supply.proc.a", "supply.proc.b", "scenario4.entry")
def test_units_that_enter_before_their_hq_are_not_marked_out_of_supply_while_they_move() -> None:
    """Who has yet to enter counts as supplied for the phase; whether a line is there is asked when it fights."""
    place = {f"su-rifle-rgt#{n}": "not arrived" for n in (1, 2)} | {"su-rifle-hq#1": "not arrived"}
    play = position(place, scenario=S4, hqs=False)
    answer(play, R, ("unit", "su-rifle-rgt#1"), ("enter", "3010"))
    assert "out_of_supply" not in flags(play, "su-rifle-rgt#1") and "line_lost" in flags(play, "su-rifle-rgt#1")
    answer(play, R, ("unit", "su-rifle-hq#1"), ("enter", "3011"))
    assert "line_lost" not in flags(play, "su-rifle-rgt#1")


@rule("lb", "supply.proc.a", "supply.proc.b")
def test_the_mark_of_supply_follows_the_moment_that_counts() -> None:
    play = position({"su-recon-bn#1": "2418", "su-rifle-rgt#1": "2404", "ge-inf-bn#1": "1213"})
    assert flags(play, "su-rifle-rgt#1") == ["out_of_supply"]
    march(play, R, "su-recon-bn#1", "2417", "2416", "2415")
    assert "out_of_supply" not in flags(play, "su-recon-bn#1")  # it was in supply when the phase began
    assert "line_lost" in flags(play, "su-recon-bn#1")
    assert "out_of_supply" in flags(play, "ge-inf-bn#1")  # the enemy's are as they are
    end_movement(play, R)
    assert flags(play, "su-recon-bn#1") == ["out_of_supply"]


@rule("lb", "scenario4.line", "supply.proc.b")
def test_a_forfeited_game_is_shown_as_it_stands() -> None:
    play = position({"su-rifle-rgt#1": "2804", "su-rifle-hq#1": "2805"}, scenario=S4, hqs=False)
    end_movement(play, R)
    assert play.result is not None and play.result.level == "forfeit"
    assert flags(play, "su-rifle-rgt#1") == []


# ---- tracks


@rule("lb", "artillery.F2")
def test_stores_are_counted_until_they_are_used_up_or_lost() -> None:
    place = {
        "su-art-20#1": "2419", "su-supply#1": "2419", "su-supply#2": "2420", "su-supply#3": "not arrived",
        "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416", "ge-supply#1": "destroyed", "ge-supply#2": "2413",
    }  # fmt: skip
    play = position(place, scenario=S2, step="combat", active=R, dice=[6], unchecked=True)
    assert [track(play, f"supply_{side}")["value"] for side in (R, G)] == [3, 1]
    assert [track(play, f"supply_{side}")["last"] for side in (R, G)] == [3, 2]
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"), ("supply_from", "su-supply#1"), "announce")
    resolve(play, R)
    assert track(play, "supply_russian") == {"id": "supply_russian", "value": 2, "last": 3}


@rule("lb", "scenario1.victory.B", "victory.points")
@pytest.mark.parametrize(("one", "points"), [(False, 20), (True, 1)])
def test_points_off_the_map_are_counted_by_the_option_too(one: bool, points: int) -> None:
    place = {"su-art-20#1": "exited 1401 on 3"}
    aim = {"objective": "B", "reinforcement_option": "I"}
    play = position(place, turn=4, choices=aim, options={"artillery_points_one": one})
    assert track(play, "exited_russian")["value"] == points


@rule("lb", "air.general.a", "scenario4.air")
def test_air_points_are_shown_until_the_combat_phase_in_which_they_serve_is_over() -> None:
    place = {"su-rifle-rgt#1": "2417", **{f"su-at-bn#{n}": f"2{n}16" for n in range(1, 3)}}
    play = position(place, scenario=S4, active=G, dice=[6])
    assert track(play, "air_german") == {"id": "air_german", "value": 20, "last": 20}
    end_movement(play, G)
    strike(play, G, "su-rifle-rgt#1", 6)
    assert track(play, "air_german")["value"] == 14
    resolve(play, G)
    assert play.view()["phase"] == "second_movement" and track(play, "air_german")["value"] is None
    end_movement(play, G)
    assert play.view()["turn"] == 2 and track(play, "air_german")["value"] is None
    early = position(place, scenario=S4, step="end_of_player_turn", active=R)
    assert track(early, "air_german")["value"] == 20  # the German Player-Turn is still to come


# ---- arrivals


@rule("lb", "scenario1.reinf.B", "scenario2.reinf.R", "scenario3.entry.A", "scenario4.entry")
@pytest.mark.parametrize(
    ("scenario", "unit", "clause"),
    [
        (S1, "ge-recon-bn#1", "scenario1.reinf.B"),
        (S2, "su-guards-rgt#1", "scenario2.reinf.R"),
        (S3, "su-recon-bn#1", "scenario3.entry.A"),
        (S3, "ge-recon-bn#1", "scenario3.entry.F"),
        (S4, "su-recon-bn#1", "scenario4.entry"),
    ],
)
def test_an_arrival_cites_the_clause_of_its_own_scenario(scenario: str, unit: str, clause: str) -> None:
    play = begin(scenario)
    due = next(one for one in play.view(G)["pieces"] if one["id"] == unit)
    assert due["arrives"] and due["arrives_rule"] == clause


@rule("lb", "scenario1.reinf.A", "victory.secret")
def test_an_arrival_that_is_secret_tells_nothing() -> None:
    play = begin(S1)
    for viewer in (R, None):
        due = next(one for one in play.view(viewer)["pieces"] if one["id"] == "ge-recon-bn#1")
        assert "arrives" not in due and "arrives_rule" not in due


@rule("lb", "scenario4.entry", "scenario3.entry.C")
def test_who_is_late_is_due_now_and_who_is_too_late_is_not() -> None:
    for scenario, turn, due in ((S4, 5, 5), (S3, 2, 2), (S3, 3, None)):
        play = position({"su-recon-bn#1": "not arrived"}, scenario=scenario, turn=turn, hqs=False)
        assert next(one for one in play.view()["pieces"]).get("arrives") == due
    play = position({"su-recon-bn#1": "destroyed"}, scenario=S4, hqs=False)
    assert "arrives" not in next(one for one in play.view()["pieces"])  # it came, and does not come again


@rule("lb", "victory.secret", "scenario1.victory.B")
def test_the_exits_of_a_secret_objective_are_drawn_for_the_enemy_once_they_are_known() -> None:
    place = {"su-tank-bde#1": "1401", "su-corps-hq#1": "1402"}
    play = position(place, hqs=False, turn=3, choices={"objective": "B", "reinforcement_option": "I"})
    assert GAME.overlay(play.state, 1, "exit:russian") and not GAME.overlay(play.state, 0, "exit:russian")
    answer(play, R, ("unit", "su-tank-bde#1"), "exit")
    assert GAME.overlay(play.state, 0, "exit:russian") == GAME.overlay(play.state, 1, "exit:russian")


# ---- aircraft


@rule("lb", "air.general.a")
@pytest.mark.parametrize("bound", [False, True])
@pytest.mark.parametrize(
    ("scenario", "turn", "air"), [(S1, 1, False), (S2, 1, False), (S3, 2, False), (S4, 1, True), (S4, 2, False)]
)
def test_air_strikes_are_spoken_of_only_where_there_are_points(
    scenario: str, turn: int, air: bool, bound: bool
) -> None:
    place = {"ge-recon-bn#1": "2416 undeployed" if bound else "2416", "su-rifle-rgt#1": "2417"}
    play = position(place, scenario=scenario, turn=turn, step="combat", active=G)
    ask = play.ask(G)
    assert ask is not None
    for language, word in zip(LANGUAGES, ("air", "航空"), strict=True):
        assert (word in GAME.words.say(ask.message, language).lower()) is air
    assert ("anti_aircraft" in {option.id for option in GAME.scenarios[scenario].options}) is (scenario == S4)


@rule("lb", "air.general.a")
def test_no_panel_speaks_of_aircraft_in_words_that_stand_in_every_scenario() -> None:
    for panel in GAME.panels:
        always = [panel.note, panel.title, *(state.says for state in panel.state)]
        always += [line.text for line in panel.line if line.track is None]
        assert not any(" air" in f" {text.lower()}" for text in always)


# ---- odds


@rule("lb", "air.D", "artillery.D4")
def test_beside_the_column_too_only_what_is_applied_is_shown() -> None:
    """2 points on a clear hex: 2-1 between 1-1 and 3-1, of which an air strike keeps DX alone, and guns DB and DX."""
    play = position({"su-rifle-rgt#1": "2417"}, scenario=S4, step="combat", active=G)
    answer(play, G, ("strike", "su-rifle-rgt#1"))
    shown = play.preview(G, "points", 2)
    beside = {one["column"]: one["by_die"] for one in shown["neighbours"]}
    assert beside == {"1-1": ["-"] * 6, "3-1": ["DX", "DX", "DX", "-", "-", "-"]}
    place = {"su-art-20#1": "2419", "su-supply#1": "2419", "su-rifle-rgt#1": "2417"}
    play = position(place | {f"ge-inf-bn#{n}": "2416" for n in (1, 2, 3)}, step="combat")
    answer(play, R, ("fire", "2416"), ("add", "su-art-20#1"))
    beside = {one["column"]: one["by_die"] for one in play.view(R)["ask"]["focus"]["odds"]["neighbours"]}
    assert beside == {"2-1": ["DX", "DB", "-", "-", "-", "-"], "4-1": ["DX", "DX", "DX", "DX", "DB", "DB"]}


# ---- what Enter does


def enter(play: Play) -> str | None:
    found = play.view(play.deciders[0])["ask"]["primary"]
    return None if found is None else str(found)


@rule("lb", "scenario3.entry.C")
def test_enter_ends_no_phase_while_there_is_more_to_do() -> None:
    assert enter(begin(S3)) is None  # who does not enter by turn 2 never will
    assert enter(position({"su-rifle-rgt#1": "2416"}, active=R)) is None
    assert enter(position({"su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2416"}, active=R, step="combat")) is None


@rule("lb", "artillery.C.IV3")
def test_enter_fires_in_defence_only_when_guns_are_chosen() -> None:
    guns = {"ge-mot-art-light#1": "2414", "ge-supply#1": "2413"}
    play = position({**guns, "ge-inf-bn#1": "2416", "su-rifle-rgt#1": "2417"}, active=R, step="combat")
    answer(play, R, ("attack", "2416"), ("add", "su-rifle-rgt#1"), "announce", "end_announcing")
    assert play.deciders == (G,)
    assert enter(play) is None  # it would decline
    answer(play, G, ("add", "ge-mot-art-light#1"))
    assert enter(play) == "done"
