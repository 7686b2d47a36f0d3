"""The designer's loop: figures of a game's data that may vary, and the search for those that make it even."""
