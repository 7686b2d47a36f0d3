"""What Lost Battles' doctrine thinks: the reasons that a player is told in plain positions, in every scenario."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.core.ask import TARGET_BITS, TARGET_MASK, offered
from grognard.core.play import Play
from grognard.games.lb import GAME
from grognard.games.lb.state import LbState
from grognard.players.lb import REGULAR
from grognard.players.lb.attack import Planned, clearing_chance
from grognard.players.lb.odds import chances, column
from grognard.players.lb.posts import posts_held
from grognard.players.opinion import Opinion, considered
from grognard.players.weighed import parts_of
from grognard.school import hint
from tests.players._keeps import play_out

S1, S2, S3, S4 = GAME.scenarios
BOOK: Any = REGULAR.telling()
HQS = {"ge-mot-hq#1": "2411", "su-corps-hq#1": "2422"}


def position(place: dict[str, str], scenario: str = S1, **words: Any) -> Play:
    words.setdefault("choices", {"objective": "A", "reinforcement_option": "I"} if scenario == S1 else {})
    return GAME.position(scenario=scenario, place=place, **words)


def thoughts(play: Play) -> list[Opinion]:
    return considered(BOOK, play.state, play.state.deciders[0])


def names(play: Play, opinion: Opinion) -> list[tuple[str, Any]]:
    return [play.names_of_answer(answer) for answer in opinion.answers]


def reasons(opinion: Opinion) -> dict[str, float]:
    return dict(opinion.reasons())


@pytest.mark.parametrize("scenario", [S2, S3, S4])
def test_what_it_tells_first_is_its_answer_and_can_be_done(scenario: str) -> None:
    """Parts add up, and all answers of an opinion may be given one after the other."""
    _, sample, _ = play_out(GAME, ("regular", "regular"), seed=5, scenario=scenario, every=61)
    for state, player in sample:
        found = considered(BOOK, state, player)
        if type(state.seen_by(player).stack[-1]) not in BOOK.orders:
            assert found[0].answers[0] == REGULAR.choose(state, player)
        for one in found:
            parts = parts_of(one.value)
            assert not parts or sum(parts.values()) == pytest.approx(one.value)
            trial = state.clone()
            for answer in one.answers:
                assert offered(trial.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
                trial.apply(player, answer)


DUEL = {"ge-inf-hq#1": "2415", "ge-inf-bn#1": "2416", "ge-inf-bn#2": "2416", "su-corps-hq#1": "2418"}
RIFLES = {f"su-rifle-rgt#{number}": "2417" for number in (1, 2, 3)}


def test_an_attack_is_told_with_its_chance_and_with_what_it_gains_and_risks() -> None:
    """Fifteen against four, 3-1: every die clears the hex, but one of them by an exchange."""
    play = position({**DUEL, **RIFLES}, active="russian", step="combat")
    found = thoughts(play)[0]
    assert names(play, found)[0] == ("attack", "2416") and names(play, found)[-1] == ("announce", None)
    assert len(found.units) == 3 and found.chance == pytest.approx(1.0)
    assert reasons(found)["theirs"] > 0 > reasons(found)["ours"]
    told = hint.document(play.state, play.state.deciders[0], seed=1)[0]
    assert (told["chance"], told["target"]) == (1.0, "2416")


def test_the_chance_of_an_attack_is_that_of_the_table() -> None:
    play = position({**DUEL, **RIFLES}, active="russian", step="combat")
    state: LbState = play.state
    view = BOOK.outlook(state, state.deciders[0])
    rifle, hex = GAME.counters.numbers["su-rifle-rgt#1"], GAME.ground.grid.index("2416")
    alone = Planned(0.0, hex, ((rifle, state.hex_of[rifle], False),))
    results = chances(GAME, column(GAME, 5, 4), 0, "final_ground", False)
    clears = sum(results.get(code, 0.0) for code in ("DX", "DB", "EX"))
    assert 0.0 < clears < 1.0
    assert clearing_chance(state, view, alone, posts_held(state, view)) == pytest.approx(clears)


def test_an_attack_that_may_catch_an_hq_says_so() -> None:
    tanks = {"su-tank-bde#1": "2417", "su-tank-bde#2": "2417", "su-corps-hq#1": "2419"}
    found = thoughts(position({**tanks, "ge-mot-hq#1": "2416"}, active="russian", step="combat"))[0]
    assert reasons(found)["hq_worth"] > 0 and reasons(found)["hq_share"] > 0


def test_no_attack_is_told_where_each_only_costs() -> None:
    defenders = {"su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417"}
    play = position({**HQS, **defenders, "ge-inf-bn#1": "2416"}, active="german", step="combat")
    assert [one.note for one in thoughts(play)] == ["no_attack"]


def test_a_gun_in_range_is_told_to_stay_and_a_supply_unit_to_serve_it() -> None:
    guns = {"su-art-20#1": "2418", "su-supply#1": "2423", "su-rifle-rgt#1": "2417", "ge-inf-bn#1": "2414"}
    play = position({**HQS, **guns}, active="russian")
    marches = {names(play, one)[0][1]: one for one in BOOK.opinions(play.state, play.state.deciders[0])}
    assert "su-art-20#1" not in marches
    assert reasons(marches["su-supply#1"])["serves"] > 0
    play.answer("russian", "unit", "su-art-20#1")
    assert thoughts(play)[0].note == "in_position"


def test_defensive_fire_is_told_by_what_it_saves_against_its_supply() -> None:
    guns = {"ge-inf-bn#1": "2416", "ge-mot-art-light#1": "2414", "ge-supply#1": "2413"}
    place = {**HQS, **guns, "su-rifle-rgt#1": "2417", "su-rifle-rgt#2": "2417"}
    play = position(place, active="russian", step="combat")
    play.answer("russian", "attack", "2416")
    for answer in ("add_all", "announce", "end_announcing"):
        play.answer("russian", answer)
    told = reasons(thoughts(play)[0])
    assert told["ours"] > 0 > told["supply_cost"]


def test_a_broken_line_comes_before_all_else() -> None:
    """Others could march as well, but who ends the phase so forfeits the game."""
    line = {f"su-rifle-rgt#{n}": f"23{3 * n - 1:02}" for n in range(1, 10) if n != 4}
    rest = {"su-motor-bde#1": "2512", "su-corps-hq#1": "2612", "su-supply#1": "2612", "ge-mot-hq#1": "2205"}
    play = position({**line, **rest}, S4, active="russian", turn=4)
    found = thoughts(play)
    assert [one.note for one in found] == ["line"]
    assert names(play, found[0])[0][0] == "unit"


def test_a_gun_that_is_limbered_is_told_where_it_goes_and_why() -> None:
    place = {"ge-mot-hq#1": "2411", "ge-mot-art-light#1": "2404", "ge-inf-bn#1": "2415", "su-rifle-rgt#1": "2417"}
    play = position({**place, "su-corps-hq#1": "2422"}, active="german")
    told = [one for one in BOOK.opinions(play.state, 0) if names(play, one)[0][1] == "ge-mot-art-light#1"]
    assert [verb for verb, _ in names(play, told[0])] == ["unit", "limber", "move"]
    assert told[0].gain > 0 and reasons(told[0])["pull"] > 0
    heads = [one["head"]["en"] for one in hint.document(play.state, 0, seed=1)]
    assert any("→" in head and "Art" in head for head in heads)
