"""Malformed frames get a clear error, change nothing, and the line lives on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.table.guests import Guest, Line

NOT_MESSAGES = [
    "", " ", "x", "{", "null", "true", "7", '"answer"', "[]", '["type","answer"]', "[" * 4000, '{"a":' * 1200, "NaN",
    '{"type": NaN}', '{"type": Infinity}', "\x00", '{"type":"answer"}\x00', "1" + "0" * 5000,
    '{"seq": 1' + "0" * 400 + "}", '{"type": "\\ud800"}', "﻿{}",
]  # fmt: skip
NOT_UNDERSTOOD: list[dict[str, Any]] = [
    {},
    {"type": None},
    {"type": 7},
    {"type": ["answer"]},
    {"type": {"answer": 1}},
    {"type": "Answer"},
    {"type": "act"},
    {"type": "x" * 4000},
    {"type": "answer"},
    {"type": "answer", "seq": 0},
    {"type": "answer", "seq": "0", "verb": "historical"},
    {"type": "answer", "seq": 0.0, "verb": "historical"},
    {"type": "answer", "seq": True, "verb": "historical"},
    {"type": "answer", "seq": None, "verb": "historical"},
    {"type": "answer", "seq": [0], "verb": "historical"},
    {"type": "answer", "seq": 0, "verb": 7},
    {"type": "answer", "seq": 0, "verb": None},
    {"type": "answer", "seq": 0, "verb": ["historical"]},
    {"type": "answer", "seq": 0, "verb": "historical", "target": {"hex": 1}},
    {"type": "answer", "seq": 0, "verb": "historical", "target": [1]},
    {"type": "answer", "seq": 0, "verb": "historical", "target": True},
    {"type": "answer", "seq": 0, "verb": "historical", "target": 1.5},
    {"type": "answer", "seq": 0, "verb": "historical", "target": 10**30},
    {"type": "undo"},
    {"type": "redo", "seq": "x"},
    {"type": "why"},
    {"type": "preview", "verb": {}},
    {"type": "together", "first": 1, "rows": [[]]},
    {"type": "together", "first": [], "rows": [[[]]]},
    {"type": "overlay"},
    {"type": "overlay", "kind": 7},
    {"type": "chat"},
    {"type": "chat", "text": {"a": 1}},
    {"type": "takeback_ask", "to": "x"},
    {"type": "takeback_answer"},
    {"type": "takeback_answer", "yes": "yes"},
]
REFUSED: list[dict[str, Any]] = [
    {"verb": "nothing_of_the_kind"},
    {"verb": ""},
    {"verb": "\x00"},
    {"verb": "__class__"},
    {"verb": "x" * 4000},
    {"verb": "historical", "target": "2310"},
    {"verb": "historical", "target": 0},
    {"verb": "select_chit"},
    {"verb": "select_chit", "target": "no such chit"},
    {"verb": "select_chit", "target": "\x00"},
    {"verb": "select_chit", "target": 2**63},
    {"verb": "select_chit", "target": -1},
    {"verb": "move", "target": 2**63},
    {"verb": "move", "target": "9999"},
    {"verb": "move", "target": "99999999999999"},
    {"verb": "move", "target": "２３１０"},
    {"verb": "unit", "target": -(2**63)},
]


def test_what_is_no_message_is_refused(home: Guest) -> None:
    with home.sit(home.open()["id"], "soviet") as session:
        line = Line(session)
        for text in NOT_MESSAGES:
            session.send_text(text)
            reply = line.hear()
            assert reply["type"] == "error" and reply["id"] is None, text[:40]
        session.send_bytes(b"\xff\xfe")
        assert line.hear()["type"] == "error"
        assert line.answer("historical")["type"] == "done"


def test_what_is_not_understood_is_refused(home: Guest) -> None:
    with home.sit(home.open()["id"], "soviet") as session:
        line = Line(session)
        before = json.dumps(line.view)
        for message in NOT_UNDERSTOOD:
            reply = line.send(**message)
            assert reply["type"] == "error" and reply["why"], message
            assert len(line.frames[-1]) < 1000
        ids: list[Any] = [{}, [], 1.5, True, "x" * 100, 10**100]
        for number in ids:
            session.send_text(json.dumps({"type": "undo", "seq": 0, "id": number}))
            assert line.hear() == {"type": "error", "id": None, "why": "an id is a number or a short text"}
        assert json.dumps(line.view) == before
        assert line.answer("historical")["type"] == "done"


@pytest.mark.parametrize("kind", ["answer", "why", "preview"])
def test_unknown_verbs_and_targets_are_refused_with_a_reason(home: Guest, kind: str) -> None:
    with home.sit(home.open()["id"], "soviet") as session:
        line = Line(session)
        for message in REFUSED:
            reply = line.send(type=kind, seq=0, **message)
            if kind == "answer":
                assert reply["type"] == "refused" and reply["reasons"][0]["text"]["en"], message
            else:
                assert reply["type"] == "told", message
        for overlay in ("", "zoc", "zoc:", "zoc:nobody", "command:", "command:\x00", "x" * 4000, "control:7"):
            assert line.send(type="overlay", kind=overlay)["overlay"] == []
        assert line.seq == 0
        assert line.answer("historical")["type"] == "done"


TEXT = st.text(max_size=12)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
KEYS = st.sampled_from(["type", "seq", "verb", "target", "kind", "text", "yes", "to", "player", "answer"])
KINDS = st.sampled_from(["answer", "undo", "redo", "why", "preview", "overlay", "chat", "takeback_ask", "claim"])


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(frames=st.lists(st.tuples(KINDS | JSON, st.dictionaries(KEYS, JSON, max_size=4)), min_size=1, max_size=5))
def test_no_frame_breaks_a_line(home: Guest, frames: list[tuple[Any, dict[str, Any]]]) -> None:
    with home.sit(home.open()["id"], "soviet") as session:
        line = Line(session)
        for kind, message in frames:
            reply = line.send(**{**message, "type": kind})
            assert reply["type"] in ("error", "refused", "told", "done")
