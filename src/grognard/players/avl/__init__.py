"""Recruit's doctrine for A Victory Lost, found by the entry point group `grognard.doctrines`."""

from grognard.players.avl.doctrine import DOCTRINE, AvlDoctrine
from grognard.players.avl.weights import SHEET, AvlWeights

__all__ = ["DOCTRINE", "SHEET", "AvlDoctrine", "AvlWeights"]
