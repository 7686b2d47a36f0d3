"""`python -m grognard` is the `grognard` command."""

from __future__ import annotations

from grognard.cli import main

if __name__ == "__main__":
    main()
