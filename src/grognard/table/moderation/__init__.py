"""Keeping order in a house with accounts: reports, what is done about them, and the log of it."""
