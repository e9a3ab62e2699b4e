"""The screens of any turn-based game."""
