"""Natures of the games: they translate between a game's events and outcomes and the physics."""
