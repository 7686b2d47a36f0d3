"""Hashes of passwords that cost nearly nothing: a quarter of a second of a core for each is meant for thieves.

What they cost in truth, and that a wrong name costs as much, has tests of its own.
"""

from __future__ import annotations

from functools import partial

from argon2 import PasswordHasher

QUICK = partial(PasswordHasher, time_cost=1, memory_cost=1024, parallelism=1)
