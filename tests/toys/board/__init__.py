"""Lookouts: a small board game for two, whose board may be spoilt before play. Six files, this one among them."""
