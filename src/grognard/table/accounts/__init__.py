"""Accounts: names people may have in a house that was opened with `--accounts`. Nobody needs one to play by link."""
