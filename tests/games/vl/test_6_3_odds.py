"""Chapter 6.3 of Velikiye Luki: the ratio, the limits of the table, and what the odds preview promises."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from grognard.core.dice import FastDice, ForcedDice, in_order
from grognard.core.play import Play
from grognard.games.vl import GAME
from grognard.games.vl.odds import basic_column
from grognard.testing import rule
from tests.games.vl._combat import QUIET, battlefield, reckoning, shifts
from tests.games.vl._help import answer, attack, declare, happened, no_support, position, state_of


def ratio(attack: int, defence: int) -> str:
    state = state_of(position(step="combat"))
    return GAME.crt.columns[basic_column(state, attack, defence)]


@rule("vl", "6.3a")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (3, 4, "1/2"),
        (10, 8, "1/1"),
        (40, 3, "8/1"),
        (1, 9, "1/3"),
        (1, 3, "1/3"),
        (1, 4, "1/3"),
        (2, 4, "1/2"),
        (49, 100, "1/3"),
        (99, 100, "1/2"),
        (149, 100, "1/1"),
        (3, 2, "3/2"),
        (199, 100, "3/2"),
        (2, 1, "2/1"),
        (299, 100, "2/1"),
        *((n, 1, f"{n}/1") for n in range(3, 9)),
        *((100 * n + 99, 100, f"{n}/1") for n in range(3, 9)),
    ],
)
def test_the_ratio_is_rounded_for_the_defender(attack: int, defence: int, column: str) -> None:
    assert ratio(attack, defence) == column


@rule("vl", "6.3a")
def test_the_ratio_in_a_combat() -> None:
    # 3 against 4, as 3 Jaeger attack 26 BF
    play = battlefield({"jaeger-3": "0908", "fb-26": "1008"}, "german")
    attack(play, "german", "1008", "jaeger-3")
    assert (reckoning(play)["attack"], reckoning(play)["defence"], reckoning(play)["ratio"]) == (3, 4, "1/2")


@rule("vl", "6.3a")
def test_beyond_the_table_the_outer_column_is_the_start() -> None:
    crowd = {"gfd-9": "1108", "gfd-46": "1109", "gfd-21": "1007", "fd-357": "1009", "tb-184": "1109", "tb-92": "1009"}
    play = battlefield({**crowd, "s-343": "1008"}, dice=[3, 5, 6])
    attack(play, "soviet", "1008", *crowd)
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (39, 3, "8/1")
    # 13 to 1 does not bank columns against what comes: a village would start it from 8/1 as well
    village = {"gfd-9": "0811", "gfd-46": "0813", "gfd-21": "0713", "fd-357": "0912", "tb-184": "0913"}
    play = battlefield({**village, "s-343": "0812 reduced"}, dice=[3, 3, 6])
    attack(play, "soviet", "0812", "gfd-9", "gfd-46", "tb-184")
    assert (reckoning(play)["attack"], reckoning(play)["ratio"]) == (20, "8/1")
    assert dict(shifts(play))["village"] == -1 and reckoning(play)["column"] == "8/1", "with the concentric column"
    play = battlefield({"gfd-9": "0811", "s-343": "0812 reduced", "tr-27": "0811"}, dice=[3, 3, 6])
    attack(play, "soviet", "0812", "gfd-9")
    assert reckoning(play)["column"] == "7/1", "8 to 1 less the village"


@rule("vl", "6.3b")
def test_the_printed_ratios() -> None:
    assert ratio(13, 7) == "3/2" and ratio(15, 4) == "3/1"


@rule("vl", "6.3b")
def test_the_printed_ratios_fought() -> None:
    # 13 = 7 + 6 against 7 = 4 + 3; 15 = 7 + 2 + 6 against 4
    play = battlefield({"fd-357": "1108", "mb-47": "1109", "kraft": "1008", "s-343": "1008"})
    attack(play, "soviet", "1008", "fd-357", "mb-47")
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (13, 7, "3/2")
    play = battlefield({"fd-357": "1108", "tr-27": "1108", "mb-47": "1109", "kraft": "1008"})
    attack(play, "soviet", "1008", "fd-357", "tr-27", "mb-47")
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (15, 4, "3/1")


@rule("vl", "6.3c")
def test_eight_to_one_and_two_more_is_eight_to_one() -> None:
    place = {"gfd-9": "1108", "tr-36": "1108", "gfd-46": "1007", "fb-26": "1009", "s-343": "1008 reduced"}
    play = battlefield(place, dice=[3, 3, 1])
    attack(play, "soviet", "1008", "gfd-9", "tr-36")
    assert sum(columns for _, columns in shifts(play)) == 2
    assert (reckoning(play)["ratio"], reckoning(play)["column"]) == ("8/1", "8/1")


@rule("vl", "6.3c")
def test_one_to_one_with_plus_one_and_minus_five_is_one_to_three() -> None:
    # +1 infantry and armour; city -2, major river -2, the defenders' own armour -1
    place = {"fd-357": "1209", "tr-27": "1209", "giehl": "1210", "pz-10-8pz": "1210"}
    play = battlefield(place, dice=[3, 3, 4])
    attack(play, "soviet", "1210", "fd-357", "tr-27")
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (9, 9, "1/1")
    plus = sum(columns for _, columns in shifts(play) if columns > 0)
    minus = sum(columns for _, columns in shifts(play) if columns < 0)
    assert (plus, minus) == (1, -5)
    assert told["column"] == "1/3" and told["result"] == "1/-"


@rule("vl", "6.3c")
def test_the_limit_comes_once_at_the_end_after_the_quality_dice() -> None:
    # 8/1 and +2, then the defender's +1: nine columns over would still be 8/1, limited first it would be 7/1
    place = {"gfd-9": "1108", "tr-36": "1108", "gfd-46": "1007", "fb-26": "1009", "jaeger-3": "1008"}
    words: dict[str, Any] = {"gfd-21": "1109", "fd-381": "0909"}
    play = battlefield({**place, **words}, dice=[3, 5, 1])
    attack(play, "soviet", "1008", "gfd-9", "tr-36", "gfd-46", "gfd-21")
    told = reckoning(play)
    assert (told["attack"], told["defence"], told["ratio"]) == (26, 3, "8/1")
    assert sum(columns for _, columns in shifts(play)) == 2
    assert happened(play, "event.quality")[1]["columns"] == "+1" and told["column"] == "8/1"
    # below the table: 1/3 with -4 and the attacker's +1 stays 1/3
    play = battlefield({"tbn-146": "1209", "klatt": "1210"}, dice=[6, 1, 2])
    attack(play, "soviet", "1210", "tbn-146")
    assert happened(play, "event.quality")[0]["columns"] == "+1" and reckoning(play)["column"] == "1/3"


@rule("vl", "6.3d")
def test_the_result_die_is_rolled_last_and_at_one_to_three_too() -> None:
    play = battlefield({"tbn-146": "1108", "klatt": "1008"}, dice=[3, 2, 6])
    attack(play, "soviet", "1008", "tbn-146")
    told = reckoning(play)
    assert (told["column"], told["die"], told["result"]) == ("1/3", 6, "2/1")
    assert [one["die"] for one in happened(play, "event.quality")] == [3, 2]
    assert state_of(play).rolls == 3


@rule("vl", "6.3d")
def test_the_account_of_a_combat_tells_its_modifiers_and_the_columns_beside_the_final_one() -> None:
    # below the table: 1/3 with -4 for the ground, then the attacker's +1 for quality
    play = battlefield({"tbn-146": "1209", "klatt": "1210"}, dice=[6, 1, 2])
    attack(play, "soviet", "1210", "tbn-146")
    told = reckoning(play)
    account = told["reckoned"]
    assert [int(line["value"]) for line in account["lines"]] == [columns for _, columns in shifts(play)]
    assert all(line["text"]["en"] and line["text"]["ja"] for line in account["lines"])
    assert told["column"] == "1/3" and [one["column"] for one in account["neighbours"]] == ["1/2"]


@rule("vl", "6.3d")
def test_three_dice_whatever_the_qualities_do() -> None:
    for faces in ([1, 1, 4], [6, 6, 4], [1, 6, 4], [6, 1, 4]):
        play = battlefield({"gfd-9": "1108", "klatt": "1008"}, dice=faces)
        attack(play, "soviet", "1008", "gfd-9")
        assert state_of(play).rolls == 3 and reckoning(play)["die"] == 4


# ---- the preview


def random_front(rng: Random) -> dict[str, Any]:
    """A combat somewhere on the map: attackers round a hex, from one to four defenders, supports, supply, the ring."""
    grid, land = GAME.ground.grid, GAME.ground.land
    names = grid.list_names(land & ~GAME.ground.city)
    target = rng.choice(names)
    ring = [name for name in grid.list_names(grid.around[grid.index(target)] & land) if name not in ("1110", "1210")]
    side = rng.randrange(2)
    rows = GAME.counters.rows
    own = [row.id for unit, row in enumerate(rows) if GAME.counters.combat >> unit & 1 and row.id[:5] != "cadre"]
    mine = [unit for unit in own if GAME.counters.side[GAME.counters.numbers[unit]] == side]
    theirs = [unit for unit in own if unit not in mine]
    place = dict.fromkeys(rng.sample(theirs, rng.randint(1, 3)), target)
    attackers = rng.sample(mine, rng.randint(1, 6))
    supply = ("", "", " isolated")
    place |= {unit: rng.choice(ring) + rng.choice(supply) for unit in attackers}
    return {"place": place, "hex": target, "units": attackers, "player": ("soviet", "german")[side]}


def combat_of(front: dict[str, Any]) -> Play:
    words = {**QUIET, "festungs": {}, "options": {"two_2m_units_per_combat": False}}
    play = GAME.position(unchecked=True, **words, active=front["player"], place=front["place"])
    answer(play, front["player"], ("attack", front["hex"]), *(("add", unit) for unit in front["units"]))
    return play


@rule("vl", "6.3c", "6.3d")
@pytest.mark.parametrize("seed", range(12))
def test_the_preview_is_the_exact_enumeration_of_three_dice(seed: int) -> None:
    play = combat_of(random_front(Random(seed)))
    player = play.deciders[0]
    odds = play.preview(player, "commit")
    columns: Counter[str] = Counter()
    results: Counter[str] = Counter()
    for faces in product(range(1, 7), repeat=3):
        again = play.clone()
        again.state.dice = ForcedDice(in_order(faces), FastDice(0))
        again.answer(player, "commit")
        told = reckoning(again)
        columns[told["column"]] += 1
        results[told["result"]] += 1
        base = GAME.crt.columns.index(told["ratio"])
        dice = happened(again, "event.quality")
        total = base + sum(int(one["points"]) for one in told["shifts"])
        total += int(dice[0]["columns"]) - int(dice[1]["columns"])
        assert GAME.crt.columns.index(told["column"]) == min(max(total, 0), 10), "limited once, at the end"
    exact = {name: Fraction(count, 216) for name, count in columns.items()}
    assert {name: float(share) for name, share in exact.items()} == pytest.approx(odds["columns"])
    assert {name: count / 216 for name, count in results.items()} == pytest.approx(odds["results"])
    assert sum(odds["results"].values()) == pytest.approx(1)


@rule("vl", "6.3c")
@pytest.mark.parametrize("seed", range(60))
def test_the_preview_names_the_lines_that_the_combat_then_has(seed: int) -> None:
    play = combat_of(random_front(Random(1000 + seed)))
    player = play.deciders[0]
    odds = play.preview(player, "commit")
    play.answer(player, "commit")
    told = reckoning(play)
    assert [line["value"] for line in odds["lines"]] == [one["points"] for one in told["shifts"]]
    assert (odds["attack"], odds["defence"], odds["ratio"]) == (told["attack"], told["defence"], told["ratio"])
    assert int(odds["total"]) == sum(int(one["points"]) for one in told["shifts"])
    assert told["column"] in odds["columns"] and told["result"] in odds["results"]
    assert odds["attack"] == sum(group["strength"] for group in odds["groups"])
    assert odds["defence"] == sum(group["strength"] for group in odds["defence_groups"])


@rule("vl", "6.3a")
def test_the_preview_of_a_target_takes_everybody_who_can_join() -> None:
    play = battlefield({"fd-357": "1108", "tr-27": "1108", "fb-26": "1109 unsupplied", "giehl": "1008"})
    odds = play.preview("soviet", "attack", "1008")
    assert (odds["attack"], odds["defence"], odds["ratio"], odds["column"]) == (9, 5, "3/2", "2/1")


@rule("vl", "6.3d")
def test_support_changes_the_preview_as_it_is_given() -> None:
    place = {"fd-357": "1108", "giehl": "1008", "hq-3c": "1109"}
    play = battlefield(place, artillery={"soviet": 2, "german": 0})
    declare(play, "soviet", "1008", "fd-357")
    before = play.view("soviet")["ask"]["focus"]["odds"]
    play.answer("soviet", "artillery", "hq-3c")
    after = play.view("soviet")["ask"]["focus"]["odds"]
    assert (before["column"], after["column"]) == ("1/1", "3/2")
    no_support(play)
    assert reckoning(play)["result"] in after["results"]
