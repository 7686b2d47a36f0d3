"""Chapters 6.0 and 6.1 of Velikiye Luki: who may attack whom, with what, and how often."""

from __future__ import annotations

from random import Random

import pytest

from grognard.games.vl.combat import fresh, targets
from grognard.games.vl.counters import SIDES
from grognard.testing import rule
from tests.games.vl._combat import battlefield, fight, reckoning
from tests.games.vl._help import (
    answer,
    attack,
    declare,
    happened,
    hex_names,
    no_support,
    number,
    offered,
    refused,
    state_of,
    steps_of,
    unit_names,
    where,
)
from tests.games.vl._plain import MAP, Table, scatter

# ---- 6.0


@rule("vl", "6.0")
def test_a_unit_two_hexes_away_does_not_attack() -> None:
    play = battlefield({"fd-357": "1109", "fd-381": "1208", "tr-27": "1108", "s-343": "1008", "s-591": "0808"})
    assert offered(play, "soviet", "attack") == {"1008"}
    refused(play, "soviet", "attack", "0808", rule="6.0")
    play.answer("soviet", "attack", "1008")
    assert offered(play, "soviet", "add") == {"fd-357", "tr-27"}
    refused(play, "soviet", "add", "fd-381", rule="6.0")


@rule("vl", "6.0")
def test_an_empty_hex_is_no_target() -> None:
    play = battlefield({"fd-357": "1109", "s-343": "1008"})
    refused(play, "soviet", "attack", "1108", rule="6.1a")


@rule("vl", "6.0")
@pytest.mark.parametrize(
    ("origin", "hex"),
    [
        pytest.param("1308", "1208", id="unbridged major river"),
        pytest.param("1309", "1209", id="bridge"),
        pytest.param("0704", "0604", id="minor river"),
        pytest.param("0810", "0811", id="up the heights"),
        pytest.param("0811", "0810", id="down from the heights"),
        pytest.param("0707", "0708", id="onto the lake"),
    ],
)
def test_terrain_between_them_prevents_no_attack(origin: str, hex: str) -> None:
    play = battlefield({"fd-357": origin, "s-343": hex})
    declare(play, "soviet", hex, "fd-357")
    assert reckoning(play)["units"] == ["fd-357"]


@rule("vl", "6.0")
def test_launchers_and_hqs_beside_the_enemy_are_no_attackers() -> None:
    play = battlefield({"mrl-38g": "1109", "hq-3c": "1109", "fd-357": "1108", "s-343": "1008"})
    play.answer("soviet", "attack", "1008")
    assert offered(play, "soviet", "add") == {"fd-357"}
    refused(play, "soviet", "add", "mrl-38g", rule="1.5g")
    refused(play, "soviet", "add", "hq-3c", rule="4.1")


# ---- 6.1a


@rule("vl", "6.1a")
def test_attackers_from_six_hexes_fight_as_one() -> None:
    ring = {"fd-357": "1007", "fb-26": "1108", "fb-31": "1109", "tr-27": "1009", "tb-184": "0909", "ski-44s": "0908"}
    play = battlefield({**ring, "klatt": "1008"})
    play.answer("soviet", "attack", "1008")
    assert offered(play, "soviet", "add") == set(ring)
    answer(play, "soviet", "add_all", "commit")
    assert len(happened(play, "event.combat")) == 1
    assert reckoning(play)["attack"] == 7 + 4 + 4 + 2 + 4 + 3
    assert set(reckoning(play)["units"]) == set(ring)


@rule("vl", "6.1a")
def test_a_single_attacker_is_added_with_the_same_word_as_several_and_then_enter_commits() -> None:
    play = battlefield({"fd-357": "1108", "s-343": "1008"})
    play.answer("soviet", "attack", "1008")
    assert play.view("soviet")["ask"]["primary"] == "add_all"
    answer(play, "soviet", "add_all")
    assert offered(play, "soviet", "remove") == {"fd-357"} and not play.legal("soviet", "add_all")
    assert play.view("soviet")["ask"]["primary"] == "commit"


