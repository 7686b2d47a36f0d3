"""A game being played: asks and answers in names, refusals with reasons, undo and redo, logs, clones, previews."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grognard.core.ask import IllegalAnswer, Target, code, codes, random_answer
from grognard.core.play import Play
from grognard.core.snapshot import canonical
from tests.core import toy
from tests.core.toy import GAME


def turns(*players: str, dice: tuple[int, ...] = (), **words: Any) -> Play:
    """A position in which these players take their turns, one after the other."""
    return GAME.position(unchecked=True, turns=players, dice=dice, **words)


def refused(play: Play, player: str, verb: str, target: Target = None) -> IllegalAnswer:
    """The refusal of an answer, after which the position is what it was."""
    before, story = canonical(play.state), play.log()
    assert not play.legal(player, verb, target)
    with pytest.raises(IllegalAnswer) as refusal:
        play.answer(player, verb, target)
    assert canonical(play.state) == before and play.log() == story and play.answers == play.journal().answers
    assert [reason.message for reason in play.why(player, verb, target)] == refusal.value.reasons
    return refusal.value


# ---- asking and answering


def test_an_ask_names_the_player_the_rule_and_every_answer() -> None:
    ask = turns("red").ask("red")
    assert ask is not None
    assert ask.player == "red" and ask.rule == "2.0"
    assert ask.prompt == "Your turn: build, gamble, show, dig or end it"
    assert ask.text("ja").startswith("手番")
    assert ask.answers == {
        "build": list(toy.FORDS),
        "dig": ["0101", "0102", "0201", "0202", "0301", "0302"],
        "gamble": [None],
        "done": [None],
    }


def test_who_has_nothing_to_decide_is_not_asked() -> None:
    play = turns("red", "blue")
    assert play.deciders == ("red",)
    assert play.ask("blue") is None


def test_an_answer_changes_the_position_and_is_journalled_in_names() -> None:
    play = turns("red", "blue")
    play.answer("red", "build", "0101-0201")
    play.answer("red", "done")
    assert play.deciders == ("blue",)
    assert play.answers == [("red", "build", "0101-0201"), ("red", "done", None)]
    assert play.view()["markers"] == [{"kind": "ford", "hexside": "0101-0201", "owner": "red"}]


def test_a_game_plays_to_the_victory_of_a_team() -> None:
    play = GAME.new("teams", {"coins": 1}, seed=1)
    play.answer("anna", "bid", 1)
    for player in ("boris", "clara", "dmitri"):
        play.answer(player, "done")
    play.answer("anna", "build", "0101-0201")
    play.answer("anna", "done")
    for _ in range(2):  # the second round and the last bid for a point
        for player in ("boris", "clara", "dmitri"):
            play.answer(player, "done")
    assert play.result is not None
    assert play.result.winners == ("north",) and play.result.winner == "north"
    assert play.result.points == {"north": 1, "south": 0}
    assert play.deciders == () and play.ask("anna") is None
    assert refused(play, "anna", "done").reason == "the game is over"


def test_equal_sides_draw() -> None:
    play = GAME.new("three", {"coins": 0}, seed=1)
    assert play.result is not None and play.result.winners == () and play.result.winner is None
    assert play.result.level == "draw"
    assert GAME.words.say(play.result.reason) == "Red, Blue, Green have equal points"


# ---- refusals


def test_a_refusal_says_which_rule_forbids_it_and_why() -> None:
    play = turns("red", "blue")
    play.answer("red", "build", "0101-0201")
    play.answer("red", "done")
    refusal = refused(play, "blue", "build", "0101-0201")
    assert (refusal.rule, refusal.reason) == ("2.0", "the ford 0101-0201 belongs to Red")
    assert str(refusal) == "the ford 0101-0201 belongs to Red (2.0)"
    assert refusal.text("ja") == "渡し場0101-0201は赤のもの（2.0）"


@pytest.mark.parametrize(
    ("player", "verb", "target", "reason"),
    [
        ("blue", "done", None, "it is not blue's decision now; waiting for Red"),
        ("red", "march", None, 'there is no answer "march" in this game'),
        ("red", "bid", 1, '"bid" is not among the answers now; they are build, dig, gamble, done'),
        ("red", "show", "0101", "you have not dug in 0101"),
        ("red", "dig", "0909", '"0909" is no hex'),
        ("red", "dig", None, '"None" is no hex'),
        ("red", "build", "0101-0302", '"0101-0302" is no hexside'),
        ("red", "done", "0101", '"0101" is no answer without a target'),
        ("red", "dig", "0101", "0101 has been dug up by Green"),
    ],
)
def test_refusals_in_the_words_of_the_engine(player: str, verb: str, target: Target, reason: str) -> None:
    play = turns("red", "blue", dug={"0101": "green"})
    assert refused(play, player, verb, target).reason.startswith(reason)


@pytest.mark.parametrize("number", [65536, 65537, 1 << 40, -1, -65536])
def test_a_number_beyond_all_targets_is_no_other_answer(number: int) -> None:
    """65536 is `done` where verb and target share one int without a limit."""
    assert refused(GAME.position(), "red", "bid", number).reason == f'"{number}" is no number'


def test_an_unknown_player_is_an_error_that_names_the_players() -> None:
    play = turns("red")
    for call in (play.ask, play.view, play.undo, play.redo, play.can_undo):
        with pytest.raises(ValueError, match='no player "pink" here; the players are red, blue, green'):
            call("pink")
    with pytest.raises(ValueError, match="pink"):
        play.answer("pink", "done")


def test_a_step_that_breaks_off_leaves_the_position_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forced die that does not fit is met when the lanes have been played out and one die has been rolled.

    It is let through as in a game that also draws by lot: which roll is a die, and which a draw, play alone tells.
    """
    monkeypatch.setattr(type(GAME), "highest_roll", lambda game, state: 9)
    play = GAME.position(dice=(3, 9))
    for player in ("red", "blue"):
        play.answer(player, "bid", 1)
        play.answer(player, "done")
    before, story = canonical(play.state), play.log()
    with pytest.raises(ValueError, match="forced roll 2 is 9"):
        play.answer("green", "done")
    assert canonical(play.state) == before and play.answers == [] and play.log() == story
    play.answer("green", "bid", 2)
    assert play.deciders == ("green",) and play.can_undo("green")


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), verb=st.sampled_from([verb.name for verb in GAME.verbs]), data=st.data())
def test_why_is_empty_exactly_when_an_answer_is_legal(seed: int, verb: str, data: st.DataObject) -> None:
    rng = Random(seed)
    play = GAME.new("three", seed=seed)
    for _ in range(rng.randrange(12)):
        if play.result is None:
            player = rng.choice(play.state.deciders)
            play.apply(player, random_answer(play.state.ask(player), rng))
    target: Target = data.draw(st.sampled_from([None, "0101", "0302", 0, 1, 2, 3, "0101-0201", "x"]))
    for name in play.roster.ids:
        legal = play.legal(name, verb, target)
        ask = play.ask(name)
        assert legal == (ask is not None and target in ask.answers.get(verb, ()))
        assert (play.why(name, verb, target) == []) == legal


