"""What doctrines think: the same as they answer, in parts that add up, with words for each, and fair."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, code, offered
from grognard.core.words import LANGUAGES
from grognard.hex.grid import bits
from grognard.players.doctrine import REGULAR, doctrine
from grognard.players.officer import offered_or_any
from grognard.players.opinion import Opinion, adviser, considered
from grognard.players.weighed import Weighed, parts_of
from grognard.school import hint, phrase
from grognard.school.lesson import lesson
from tests.players._keeps import Sample, play_out

ADVISED = [game_id for game_id in ("avl", "lb", "victory", "vl") if hint.advises(game_id)]
EVERY = 31


@cache
def sample(game_id: str) -> Sample:
    game = grognard.game(game_id)
    return play_out(game, tuple("regular" for _ in game.scenario(None).roster.ids), seed=23, every=EVERY)[1]


def test_a_value_knows_its_parts() -> None:
    danger, town = Weighed.of("danger", 2.0), Weighed.of("town", 3.0)
    value = 1 - (danger - 2 * town) / 4
    assert value == 1 - (2.0 - 6.0) / 4
    assert value.parts == {"danger": -0.5, "town": 1.5}
    assert max(danger, town).parts == {"town": 3.0}
    assert parts_of(sum([town, town], 0.0)) == {"town": 6.0}
    assert {3.0: "plain"}.get(town) is None, "what was remembered without parts is not found for a value with them"
    assert {Weighed.of("danger", 3.0): "danger"}.get(town) is None, "nor what was remembered for one with other parts"


@pytest.mark.parametrize("game_id", ADVISED)
def test_who_tells_answers_as_who_does_not(game_id: str) -> None:
    """The parts are carried along and change nothing; but an attack that gains too little for a bot may be told."""
    book, plain = adviser(game_id), doctrine(game_id, REGULAR)
    assert book is not None
    for state, player in sample(game_id):
        told, answer = book.choose(state, player), plain.choose(state, player)
        if told != answer:
            assert told is not None and answer is not None
            verbs = [state.game.verbs[one >> TARGET_BITS].name for one in (told, answer)]
            assert verbs == ["attack", "end_combat"] and considered(book, state, player)[0].gain > 0


@pytest.mark.parametrize("game_id", ADVISED)
def test_the_first_opinion_is_what_the_doctrine_would_answer(game_id: str) -> None:
    book = adviser(game_id)
    assert book is not None
    reasoned = 0
    for state, player in sample(game_id):
        found = considered(book, state, player)
        answer = book.choose(state, player)
        for one in found:
            assert offered(state.ask(player), one.answers[0] >> TARGET_BITS, one.answers[0] & TARGET_MASK)
        if type(state.stack[-1]) not in book.orders and answer is not None:
            assert found[0].answers[0] == answer
        reasoned += any(one.reasons() for one in found)
    assert reasoned > len(sample(game_id)) / 3, "most questions have something that speaks for or against"


@pytest.mark.parametrize("game_id", ADVISED)
def test_parts_add_up_to_what_an_answer_gains(game_id: str) -> None:
    """But for what no weight tells, such as chances: no more is told than there is."""
    book = adviser(game_id)
    assert book is not None
    for state, player in sample(game_id):
        for one in considered(book, state, player):
            for value in (one.value, one.instead):
                parts = parts_of(value)
                assert not parts or abs(sum(parts.values()) - value) < 1e-6 * (1 + abs(value))


@pytest.mark.parametrize("game_id", ADVISED)
def test_a_hint_tells_nothing_that_its_player_may_not_know(game_id: str) -> None:
    """Two positions that look the same to him have the same hints."""
    for state, player in sample(game_id)[::5]:
        other = state.game.imagine(state, player, Random(8))
        found = [hint.document(one.game.imagine(one, player, Random(4)), player, seed=4) for one in (state, other)]
        assert found[0] == found[1]


@pytest.mark.parametrize("game_id", ADVISED)
def test_hints_have_words_in_every_language_and_leave_the_position_alone(game_id: str) -> None:
    for state, player in sample(game_id)[::3]:
        imagined = state.game.imagine(state, player, Random(4))
        before = imagined.clone()
        found = hint.document(imagined, player, seed=4)
        assert imagined == before
        assert found == hint.document(imagined, player, seed=4), "the same question has the same hints"
        for one in found:
            assert one["answers"]
            if one["answers"][0]["verb"].startswith(("cancel", "end_")):
                assert one["target"] is None and not one["ways"], "nothing is drawn where nothing is done"
            for text in (one["head"], *one["for"], *one["against"], *([one["plan"]] if one["plan"] else [])):
                assert all(text[language] for language in LANGUAGES)
            assert one["chance"] is None or 0 <= one["chance"] <= 1
            spoken, opposed = one["for"] or one["plan"], one["against"]
            for side, told in (("for", spoken), ("against", opposed)):
                says = one["says"][side]
                assert (says is not None) == bool(told), "what is told is told in sentences"
                for language, stop in (("en", "."), ("ja", "。")):
                    assert says is None or says[language].endswith(stop)
            listed, reasons = [part["words"] for part in one["weighed"]], [*one["for"], *one["against"]]
            assert len(listed) == len(reasons)
            for words, reason in zip(listed, reasons, strict=True):
                for language in LANGUAGES:
                    assert words[language].lower() == reason[language].rstrip(".。").lower()
                assert words["en"].split()[0] not in ("A", "An", "It", "Its", "No", "Nobody", "The", "This", "Those")


def test_a_sentence_in_a_list_keeps_the_name_that_it_begins_with() -> None:
    back = {"en": "Italian Tor can strike back there.", "ja": "イタリアTorが反撃できる。"}
    assert phrase.listed(back, named=True) == {
        "en": "Italian Tor can strike back there",
        "ja": "イタリアTorが反撃できる",
    }
    assert phrase.listed({"en": "17Tk is nearer"}, named=False) == {"en": "17Tk is nearer"}, "it was no sentence"


@pytest.mark.parametrize("game_id", ADVISED)
def test_a_coach_never_warns_of_what_the_doctrine_answers(game_id: str) -> None:
    warned = 0
    for state, player in sample(game_id)[::2]:
        found = hint.warning(state.game.imagine(state, player, Random(4)), player, seed=4)
        if found is None:
            continue
        warned += 1
        better = found["better"]["answers"][0]
        assert better not in found["blunders"] and found["better"]["gain"] >= hint.BLUNDER
    assert warned, "somewhere in a game much can be lost"


@pytest.mark.parametrize("game_id", ADVISED)
def test_whoever_follows_every_first_hint_of_a_movement_loses_nobody_by_it(game_id: str) -> None:
    """Stacks are judged when a movement ends: advice that is sound by itself must be sound together."""
    book, game = adviser(game_id), grognard.game(game_id)
    assert book is not None
    for seed in range(2):
        state, rng, moved, hinted = game.fast_state(seed, None, None), Random(seed), 0, list[int]()
        state.events = []
        for _ in range(500):
            if state.over:
                break
            player, moving = state.deciders[0], state.stack[-1].words.startswith("move")
            hinted = hinted or [*considered(book, state, player)[0].answers] if state.stack else []
            answer = offered_or_any(state, player, hinted.pop(0) if hinted else None, rng)
            told = len(state.events)
            state.apply(player, answer)
            keys = {event.message.key for event in state.events[told:]}
            assert not (moving and keys & {"event.overstacked", "event.eliminated"})
            assert state.over or state.stack[-1].words != "excess" or not moving, "more in a hex than may stay"
            moved += moving
            if player not in state.deciders or not moving:
                hinted = []
        assert moved


@pytest.mark.parametrize("game_id", ["avl", "vl"])
def test_a_reason_that_speaks_of_an_objective_names_it(game_id: str) -> None:
    named = 0
    for state, player in sample(game_id):
        for one in hint.document(state.game.imagine(state, player, Random(4)), player, seed=4):
            for reason in (*one["for"], *one["against"]):
                assert not any("{" in text for text in reason.values())
                named += "objective, " in reason["en"] and "（" in reason["ja"]
    assert named, "somebody marches somewhere"


@pytest.mark.parametrize("game_id", ["avl", "lb", "vl"])
def test_reasons_against_an_answer_name_enemies_and_where_they_stand(game_id: str) -> None:
    game: Any = grognard.game(game_id)
    named = 0
    for state, player in sample(game_id):
        for one in hint.document(state.game.imagine(state, player, Random(4)), player, seed=4):
            said = "".join(reason["en"] for reason in one["against"])
            for hex in one["threats"]:
                there = state.at[game.map.grid.index(hex)] & game.counters.of_side[1 - player]
                assert any(game.wording("unit", str(game.units[unit].id), "en") in said for unit in bits(there))
                named += 1
    assert named, "somebody is in danger somewhere"


def test_no_block_of_the_enemys_is_named() -> None:
    """What an enemy block is may be hidden: reasons in Victory name places alone."""
    book = adviser("victory")
    assert book is not None
    for name, reason in book.reasons.items():
        for words in (reason.for_named, reason.against_named):
            assert not any("{units}" in text for text in words.values()), name


def test_hints_bring_reinforcements_onto_the_map() -> None:
    play = grognard.game("vl").position(turn=3, step="move", active="german", place={"s-343": "0509"})
    found = hint.document(play.state, 1, seed=1)
    assert any(one["answers"][-1]["verb"] == "move" and not one["ways"] for one in found), found


VERBS = frozenset({"may", "can", "cannot", "will"})
NOUNS = frozenset({"its", "others", "troops", "units"})


@pytest.mark.parametrize("game_id", ADVISED)
def test_reasons_are_sentences_or_go_on_from_whom_they_are_about(game_id: str) -> None:
    """ "24Tk" + "is nearer to its objective": a reason begins with what is done, or is whole."""
    book = adviser(game_id)
    assert book is not None
    for name, reason in book.reasons.items():
        for words in filter(None, (reason.for_, reason.against, reason.for_named, reason.against_named)):
            first = words["en"].split()[0].rstrip(":")
            whole = words["en"].endswith(".")
            assert whole == words["ja"].endswith("。"), name
            assert whole == (words["en"][0].isupper() or words["en"][0] == "{"), name
            assert whole or first in VERBS or (first.endswith("s") and first not in NOUNS), (name, words["en"])


def test_hints_agree_with_the_lesson_on_combat() -> None:
    """Lesson 4 lets four units attack at 4-1, and three at 3-1: whoever asks there is not told to leave it."""
    game = grognard.game("avl")
    told = lesson(game, "4")
    alone = told.step[-1].position
    assert alone is not None
    for position, column in ((told.position, "4-1"), (alone, "3-1")):
        best = hint.document(game.position(**position).state, 1, seed=1)[0]
        assert (best["answers"][0], best["column"]) == ({"verb": "attack", "target": "3913"}, column)
        assert {one["target"] for one in best["answers"] if one["verb"] == "add"} >= {"su-24tk", "su-25tk", "su-38g"}


def test_the_column_of_an_attack_is_told_as_its_player_would_read_it() -> None:
    game = grognard.game("avl")
    play = game.position(**lesson(game, "4").position)
    attack, end = (game.verb_numbers[name] for name in ("attack", "end_combat"))
    fight = Opinion((code(attack, game.map.grid.index("3913")),), 1.0, fight=True)
    soviet = play.roster.number("soviet")
    assert hint.column(play.state, soviet, fight) == play.preview("soviet", "attack", "3913")["column"] == "4-1"
    assert hint.column(play.state, soviet, Opinion((code(end),), 0.0)) is None
