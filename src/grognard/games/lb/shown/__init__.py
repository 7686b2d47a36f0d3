"""What each player sees, and what he cannot know."""