# ---- undo and redo


def test_undo_restores_exactly_and_redo_leads_back() -> None:
    play = turns("red", "blue")
    start, shown, story = canonical(play.state), play.view("red"), play.log()
    play.answer("red", "build", "0102-0202")
    play.answer("red", "done")
    end, end_story = canonical(play.state), play.log()
    play.undo("red")
    play.undo("red")
    assert canonical(play.state) == start and play.log() == story and play.answers == []
    assert play.view("red") == {**shown, "can_redo": True}
    play.redo("red")
    play.redo("red")
    assert canonical(play.state) == end and play.log() == end_story
    with pytest.raises(IllegalAnswer, match="nothing to give again"):
        play.redo("red")


def test_undo_stops_at_a_die() -> None:
    play = turns("red", dice=(4,))
    play.answer("red", "build", "0102-0202")
    play.answer("red", "gamble")
    assert not play.can_undo("red")
    with pytest.raises(IllegalAnswer, match="a die was rolled or something was revealed"):
        play.undo("red")
    play.answer("red", "done")  # which closes the turns and opens the bids
    assert not play.can_undo("red")


def test_undo_goes_back_as_far_as_the_die() -> None:
    play = turns("red", "blue", dice=(4,))
    play.answer("red", "gamble")
    play.answer("red", "build", "0102-0202")
    play.undo("red")
    assert play.legal("red", "build", "0102-0202")
    assert not play.can_undo("red")


@pytest.mark.parametrize("verb", ["dig", "show"])
def test_undo_stops_at_a_reveal(verb: str) -> None:
    play = turns("red", "blue", dug={"0101": "red"}, treasure={"0101": 2})
    play.answer("red", verb, "0101" if verb == "show" else "0201")
    assert not play.can_undo("red")


def test_undo_stops_at_another_players_answer() -> None:
    play = turns("red", "blue", "green")
    play.answer("red", "build", "0101-0201")
    play.answer("red", "done")
    assert play.can_undo("red")  # blue has not answered yet
    play.answer("blue", "build", "0102-0202")
    with pytest.raises(IllegalAnswer, match="the last answer was another player's"):
        play.undo("red")
    with pytest.raises(IllegalAnswer, match="the last answer was another player's"):
        play.undo("green")
    play.undo("blue")
    assert play.can_undo("red")


def test_there_is_nothing_to_take_back_at_the_beginning() -> None:
    with pytest.raises(IllegalAnswer, match="nothing to take back"):
        turns("red").undo("red")


@pytest.mark.parametrize("in_numbers", [False, True])
def test_a_new_answer_ends_redo(in_numbers: bool) -> None:
    play = turns("red")
    play.answer("red", "build", "0101-0201")
    play.undo("red")
    if in_numbers:
        play.apply(0, code(toy.BUILD, 1))
    else:
        play.answer("red", "build", "0102-0202")
    with pytest.raises(IllegalAnswer, match="nothing to give again"):
        play.redo("red")


