"""Tournaments of a house: what is stored of them, who runs them, and what everybody may know of them."""
