"""What Enter answers: what most players want, and never an end or a refusal while something else could be meant."""

from __future__ import annotations

from random import Random

from grognard.core.ask import Kind
from grognard.core.play import Play
from tests.games.avl._help import answer, avl, position

FINAL = {"decline", "reject_manstein", "cancel", "end_movement", "end_combat", "end_advance", "stop"}
IDLE = {"su-19": "6701"}


def enter(play: Play, player: str) -> str | None:
    found = play.view(player)["ask"]["primary"]
    assert found is None or isinstance(found, str)
    return found


def test_the_historical_choice_is_meant_until_a_chit_is_picked_and_then_only_done() -> None:
    play = avl().new(seed=1)
    assert enter(play, "soviet") == "historical"
    answer(play, "soviet", ("select_chit", "1GdA"))
    assert enter(play, "soviet") is None, "the historical choice would throw away what was picked"
    answer(play, "soviet", "historical")
    assert enter(play, "soviet") == "done"


def test_an_attack_is_filled_then_rolled_and_never_cancelled_by_enter() -> None:
    play = position(step="combat", active="soviet", place={"su-7tk": "5605", "su-107": "5605", "de-168": "5606"})
    assert enter(play, "soviet") is None, "end_combat is offered beside an attack"
    answer(play, "soviet", ("attack", "5606"))
    assert enter(play, "soviet") == "add_all"
    answer(play, "soviet", "add_all")
    assert enter(play, "soviet") == "resolve"


def test_a_single_attacker_is_added_with_the_same_word_as_several() -> None:
    play = position(step="combat", active="soviet", place={"su-7tk": "5605", "de-168": "5606"})
    answer(play, "soviet", ("attack", "5606"))
    assert enter(play, "soviet") == "add_all"
    answer(play, "soviet", "add_all")
    assert enter(play, "soviet") == "resolve" and not play.legal("soviet", "add_all")


def test_an_attack_that_is_too_weak_so_far_is_filled_by_enter() -> None:
    place = {"su-203": "5605", "su-7tk": "5605", "de-wik": "5606"}
    play = position(step="combat", active="soviet", place=place)
    answer(play, "soviet", ("attack", "5606"))
    answer(play, "soviet", ("add", "su-203"))
    assert "resolve" not in play.view("soviet")["ask"]["answers"]
    assert enter(play, "soviet") == "add_all"
    answer(play, "soviet", "add_all")
    assert enter(play, "soviet") == "resolve"


def test_a_unit_stops_by_enter_only_after_it_has_moved() -> None:
    play = position(active="soviet", place={"su-7tk": "5605", **IDLE})
    assert enter(play, "soviet") is None
    answer(play, "soviet", ("unit", "su-7tk"))
    assert enter(play, "soviet") is None
    answer(play, "soviet", ("move", "5604"))
    assert enter(play, "soviet") == "stop"


def test_special_combat_is_not_declined_and_a_manstein_chit_is_played() -> None:
    play = position(turn=1, step="special", place={"su-7tk": "5605", "hq-1gda": "5605", "de-168": "5606"})
    assert enter(play, "soviet") is None
    place = {"hq-4pza": "5605", "de-168": "5605"}
    play = position(turn=4, step="draw", chits={"cup": ["Manstein-1"]}, place=place)
    assert enter(play, "axis") == "play_manstein"


def test_in_random_games_enter_never_ends_or_refuses_anything_while_there_is_more() -> None:
    kinds = {verb.name: verb.kind for verb in avl().verbs}
    named = set()
    for seed in (1, 2):
        play, rng = avl().new(seed=seed), Random(seed)
        for _ in range(600):
            player = play.deciders[0]
            ask = play.view(player)["ask"]
            found = ask["primary"]
            named.add(found)
            if found is not None:
                assert found in ask["answers"] and kinds[found] is Kind.NOTHING
            started = ask["step"] == "move_unit" and found == "stop"
            assert found not in FINAL or started or set(ask["answers"]) == {found}
            verb = rng.choice(list(ask["answers"]))
            play.answer(player, verb, rng.choice(ask["answers"][verb]))
            if play.result is not None:
                break
    assert {"done", "resolve", "stop"} <= named
