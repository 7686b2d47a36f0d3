"""Deployment before the first turn."""
