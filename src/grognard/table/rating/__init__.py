"""Rated games of a house: what is written down when one ends, and what is thought of everybody since."""
