"""Measures of Babylon's games and of its box of pieces."""
