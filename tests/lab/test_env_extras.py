"""Without its extra a face says which one it needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASKED = """
import sys
sys.modules["{library}"] = None
from grognard.core.game import SetupError
from grognard.lab.env import {face}
try:
    {face}({arguments})
except SetupError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("library", "face", "arguments", "extra"),
    [
        ("numpy", "sampler", '"vl", 1', "research"),
        ("pettingzoo", "aec_env", '"vl"', "research"),
        ("gymnasium", "seat_env", '"vl", "german"', "research"),
        ("pyspiel", "spiel_name", '"vl"', "openspiel"),
    ],
)
def test_a_face_names_the_extra_that_is_missing(library: str, face: str, arguments: str, extra: str) -> None:
    source = ASKED.format(library=library, face=face, arguments=arguments)
    told = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True).stdout
    assert f'pip install "grognard[{extra}]"' in told and len(told.splitlines()) == 1
