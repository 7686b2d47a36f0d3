"""Recruit's doctrine for A Victory Lost, found by the entry point group `grognard.doctrines`."""

from grognard.players.avl.doctrine import DOCTRINE

__all__ = ["DOCTRINE"]
