"""Recruit's doctrine for Lost Battles, found by the entry point group `grognard.doctrines`."""

from grognard.players.lb.doctrine import DOCTRINE, LbDoctrine
from grognard.players.lb.weights import SHEET, LbWeights

__all__ = ["DOCTRINE", "SHEET", "LbDoctrine", "LbWeights"]