@rule("vl", "6.1a")
def test_the_last_of_several_attackers_is_added_with_the_same_word_and_counts_like_any_other() -> None:
    play = battlefield({"fd-357": "1108", "fb-26": "1109", "s-343": "1008"})
    answer(play, "soviet", ("attack", "1008"), ("add", "fd-357"))
    assert offered(play, "soviet", "add") == {"fb-26"} and play.legal("soviet", "add_all")
    assert play.preview("soviet", "add_all")["attack"] == play.preview("soviet", "add", "fb-26")["attack"] == 7 + 4
    answer(play, "soviet", "add_all")
    assert offered(play, "soviet", "remove") == {"fd-357", "fb-26"}
    answer(play, "soviet", "commit")
    assert set(reckoning(play)["units"]) == {"fd-357", "fb-26"}


@rule("vl", "6.1a")
def test_a_unit_may_attack_any_of_the_hexes_beside_it() -> None:
    play = battlefield({"fd-357": "1008", "s-343": "1007", "s-591": "0909", "s-663": "1109"})
    assert offered(play, "soviet", "attack") == {"1007", "0909", "1109"}


@rule("vl", "6.1a")
def test_a_hex_is_attacked_once_a_phase_though_others_are_fresh() -> None:
    play = fight({"fd-357": "1108", "fd-381": "1109", "giehl": "1008"}, "1008", "fd-357", result="1/-")
    answer(play, "soviet", ("lose", "fd-357"))
    assert where(play, "giehl") == "1008"
    assert play.ask("soviet") is not None and offered(play, "soviet", "attack") == set()
    refused(play, "soviet", "attack", "1008", rule="6.1a")
    fresh = battlefield({"fd-357": "1108", "fd-381": "1109", "giehl": "1008"}, fought=["fd-357"])
    assert offered(fresh, "soviet", "attack") == {"1008"}, "it is the hex that is spent, not 381"


@rule("vl", "6.1a")
def test_a_unit_that_attacked_does_not_attack_again_after_its_advance() -> None:
    # S 343 is driven west and 357 stands beside S 591 after its advance
    place = {"fd-357": "1108", "s-343": "1008", "s-591": "0908"}
    play = fight(place, "1008", "fd-357", result="-/1")
    answer(play, "german", "fall_back", ("retreat", "0909"))
    answer(play, "soviet", ("advance", "fd-357"))
    assert where(play, "fd-357") == "1008"
    assert offered(play, "soviet", "attack") == set()
    refused(play, "soviet", "attack", "0908", rule="6.1a")


@rule("vl", "6.1a")
def test_a_new_phase_makes_everybody_fresh() -> None:
    play = fight({"fd-357": "1108", "giehl": "1008"}, "1008", "fd-357", result="1/-")
    answer(play, "soviet", ("lose", "fd-357"), "end_combat")
    assert not state_of(play).fought and not state_of(play).attacked


# ---- 6.1b


@rule("vl", "6.1b")
def test_no_unit_of_a_stack_is_picked_out() -> None:
    play = battlefield({"fd-357": "1108", "giehl": "1008", "jaeger-3": "1008", "s-343": "1008"})
    play.answer("soviet", "attack", "1008")
    refused(play, "soviet", "add", "giehl", rule="6.1a")
    answer(play, "soviet", ("add", "fd-357"), "commit")
    assert set(reckoning(play)["units_defending"]) == {"giehl", "jaeger-3", "s-343"}
    assert reckoning(play)["defence"] == 5 + 3 + 3


@rule("vl", "6.1b")
def test_one_attack_is_settled_before_the_next_is_named() -> None:
    play = battlefield({"fd-357": "1108", "s-343": "1008", "s-591": "1107"})
    play.answer("soviet", "attack", "1008")
    refused(play, "soviet", "attack", "1107", rule="6.1b")


@rule("vl", "6.1b")
def test_unsupplied_defenders_join_at_half_rounded_up_each() -> None:
    place = {"fd-357": "1108", "giehl": "1008 unsupplied", "jaeger-3": "1008 isolated", "s-343": "1008 unsupplied"}
    play = battlefield(place)
    attack(play, "soviet", "1008", "fd-357")
    assert reckoning(play)["defence"] == 3 + 3 + 2
    assert set(reckoning(play)["units_defending"]) == {"giehl", "jaeger-3", "s-343"}


