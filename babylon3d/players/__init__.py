"""Controllers: who decides for a seat - a person, a bot, a replay."""
