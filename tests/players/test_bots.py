"""The bots by name, and what any of them must keep to: legal answers, always the same ones, nothing it may not know."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.core.ask import TARGET_BITS, TARGET_MASK, codes, offered, random_answer
from grognard.core.game import SetupError
from grognard.core.state import Result, State
from grognard.players import BOTS, Bot, bot
from grognard.players.doctrine import doctrine
from tests.players._keeps import answers_as_one_that_has_seen_nothing

AVL = grognard.game("avl")
AT_ONCE = ("random", "recruit", "regular")
"""Those who do not think by the clock; the others stand in `test_levels.py`."""
ENDLESS = 40_000


def play_out(seats: tuple[str, str], seed: int, answers: list[int] | None = None) -> Result:
    """One game between bots that see only imagined positions; every answer is checked against the true offer."""
    bots = [bot(name, "avl") for name in seats]
    rng = Random(seed)
    state: State = AVL.fast_state(seed)
    for _ in range(ENDLESS):
        if state.result is not None:
            return state.result
        player = state.deciders[0]
        answer = bots[player].choose(AVL.imagine(state, player, rng), player, rng)
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)
        state.apply(player, answer)
        if answers is not None:
            answers.append(answer)
    raise AssertionError("the game does not end")


def positions(seed: int, every: int) -> list[tuple[State, int]]:
    """True positions out of one game of Recruit against itself, and who decides there."""
    player_bot = bot("recruit")
    rng = Random(seed)
    state = AVL.fast_state(seed)
    found = []
    for number in range(ENDLESS):
        if state.over:
            break
        player = state.deciders[0]
        if number % every == 0:
            found.append((state.clone(), player))
        state.apply(player, player_bot.choose(AVL.imagine(state, player, rng), player, rng))
    return found


@pytest.fixture(scope="module")
def sampled() -> list[tuple[State, int]]:
    return positions(seed=5, every=37)


def answer_to(one: Bot, state: State, player: int, seed: int) -> int:
    return one.choose(AVL.imagine(state, player, Random(seed)), player, Random(seed))


def test_every_bot_has_its_name() -> None:
    assert [bot(name).name for name in BOTS] == list(BOTS) == ["random", "recruit", "regular", "veteran", "grognard"]


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(SetupError, match='no bot "napoleon"; there are random, recruit, regular'):
        bot("napoleon")


def test_recruit_says_so_where_a_game_has_no_doctrine() -> None:
    with pytest.raises(SetupError, match='no doctrine for "chess"'):
        bot("recruit", "chess")
    assert bot("random", "chess").name == "random"


def test_random_picks_every_verb_as_often_whatever_its_targets() -> None:
    offer = {1: 0b1, 2: 0b1111_1111, 3: 0}
    rng = Random(1)
    picked = [random_answer(offer, rng) for _ in range(2000)]
    assert set(picked) == set(codes(offer))
    assert 900 < sum(answer >> TARGET_BITS == 1 for answer in picked) < 1100


@pytest.mark.parametrize("seats", [("recruit", "recruit"), ("recruit", "random"), ("random", "recruit")], ids="-".join)
def test_every_answer_over_whole_games_is_legal(seats: tuple[str, str]) -> None:
    assert play_out(seats, seed=11).points


def test_the_same_game_is_played_twice() -> None:
    first: list[int] = []
    second: list[int] = []
    play_out(("random", "recruit"), 3, first)
    play_out(("random", "recruit"), 3, second)
    assert first == second


@pytest.mark.parametrize("name", AT_ONCE)
def test_the_same_position_and_seed_give_the_same_answer_in_any_order(
    name: str, sampled: list[tuple[State, int]]
) -> None:
    forwards = [answer_to(bot(name), state, player, 9) for state, player in sampled]
    doctrine.cache_clear()  # a doctrine that has seen nothing yet
    again = [answer_to(bot(name), state, player, 9) for state, player in reversed(sampled)]
    assert forwards == again[::-1]
    one, other = bot(name), bot(name)  # each keeps its plans from one answer to the next
    assert [answer_to(one, *at, 9) for at in sampled] == [answer_to(other, *at, 9) for at in sampled]


def test_what_it_remembers_of_whole_games_changes_no_answer(sampled: list[tuple[State, int]]) -> None:
    answers_as_one_that_has_seen_nothing(AVL, sampled)


def test_the_doctrine_itself_has_a_legal_answer_to_everything(sampled: list[tuple[State, int]]) -> None:
    for state, player in sampled:
        answer = doctrine("avl").choose(state, player)
        assert answer is not None
        assert offered(state.ask(player), answer >> TARGET_BITS, answer & TARGET_MASK)


@pytest.mark.parametrize("name", AT_ONCE)
def test_a_bot_leaves_the_position_as_it_is(name: str, sampled: list[tuple[State, int]]) -> None:
    for state, player in sampled:
        imagined = AVL.imagine(state, player, Random(2))
        before = imagined.clone()
        bot(name).choose(imagined, player, Random(2))
        assert imagined == before


def test_an_answer_does_not_change_with_what_the_player_cannot_know(sampled: list[tuple[State, int]]) -> None:
    recruit = bot("recruit")
    for state, player in sampled:
        if state.lanes is not None:
            continue
        permuted = [AVL.imagine(state, player, Random(seed)) for seed in range(3)]
        answers = {answer_to(recruit, other, player, 4) for other in (state, *permuted)}
        assert len(answers) == 1


@pytest.mark.parametrize(
    "text", ["regular:pull=1,pull=2", "regular:pull=５", "regular:pull=1_0", "regular:=1", "regular:pull"]
)
def test_what_is_said_of_a_bot_has_one_meaning(text: str) -> None:
    with pytest.raises(SetupError, match="told"):
        bot(text, "avl")
    assert bot("regular: pull = 0.2", "avl").name == "regular: pull = 0.2"