def test_a_refused_answer_does_not_end_redo() -> None:
    play = turns("red")
    play.answer("red", "build", "0101-0201")
    play.undo("red")
    refused(play, "red", "bid", 1)
    play.redo("red")
    assert play.answers == [("red", "build", "0101-0201")]


def test_another_player_cannot_redo_for_me() -> None:
    play = turns("red", "blue")
    play.answer("red", "done")
    play.undo("red")
    with pytest.raises(IllegalAnswer, match="nothing to give again"):
        play.redo("blue")


def test_redo_after_undo_tells_the_new_words_in_the_view() -> None:
    """A view remembers the words of events by number: an undone event's words must not stay."""
    play = turns("red")
    play.answer("red", "build", "0101-0201")
    play.view("red")
    play.undo("red")
    play.answer("red", "build", "0102-0202")
    assert play.view("red")["log"][-1]["hexside"] == "0102-0202"


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_undoing_as_far_as_it_goes_retraces_every_position(seed: int) -> None:
    rng = Random(seed)
    play = GAME.new("teams", seed=seed)
    trail = []
    for _ in range(30):
        if play.result is not None:
            return
        player = rng.choice(play.state.deciders)
        trail.append((player, canonical(play.state), play.log()))
        play.apply(player, random_answer(play.state.ask(player), rng))
        in_lane = play.state.lanes is not None
        back = 0
        while trail and not in_lane and play.can_undo(play.roster.ids[trail[-1 - back][0]]):
            name = play.roster.ids[trail[-1 - back][0]]
            play.undo(name)
            back += 1
            assert (canonical(play.state), play.log()) == trail[-back][1:]
        for number in range(back, 0, -1):
            play.redo(play.roster.ids[trail[-number][0]])


# ---- logs, clones, previews, imagination


def test_the_log_keeps_private_events_to_those_who_may_know() -> None:
    play = turns("red", "blue", treasure={"0201": 3})
    play.answer("red", "dig", "0201")
    found = "the treasure in 0201 is worth 3 (2.0)"
    assert play.log("en", "red") == ["Red digs in 0201 (2.0)", found]
    assert play.log("en", "blue") == play.log() == ["Red digs in 0201 (2.0)"]
    assert play.log("ja", "red")[1] == "0201の宝の価値は3（2.0）"


def test_allies_share_private_events() -> None:
    play = GAME.new("teams", {"coins": 1}, seed=5)
    play.answer("anna", "bid", 1)
    for player in ("boris", "clara", "dmitri"):
        play.answer(player, "done")
    play.answer("anna", "dig", "0101")
    found = next(line for line in play.log("en", "anna") if "worth" in line)
    assert found in play.log("en", "clara")
    assert "worth" not in "".join(play.log("en", "boris") + play.log())


def test_a_clone_goes_its_own_way() -> None:
    play = turns("red", "blue", dice=(6,))
    before, shown = canonical(play.state), play.view("red")
    copy = play.clone()
    copy.answer("red", "build", "0101-0201")
    copy.answer("red", "gamble")
    copy.answer("red", "dig", "0101")
    assert canonical(play.state) == before and play.view("red") == shown and play.log() == []
    assert copy.answers[:1] == [("red", "build", "0101-0201")] and not copy.can_undo("red")
    play.answer("red", "done")
    assert copy.deciders == ("blue",) and len(copy.answers) == 3


def test_a_clone_keeps_the_way_it_came_for_its_journal() -> None:
    play = turns("red", "blue", dice=(6,))
    play.answer("red", "gamble")
    assert play.clone().journal() == play.journal()


def test_a_preview_tells_what_a_legal_answer_would_do() -> None:
    play = GAME.position()
    assert play.preview("red", "bid", 2) == {"coins_left": 2}
    assert play.preview("red", "bid", 5) == {}
    play.answer("red", "bid", 2)
    assert play.preview("red", "bid", 1) == {"coins_left": 1}
    assert play.preview("blue", "bid", 1) == {"coins_left": 3}


def test_an_imagined_position_offers_what_fits_it_not_the_truth() -> None:
    """Red is to move and may show what he has dug; what blue imagines must not offer red's true choices."""
    play = turns("red", dug={"0101": "red"}, treasure={"0101": 3, "0302": 0})
    assert play.legal("red", "show", "0101")
    worth_showing = set()
    for seed in range(20):
        imagined = play.imagine("blue", Random(seed))
        assert (toy.SHOW in imagined.ask(0)) == (imagined.treasure[toy.MAP.grid.index("0101")] >= 2)
        worth_showing.add(toy.SHOW in imagined.ask(0))
    assert worth_showing == {False, True}


def test_imagined_dice_are_not_the_true_dice() -> None:
    play = GAME.new("three", seed=1)
    assert play.imagine("red", Random(1)).dice != play.state.dice


def test_everything_offered_by_name_is_accepted_by_name() -> None:
    play = GAME.new("three", seed=2)
    ask = play.ask("red")
    assert ask is not None and len(codes(play.state.ask(0))) == 5
    for verb, targets in ask.answers.items():
        for target in targets:
            play.clone().answer("red", verb, target)
    assert json.loads(json.dumps(ask.answers)) == ask.answers
