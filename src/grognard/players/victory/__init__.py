"""Recruit's doctrine for Victory, found by the entry point group `grognard.doctrines`."""

from grognard.players.victory.doctrine import DOCTRINE

__all__ = ["DOCTRINE"]
