"""Notices about one's games, pushed to browsers of members who want them: the same that letters tell."""
