"""Ratings: finished games in the order of their end make the same history on every machine."""