@rule("vl", "6.1b")
def test_isolated_attackers_count_half_and_unsupplied_ones_do_not_attack() -> None:
    play = battlefield({"fd-357": "1108 isolated", "fb-26": "1109", "fb-31": "1009 unsupplied", "s-343": "1008"})
    play.answer("soviet", "attack", "1008")
    refused(play, "soviet", "add", "fb-31", rule="8.3b")
    answer(play, "soviet", "add_all", "commit")
    assert reckoning(play)["attack"] == 4 + 4


# ---- 6.1c


@rule("vl", "6.1c")
def test_two_units_of_a_stack_attack_two_hexes_in_two_combats() -> None:
    place = {"gfd-9": "1108", "tr-36": "1108", "s-343": "1008", "s-591": "1107"}
    play = battlefield(place, dice=[3, 3, 1, 3, 3, 1])
    attack(play, "soviet", "1008", "gfd-9")
    assert reckoning(play)["attack"] == 8 and reckoning(play)["units"] == ["gfd-9"]
    while play.deciders == ("soviet",) and play.legal("soviet", "lose", "gfd-9"):
        play.answer("soviet", "lose", "gfd-9")
    assert offered(play, "soviet", "attack") == {"1107"}
    attack(play, "soviet", "1107", "tr-36")
    assert reckoning(play)["attack"] == 2 and reckoning(play)["units"] == ["tr-36"]
    assert len(happened(play, "event.combat")) == 2


@rule("vl", "6.1c")
def test_one_unit_does_not_fight_for_two_hexes() -> None:
    place = {"gfd-9": "1108", "tr-36": "1108", "s-343": "1008", "s-591": "1107"}
    play = fight(place, "1008", "gfd-9", result="1/1")
    answer(play, "german", ("lose", "s-343"))
    assert steps_of(play, "gfd-9") == 2, "the defender stood, so the step is the attacker's only answer (6.4d)"
    play.answer("soviet", "attack", "1107")
    assert offered(play, "soviet", "add") == {"tr-36"}
    refused(play, "soviet", "add", "gfd-9", rule="6.1a")
    play.answer("soviet", "add", "tr-36")
    refused(play, "soviet", "add", "tr-36", rule="6.1c")


@rule("vl", "6.1c")
def test_a_unit_taken_out_of_an_attack_again_is_as_fresh_as_before() -> None:
    play = battlefield({"gfd-9": "1108", "tr-36": "1108", "s-343": "1008", "s-591": "1107"})
    before = state_of(play).clone()
    answer(play, "soviet", ("attack", "1008"), ("add", "gfd-9"), ("remove", "gfd-9"))
    refused(play, "soviet", "commit", rule="6.1a")
    refused(play, "soviet", "remove", "gfd-9", rule="6.1a")
    play.answer("soviet", "cancel")
    assert state_of(play) == before
    declare(play, "soviet", "1107", "gfd-9", "tr-36")
    no_support(play)
    assert set(reckoning(play)["units"]) == {"gfd-9", "tr-36"}


@rule("vl", "6.0", "6.1a", "8.3b", "1.6")
@pytest.mark.parametrize("seed", range(4))
def test_the_hexes_that_can_be_attacked_are_those_a_plain_look_at_each_finds(seed: int) -> None:
    rng = Random(seed)
    found = spent = 0
    for _ in range(30):
        play = scatter(rng, step="combat", active=(side := rng.choice(SIDES)))
        state = state_of(play)
        table = Table.of(play)
        fighters = [one for one in table.pieces if one.side == side and one.combat]
        fought = {one.id for one in fighters if rng.random() < 0.2} if rng.random() < 0.5 else set()
        state.fought = sum(1 << number(unit) for unit in fought)
        ready = [one for one in fighters if one.supply != "unsupplied" and one.id not in fought]
        wanted = {
            hex
            for hex, pieces in table.at.items()
            if pieces[0].side != side
            and any(one.hex in MAP.beside[hex] for one in ready)
            and not (any(one.festung for one in pieces) and not any(one.combat for one in pieces))
        }
        assert hex_names(targets(state, SIDES.index(side))) == wanted
        assert unit_names(fresh(state, SIDES.index(side))) == {one.id for one in ready}
        found += len(wanted)
        spent += len(fighters) - len(ready)
    assert found > 30 and spent > 10
