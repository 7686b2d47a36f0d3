"""Recruit's doctrine for Velikiye Luki, found by the entry point group `grognard.doctrines`."""

from grognard.players.vl.doctrine import DOCTRINE, VlDoctrine
from grognard.players.vl.weights import SHEET, VlWeights

__all__ = ["DOCTRINE", "SHEET", "VlDoctrine", "VlWeights"]
