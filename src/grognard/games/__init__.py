"""The games. Each is a package of its own that imports from `core` and `hex` and never from another game."""
