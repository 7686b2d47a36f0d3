"""The club's own catalogues: the same keys and the same facts in both languages."""

from __future__ import annotations

from string import Formatter

import pytest

from grognard.club.words import WORDS


def facts(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_say_the_same_things() -> None:
    assert WORDS.keys("en") == WORDS.keys("ja")


@pytest.mark.parametrize("key", sorted(WORDS.keys("en")))
def test_both_languages_name_the_same_facts(key: str) -> None:
    assert facts(WORDS.template(key, "en")) == facts(WORDS.template(key, "ja"))
