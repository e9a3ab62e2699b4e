"""Quarry: a small game for two to four with hidden hands, a draw pile and a die."""
