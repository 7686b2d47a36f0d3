"""Recruit's doctrine for Velikiye Luki, found by the entry point group `grognard.doctrines`."""

from grognard.players.vl.doctrine import DOCTRINE

__all__ = ["DOCTRINE"]
