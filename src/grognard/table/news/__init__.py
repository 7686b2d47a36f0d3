"""Letters about one's games, to members who want them: whose move it is, and what has ended."""
