"""Recruit's doctrine for Victory, found by the entry point group `grognard.doctrines`."""

from grognard.players.victory.doctrine import DOCTRINE, VictoryDoctrine
from grognard.players.victory.weights import SHEET, VictoryWeights

__all__ = ["DOCTRINE", "SHEET", "VictoryDoctrine", "VictoryWeights"]
