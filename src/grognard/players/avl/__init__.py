"""The doctrines for A Victory Lost, Recruit's and Regular's, found by the entry point group `grognard.doctrines`."""

from grognard.players.avl.doctrine import DOCTRINE, AvlDoctrine
from grognard.players.avl.regular import REGULAR, REGULAR_SHEET
from grognard.players.avl.weights import SHEET, AvlWeights

__all__ = ["DOCTRINE", "REGULAR", "REGULAR_SHEET", "SHEET", "AvlDoctrine", "AvlWeights"]
