"""Babylon Tower Builders: the set of pieces and what its games share."""
