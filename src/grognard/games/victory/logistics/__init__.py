"""The Supply and Production Phases (chapters 7 to 9): supply, factories, building, engineers."""
