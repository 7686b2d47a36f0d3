"""Recruit's doctrine for Lost Battles, found by the entry point group `grognard.doctrines`."""

from grognard.players.lb.doctrine import DOCTRINE

__all__ = ["DOCTRINE"]
